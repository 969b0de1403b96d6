// Groups of NCCL's calls: what a thread has called for starts when its group ends.

#include <fmt/format.h>

#include <utility>

#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/nccl_state.h"

namespace shardscope::doubles::cuda {

NcclCallGroup& callGroup() {
    thread_local NcclCallGroup group;
    return group;
}

NcclCallGroup::~NcclCallGroup() {
    if (depth > 0) violation("NCCL: a thread ends with a group that it has not ended");
}

void checkOutsideOfGroup(const char* what) {
    if (callGroup().depth > 0) violation(fmt::format("{} inside of a group of NCCL's", what));
}

ncclResult_t started(const std::shared_ptr<Communicator>& communicator) {
    const int questions = drills().slowNccl;
    if (questions == 0) return ncclSuccess;
    communicator->inProgress = questions;
    return callGroup().depth > 0 ? ncclSuccess : ncclInProgress;
}

namespace {

/// Whether this end of a group of collectives is the one that a drill fails.
bool failsNow(const std::vector<QueuedCalls>& collectives) {
    return !collectives.empty() && ++FakeMachine::get().collectiveGroups == drills().failGroupEnd;
}

/// What waits for peers, once all of the group's calls are made. @return the first failure.
ncclResult_t meetPeers(NcclCallGroup& group) {
    for (const auto& joined : std::exchange(group.joining, {})) {
        if (const auto status = joined->awaitAll(); status != ncclSuccess) return status;
    }
    for (const QueuedSplit& split : std::exchange(group.splits, {})) {
        const ncclResult_t status = finish(split);
        if (status != ncclSuccess && status != ncclInProgress) return status;
    }
    return ncclSuccess;
}

}  // namespace

// The real one counts groups in groups, of which the inner ones start nothing; nobody here means to.
ncclResult_t groupStart() {
    if (++callGroup().depth > 1) violation("NCCL: a group in a group");
    return ncclSuccess;
}

// A group with a call that failed has failed: nothing of it starts, and nobody in it waits for peers.
ncclResult_t groupEnd() {
    NcclCallGroup& group = callGroup();
    if (group.depth == 0) {
        violation("NCCL: the end of a group that was not started");
        return ncclInvalidUsage;
    }
    if (--group.depth > 0) return ncclSuccess;
    NcclCallGroup mine;
    std::swap(mine, group);
    if (failsNow(mine.collectives)) return ncclInternalError;
    if (mine.failure != ncclSuccess) return mine.failure;
    for (const QueuedCalls& calls : mine.collectives) launch(calls);
    if (const auto status = meetPeers(mine); status != ncclSuccess) return status;
    return drills().slowNccl > 0 ? ncclInProgress : ncclSuccess;
}

}  // namespace shardscope::doubles::cuda
