#pragma once
// The state behind the double's C functions: devices, and the handles that the product holds. Internal to
// tests/doubles/cuda.

#include <cuda_runtime_api.h>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_memory.h"
#include "tests/doubles/cuda/fake_stream.h"

namespace shardscope::doubles::cuda {

struct FakeDevice {
    std::atomic<int> brokenBy{cudaSuccess};  ///< sticky: what broke its context
    std::atomic<int> running{0};         ///< pieces of work that are at it and end by themselves
    std::atomic<bool> used{false};       ///< has a context
    std::shared_ptr<FakeStream> legacy;  ///< the default stream, made when it is first used
    std::mutex loading;
    std::set<std::string>
        loaded;  ///< kernels; of a machine that loads them when they are first launched
};

class FakeMachine {
  public:
    static FakeMachine& get();

    void reset(const Machine& machine, const Drills& drills);

    Machine machine;
    FakeMemory memory;
    std::vector<std::unique_ptr<FakeDevice>> devices;

    std::shared_ptr<FakeStream> makeStream(int device, unsigned flags, int priority);
    /// The stream of a handle: null is the current device's default stream. nullptr, and a violation,
    /// when there is no such stream any more.
    std::shared_ptr<FakeStream> streamOf(cudaStream_t handle);
    bool destroyStream(cudaStream_t handle);
    std::vector<std::shared_ptr<FakeStream>> streamsOf(int device);
    /// Before @p kernel's launch. Where kernels are loaded lazily, the first on a device waits until the device
    /// is idle. Source: CUDA C++ Programming Guide, "Lazy Loading", "Concurrent Execution".
    void load(int device, const std::string& kernel);
    /// Work on @p stream, in order also with the default stream unless it is non-blocking.
    void push(const std::shared_ptr<FakeStream>& stream, std::function<void()> work);

    std::shared_ptr<FakeEvent> makeEvent(unsigned flags);
    std::shared_ptr<FakeEvent> eventOf(cudaEvent_t handle);
    bool destroyEvent(cudaEvent_t handle);

    Drills drills() const;
    void setDrills(const Drills& drills);
    std::shared_ptr<const Pace> pace() const;
    void setPace(Pace pace);
    std::atomic<int64_t> calls{0}, driverCalls{0}, launches{0}, collectives{0}, collectiveCalls{0},
        collectiveGroups{0}, ncclKernels{0}, splits{0}, products{0}, tf32Products{0},
        recordsOfWork{0}, recordsOfCalls{0};
    int64_t liveStreams() const;
    int64_t liveEvents() const;

  private:
    mutable std::mutex mutex_;
    std::map<const void*, std::shared_ptr<FakeStream>> streams_;
    std::map<const void*, std::shared_ptr<FakeEvent>> events_;
    std::vector<std::shared_ptr<FakeStream>> ended_;  // destroyed, still running; never reused
    std::vector<std::shared_ptr<FakeEvent>> endedEvents_;
    Drills drills_;
    std::shared_ptr<const Pace> pace_;  // null: work takes what it takes
    uint32_t nextStream_ = 7;           // small numbers as real ones have
};

/// The thread's current device.
int currentDevice();
/// Remembers @p status for cudaGetLastError, and returns it.
cudaError_t answer(cudaError_t status);
/// What every call meets first: no driver, no device, a broken context. cudaSuccess when it may go on.
cudaError_t enter();
/// enter() for a call that a drill may refuse: all but those that give something back.
cudaError_t attempt();
/// attempt() for a question about a device, which needs no context and makes none.
cudaError_t ask();

/// What broke the context of @p device, or success. In a broken context nothing runs any more when a call
/// says so: callers may free what kernels were reading.
cudaError_t stateOf(const FakeDevice& device);

/// "GPU-d0b1e000-0000-4000-8000-000000000002", as nvidia-smi shows a device; and without its prefix.
std::string uuidText(int device);
std::string uuidDigits(int device);

/// Kernels have no more shared memory than those that never asked for any.
void forgetOptIns();

/// Checks an address for a copy or set; a fault is a violation. @p what "copy to", … .
bool checkRange(const char* what, const void* address, size_t bytes);

}  // namespace shardscope::doubles::cuda
