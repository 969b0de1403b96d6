// NCCL's functions: communicators over threads or processes, groups, aborts.

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <utility>

#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/nccl_processes.h"
#include "tests/doubles/cuda/nccl_state.h"
#include "tests/doubles/cuda/nccl_threads.h"

namespace shardscope::doubles::cuda {

NcclWorld& NcclWorld::get() {
    static auto* all = new NcclWorld();
    return *all;
}

std::shared_ptr<Communicator> communicatorOf(ncclComm_t handle) {
    {
        const std::lock_guard lock(NcclWorld::get().mutex);
        const auto found = NcclWorld::get().communicators.find(handle);
        if (found != NcclWorld::get().communicators.end()) return found->second;
    }
    violation("NCCL: a communicator that was destroyed or aborted, or never made");
    return nullptr;
}

/// @return whether the device has room for a communicator's buffers.
bool takeBuffers(Communicator& communicator) {
    const int64_t bytes = machine().communicatorBytes;
    if (bytes > 0 && !FakeMachine::get().memory.take(communicator.device, bytes)) return false;
    communicator.heldBytes = bytes;
    return true;
}
void give(Communicator& communicator) {
    const int64_t bytes = std::exchange(communicator.heldBytes, 0);
    if (bytes > 0) FakeMachine::get().memory.give(communicator.device, bytes);
}

ncclResult_t finish(const QueuedSplit& split) {
    const auto place = split.parent->group->awaitSplit(split.parent->rank, split.number);
    if (!place.group) return ncclSuccess;
    const auto mine = std::make_shared<Communicator>();
    mine->group = place.group;
    mine->rank = place.rank;
    mine->device = split.parent->device;
    if (!takeBuffers(*mine)) return ncclUnhandledCudaError;
    const std::lock_guard lock(NcclWorld::get().mutex);
    NcclWorld::get().communicators[mine.get()] = mine;
    *split.made = reinterpret_cast<ncclComm_t>(mine.get());
    return started(mine);
}

namespace {

ncclResult_t getVersion(int* version) {
    *version = 22809;
    return ncclSuccess;
}

const char* getErrorString(ncclResult_t result) {
    switch (result) {
        case ncclSuccess:
            return "no error";
        case ncclRemoteError:
            return "remote process exited or there was a network error";
        case ncclUnhandledCudaError:
            return "unhandled cuda error";
        case ncclInProgress:
            return "NCCL operation in progress";
        default:
            return "an error of NCCL's double";
    }
}

/// What a unique id says: where the ranks meet.
struct Meeting {
    uint64_t number = 0;  ///< of threads of one process
    char path[sizeof(ncclUniqueId::internal) - sizeof(uint64_t)] = {};  ///< of processes; or empty
};
static_assert(sizeof(Meeting) == sizeof(ncclUniqueId));

ncclResult_t getUniqueId(ncclUniqueId* id) {
    const std::lock_guard lock(NcclWorld::get().mutex);
    Meeting meeting{.number = NcclWorld::get().nextId++};
    if (machine().ncclOverProcesses) {
        const auto name = fmt::format("nccl-double-{}-{}", ::getpid(), meeting.number);
        const std::string path = (std::filesystem::temp_directory_path() / name).string();
        if (path.size() >= sizeof meeting.path) return ncclSystemError;
        path.copy(meeting.path, path.size());
    }
    std::memcpy(id, &meeting, sizeof meeting);
    return ncclSuccess;
}

std::shared_ptr<NcclGroup> groupOf(const ncclUniqueId& id, int ranks, int rank) {
    Meeting meeting;
    std::memcpy(static_cast<void*>(&meeting), &id, sizeof meeting);
    if (meeting.path[0] != 0) return std::make_shared<ProcessNcclGroup>(meeting.path, ranks, rank);
    const std::lock_guard lock(NcclWorld::get().mutex);
    auto& group = NcclWorld::get().groups[meeting.number];
    if (!group) group = std::make_shared<ThreadNcclGroup>(ranks);
    return group;
}

/// @return whether it is the only one of its group on its device, and is known from now on.
bool add(const std::shared_ptr<Communicator>& mine) {
    const std::lock_guard lock(NcclWorld::get().mutex);
    for (const auto& [at, other] : NcclWorld::get().communicators) {
        if (other->group == mine->group && other->device == mine->device) return false;
    }
    NcclWorld::get().communicators[mine.get()] = mine;
    return true;
}

ncclResult_t commInitRank(ncclComm_t* handle, int ranks, ncclUniqueId id, int rank) {
    if (enter() != cudaSuccess) return callGroup().fail(ncclUnhandledCudaError);
    if (ranks < 1 || rank < 0 || rank >= ranks) return callGroup().fail(ncclInvalidArgument);
    const auto mine = std::make_shared<Communicator>();
    mine->rank = rank;
    mine->device = currentDevice();
    if (!takeBuffers(*mine)) return callGroup().fail(ncclUnhandledCudaError);
    mine->group = groupOf(id, ranks, rank);
    if (!add(mine)) {
        give(*mine);
        return callGroup().fail(ncclInvalidUsage);  // "Duplicate GPU detected"
    }
    *handle = reinterpret_cast<ncclComm_t>(mine.get());
    mine->group->arrive(rank, mine->device);
    if (callGroup().depth > 0) {
        callGroup().joining.push_back(mine->group);
        return started(mine);
    }
    const ncclResult_t joined = mine->group->awaitAll();
    return joined == ncclSuccess ? started(mine) : joined;
}

// The new communicator is there when the call returns, or the group that it is in ends.
ncclResult_t commSplit(ncclComm_t handle, int color, int key, ncclComm_t* made, ncclConfig_t*) {
    if (enter() != cudaSuccess) return ncclUnhandledCudaError;
    const auto parent = communicatorOf(handle);
    if (!parent || (color < 0 && color != NCCL_SPLIT_NOCOLOR)) return ncclInvalidArgument;
    if (parent->device != currentDevice()) {
        violation("NCCL: a split on another device than the communicator's");
        return ncclInvalidUsage;
    }
    *made = nullptr;
    if (++FakeMachine::get().splits == drills().failSplit) {
        return callGroup().fail(ncclRemoteError);
    }
    const QueuedSplit split{parent, parent->nextSplit++, made};
    parent->group->enterSplit(parent->rank, split.number, color, key);
    if (callGroup().depth == 0) return finish(split);
    callGroup().splits.push_back(split);
    return ncclSuccess;
}

std::shared_ptr<Communicator> remove(ncclComm_t handle) {
    const auto communicator = communicatorOf(handle);
    if (!communicator) return nullptr;
    const std::lock_guard lock(NcclWorld::get().mutex);
    give(*communicator);
    NcclWorld::get().gone.push_back(communicator);
    NcclWorld::get().communicators.erase(handle);
    return communicator;
}

// Waits for its collectives, which peers may never join: as the real one does.
ncclResult_t commDestroy(ncclComm_t handle) {
    const auto communicator = remove(handle);
    if (!communicator) return ncclInvalidArgument;
    if (communicator->last) communicator->last->drain();
    communicator->last.reset();
    return ncclSuccess;
}

ncclResult_t commAbort(ncclComm_t handle) {
    const auto communicator = remove(handle);
    if (!communicator) return ncclInvalidArgument;
    communicator->group->abort(communicator->rank);
    communicator->last.reset();
    return ncclSuccess;
}

ncclResult_t commGetAsyncError(ncclComm_t handle, ncclResult_t* error) {
    const auto communicator = communicatorOf(handle);
    if (!communicator) return ncclInvalidArgument;
    const bool waits = communicator->inProgress > 0;
    if (waits) --communicator->inProgress;
    *error = waits ? ncclInProgress : static_cast<ncclResult_t>(communicator->asyncError.load());
    return ncclSuccess;
}

/// The only way in which elements are put together here.
bool isSum(ncclRedOp_t operation) {
    if (operation != ncclSum) violation("NCCL: a reduction that is no sum");
    return operation == ncclSum;
}

ncclResult_t reduceScatter(const void* input, void* output, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    if (!isSum(op)) return ncclInvalidArgument;
    return enqueue({NcclKind::ReduceScatter, input, output, count, {}, 0}, type, comm, stream);
}
ncclResult_t allGather(const void* input, void* output, size_t count, ncclDataType_t type,
                       ncclComm_t comm, cudaStream_t stream) {
    return enqueue({NcclKind::AllGather, input, output, count, {}, 0}, type, comm, stream);
}
ncclResult_t allReduce(const void* input, void* output, size_t count, ncclDataType_t type,
                       ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
    if (!isSum(op)) return ncclInvalidArgument;
    return enqueue({NcclKind::AllReduce, input, output, count, {}, 0}, type, comm, stream);
}
ncclResult_t reduce(const void* input, void* output, size_t count, ncclDataType_t type,
                    ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
    if (!isSum(op)) return ncclInvalidArgument;
    return enqueue({NcclKind::Reduce, input, output, count, {}, root}, type, comm, stream);
}
ncclResult_t broadcast(const void* input, void* output, size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
    return enqueue({NcclKind::Broadcast, input, output, count, {}, root}, type, comm, stream);
}

}  // namespace

const gpu::NcclApi& ncclDouble() {
    static const gpu::NcclApi table{
        .path = "the double",
        .getVersion = getVersion,
        .getErrorString = getErrorString,
        .getUniqueId = getUniqueId,
        .commInitRank = commInitRank,
        .commSplit = commSplit,
        .commDestroy = commDestroy,
        .commAbort = commAbort,
        .commGetAsyncError = commGetAsyncError,
        .groupStart = groupStart,
        .groupEnd = groupEnd,
        .reduceScatter = reduceScatter,
        .allGather = allGather,
        .allReduce = allReduce,
        .reduce = reduce,
        .broadcast = broadcast,
    };
    return table;
}

int64_t liveCommunicators() {
    const std::lock_guard lock(NcclWorld::get().mutex);
    return static_cast<int64_t>(NcclWorld::get().communicators.size());
}

}  // namespace shardscope::doubles::cuda
