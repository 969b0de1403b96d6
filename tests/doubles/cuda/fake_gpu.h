#pragma once
// The double of a machine with NVIDIA GPUs, as a test sees it: how many, how large, and what goes wrong.
// Streams are threads, device memory is the host's. Linked in tests in place of the CUDA runtime.
//
// reset() first, from one thread, while nothing runs. Misuse that real hardware would answer with
// garbage (freed memory, a destroyed stream, a copy out of bounds) ends the test with a message.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope::doubles::cuda {

struct Machine {
    int devices = 1;
    int64_t capacityBytes = int64_t{4} << 30;  ///< of each device
    int64_t contextBytes = int64_t{0};         ///< taken on each device that has been used
    int64_t allocationStepBytes = 512;         ///< cudaMalloc takes memory in steps of this many
    int64_t communicatorBytes = 0;             ///< taken by each of NCCL's communicators
    int64_t otherProcessesBytes = 0;           ///< of each device; NVML's double alone sees them
    bool sliced = false;                       ///< devices are slices (MIG) of GPUs
    bool nvmlHidesGpus = false;                ///< NVML's double knows none of them
    bool driver = true;                        ///< false: every call says that there is none
    bool lazyLoading = false;        ///< a kernel's first launch on a device waits for the device
    bool ncclOverProcesses = false;  ///< NCCL's ranks are processes (mpirun), not threads
    int computeMajor = 9, computeMinor = 0;
    int multiprocessors = 4;
};

/// What goes wrong, and when. Counted from reset(), over all devices; 0 = never.
struct Drills {
    int64_t failAllocation = 0;  ///< this device allocation (from 1) is refused, once
    int64_t fullFrom = 0;        ///< this device allocation (from 1) and all later ones are refused
    int64_t failCall = 0;        ///< this call of the runtime (from 1) is refused, once
    int64_t failDriverCall = 0;  ///< likewise, of the driver
    int64_t failLaunch = 0;      ///< this kernel (from 1) breaks its device's context when it runs
    int64_t failCollective = 0;  ///< this collective (from 1) gives its communicator an async error
    int64_t refuseCollective =
        0;  ///< this call for a collective (from 1) is answered with an error
    int64_t failGroupEnd =
        0;  ///< this end of a group of collectives (from 1) is answered with an error
    int slowNccl =
        0;  ///< NCCL's communicators do not block: what starts is in progress for so many questions
    int64_t failSplit = 0;  ///< this rank's part in a split of an NCCL communicator (from 1) fails
    int64_t hangCollective = 0;      ///< this collective (from 1) never ends, until it is aborted
    int64_t dieAtCollective = 0;     ///< this collective (from 1) kills its process when it begins
    bool peersDieUnnoticed = false;  ///< NCCL over processes does not see that a peer is gone
    bool noAlgorithm = false;        ///< cuBLASLt knows no way to a product
    int64_t loseRecord = 0;          ///< CUPTI never delivers every so-many-th record of work
    int64_t loseTag = 0;             ///< nor every so-many-th record of a tagged call
    int64_t stretchCopyNs = 0;       ///< every copy and kernel takes at least this long
};

/// A new machine: waits for all streams, then forgets everything about the old one.
void reset(const Machine& machine = {}, const Drills& drills = {});
const Machine& machine();
Drills drills();
/// Changes what goes wrong from now on; counts go on.
void setDrills(const Drills& drills);

/// What happened since reset().
struct Tally {
    int64_t calls = 0;         ///< of the runtime, but those that give something back
    int64_t driverCalls = 0;   ///< likewise, of the driver
    int64_t allocations = 0;   ///< device allocations asked for, granules included
    int64_t launches = 0;      ///< kernels that ran
    int64_t collectives = 0;   ///< collectives that a rank enqueued
    int64_t ncclKernels = 0;   ///< that carried them: one for those of a communicator in a group
    int64_t products = 0;      ///< of matrices, enqueued
    int64_t tf32Products = 0;  ///< of them, those whose compute type is tf32
    int64_t liveBytes = 0;     ///< device memory still held
    int64_t liveStreams = 0, liveEvents = 0, liveHostBlocks = 0;
};
Tally tally();

/// Something that is undefined on real hardware. Prints and aborts; a test of the double itself collects
/// instead, into @p into, until it is called with nullptr.
void violation(const std::string& what);
void collectViolations(std::vector<std::string>* into);

/// The devices' clock: CLOCK_REALTIME shifted by what a test sets; nanoseconds.
int64_t gpuNowNs();
void shiftGpuClock(int64_t byNs);

/// A kernel, copy or set, as setPace() is asked about it.
struct PacedWork {
    std::string_view kernel;         ///< its registered (mangled) name; "copy", "set" of those
    const void* argument = nullptr;  ///< of a kernel with a twin: its struct
    double amount = 0;  ///< bytes of copies, sets and NCCL's arrays; operations of matrix products
};
/// From now on until reset(), work takes as long on the devices' clock as @p pace says, nanoseconds, whatever
/// the CPU needs for it; what it answers 0 for takes what it takes. Streams then run ahead of the host's
/// clock. Called on streams' threads.
using Pace = std::function<int64_t(const PacedWork&)>;
void setPace(Pace pace);

}  // namespace shardscope::doubles::cuda
