#pragma once
// The communicators of the double's NCCL, and what a thread has put into a group. Internal to
// tests/doubles/cuda.

#include <nccl.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "tests/doubles/cuda/fake_stream.h"
#include "tests/doubles/cuda/nccl_group.h"

namespace shardscope::doubles::cuda {

struct Communicator {
    std::shared_ptr<NcclGroup> group;
    int rank = 0;
    int device = 0;
    uint64_t next = 0;       // number of its next collective
    uint64_t nextSplit = 0;  // likewise
    int64_t heldBytes = 0;   // of its device
    std::atomic<int> asyncError{ncclSuccess};
    std::atomic<int> inProgress{0};  ///< questions that are answered so, of one that does not block
    std::shared_ptr<FakeStream> last;  // where its collectives run
};

/// All communicators of the process.
struct NcclWorld {
    static NcclWorld& get();

    std::mutex mutex;
    std::map<uint64_t, std::shared_ptr<NcclGroup>> groups;  // of threads, by unique id
    std::map<const void*, std::shared_ptr<Communicator>> communicators;
    std::vector<std::shared_ptr<Communicator>> gone;  // addresses are not given to others
    uint64_t nextId = 1;
};

/// The communicator of a handle; nullptr, and a violation, when there is none.
std::shared_ptr<Communicator> communicatorOf(ncclComm_t handle);

struct QueuedCalls {
    std::shared_ptr<Communicator> communicator;
    std::shared_ptr<FakeStream> stream;
    std::vector<NcclCall> calls;
};
/// A split that has been called for and not yet waited for.
struct QueuedSplit {
    std::shared_ptr<Communicator> parent;
    uint64_t number = 0;
    ncclComm_t* made = nullptr;
};
/// What this thread has called for since ncclGroupStart.
struct NcclCallGroup {
    ~NcclCallGroup();

    int depth = 0;
    std::vector<QueuedCalls> collectives;
    std::vector<std::shared_ptr<NcclGroup>> joining;
    std::vector<QueuedSplit> splits;
    ncclResult_t failure = ncclSuccess;  ///< of a call in it

    ncclResult_t fail(ncclResult_t status) {
        if (depth > 0) failure = status;
        return status;
    }
};
NcclCallGroup& callGroup();
ncclResult_t groupStart();
ncclResult_t groupEnd();
/// Waits for a split that was called for, and makes its communicator.
ncclResult_t finish(const QueuedSplit& split);
/// A violation when this thread has a group open: what it calls for starts at the group's end, after what is
/// done to streams and events meanwhile.
void checkOutsideOfGroup(const char* what);

/// @return what a call that has started something on @p communicator answers.
ncclResult_t started(const std::shared_ptr<Communicator>& communicator);

/// All collectives of one communicator in a group are one kernel.
void launch(const QueuedCalls& group);
/// One collective: now, or at the group's end.
ncclResult_t enqueue(NcclCall call, ncclDataType_t type, ncclComm_t handle, cudaStream_t stream);

}  // namespace shardscope::doubles::cuda
