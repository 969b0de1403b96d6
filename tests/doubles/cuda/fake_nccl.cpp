// NCCL's functions: communicators over threads, groups, aborts.

#include <atomic>
#include <cstring>
#include <functional>
#include <set>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/fake_work.h"
#include "tests/doubles/cuda/nccl_group.h"

namespace shardscope::doubles::cuda {

namespace {

struct Communicator {
    std::shared_ptr<NcclGroup> group;
    int rank = 0;
    int device = 0;
    uint64_t next = 0;       // number of its next collective
    uint64_t nextSplit = 0;  // likewise
    int64_t heldBytes = 0;   // of its device
    std::atomic<int> asyncError{ncclSuccess};
    std::shared_ptr<FakeStream> last;  // where its collectives run
};

/// All communicators of the process.
struct World {
    std::mutex mutex;
    std::map<uint64_t, std::shared_ptr<NcclGroup>> groups;  // by unique id
    std::map<const void*, std::shared_ptr<Communicator>> communicators;
    std::vector<std::shared_ptr<Communicator>> gone;  // addresses are not given to others
    uint64_t nextId = 1;
};
World& world() {
    static auto* all = new World();
    return *all;
}

struct Queued {
    std::shared_ptr<Communicator> communicator;
    std::shared_ptr<FakeStream> stream;
    std::vector<NcclCall> calls;
};
thread_local int groupDepth = 0;
thread_local std::vector<Queued> queued;
thread_local std::vector<std::shared_ptr<NcclGroup>> joining;

/// A split that has been called for and not yet waited for.
struct Splitting {
    std::shared_ptr<Communicator> parent;
    uint64_t number = 0;
    ncclComm_t* made = nullptr;
};
thread_local std::vector<Splitting> splitting;
thread_local ncclResult_t groupFailure = ncclSuccess;

std::shared_ptr<Communicator> communicatorOf(ncclComm_t handle) {
    {
        const std::lock_guard lock(world().mutex);
        const auto found = world().communicators.find(handle);
        if (found != world().communicators.end()) return found->second;
    }
    violation("NCCL: a communicator that was destroyed or aborted, or never made");
    return nullptr;
}

std::optional<core::DType> dtypeOf(ncclDataType_t type) {
    switch (type) {
        case ncclFloat32:
            return core::DType::Fp32;
        case ncclBfloat16:
            return core::DType::Bf16;
        case ncclFloat16:
            return core::DType::Fp16;
        default:
            return std::nullopt;
    }
}

bool sound(const char* what, const void* address, size_t elements, core::DType dtype) {
    if (FakeMachine::get().memory.placeOf(address) != Place::Device) {
        violation(std::string("NCCL: ") + what + " is not in device memory");
        return false;
    }
    return checkRange(what, address, elements * static_cast<size_t>(core::bytesOf(dtype)));
}

bool sound(const NcclCall& call, int ranks) {
    const auto all = call.count * static_cast<size_t>(ranks);
    const bool scatters = call.kind == NcclKind::ReduceScatter;
    const bool gathers = call.kind == NcclKind::AllGather;
    return sound("a collective's input", call.input, scatters ? all : call.count, call.dtype) &&
           sound("a collective's output", call.output, gathers ? all : call.count, call.dtype);
}

/// What the communicator does at one of its collectives.
void perform(const Queued& group, uint64_t first) {
    Communicator& mine = *group.communicator;
    const Drills drills = FakeMachine::get().drills();
    for (size_t i = 0; i < group.calls.size(); ++i) {
        const int64_t count = ++FakeMachine::get().collectives;
        if (count == drills.failCollective) mine.asyncError = ncclRemoteError;
        if (count == drills.failCollective || count == drills.hangCollective) {
            mine.group->hang(mine.rank);
        }
        if (!sound(group.calls[i], mine.group->ranks())) return;
        if (mine.group->run(mine.rank, first + i, group.calls[i]) == NcclEnd::Aborted) return;
    }
}

/// All collectives of one communicator in a group are one kernel.
void launch(const Queued& group) {
    const activity::Call call = activity::onDriverCall(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                                       CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    const uint64_t first = group.communicator->next;
    group.communicator->next += group.calls.size();
    group.communicator->last = group.stream;
    enqueueWork(
        group.stream,
        [=](const WorkClock& clock) {
            const int64_t startNs = clock.start();
            perform(group, first);
            activity::onKernel(call, {group.stream.get(), startNs, clock.end(startNs)},
                               nameOf(group.calls.front().kind), {dim3(8), dim3(512), 0});
        },
        Ends::WithItsPeers);
}

/// One rank alone copies, when there is anything to copy.
ncclResult_t alone(const NcclCall& call, cudaStream_t stream) {
    if (call.input == call.output) return ncclSuccess;
    const size_t bytes = call.count * static_cast<size_t>(core::bytesOf(call.dtype));
    const auto status =
        cudaMemcpyAsync(call.output, call.input, bytes, cudaMemcpyDeviceToDevice, stream);
    return status == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t enqueue(NcclCall call, ncclDataType_t type, ncclComm_t handle, cudaStream_t onStream) {
    if (enter() != cudaSuccess) return ncclUnhandledCudaError;
    const auto communicator = communicatorOf(handle);
    const auto stream = FakeMachine::get().streamOf(onStream);
    const auto dtype = dtypeOf(type);
    if (!communicator || !stream || !dtype) return ncclInvalidArgument;
    if (stream->device != communicator->device) {
        violation("NCCL: the stream is not on the communicator's device");
        return ncclInvalidUsage;
    }
    if (communicator->asyncError != ncclSuccess) {
        return static_cast<ncclResult_t>(communicator->asyncError.load());
    }
    call.dtype = *dtype;
    if (call.count == 0) return ncclSuccess;
    if (!sound(call, communicator->group->ranks())) return ncclInvalidArgument;
    if (communicator->group->ranks() == 1) return alone(call, onStream);
    if (groupDepth == 0) {
        launch({communicator, stream, {call}});
        return ncclSuccess;
    }
    for (Queued& group : queued) {
        if (group.communicator != communicator || group.stream != stream) continue;
        group.calls.push_back(call);
        return ncclSuccess;
    }
    queued.push_back({communicator, stream, {call}});
    return ncclSuccess;
}

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
        default:
            return "an error of NCCL's double";
    }
}

ncclResult_t getUniqueId(ncclUniqueId* id) {
    const std::lock_guard lock(world().mutex);
    *id = {};
    const uint64_t number = world().nextId++;
    std::memcpy(id->internal, &number, sizeof number);
    return ncclSuccess;
}

/// @return whether the device has room for a communicator's buffers.
bool takeBuffers(Communicator& communicator) {
    const int64_t bytes = machine().communicatorBytes;
    if (bytes > 0 && !FakeMachine::get().memory.take(communicator.device, bytes)) return false;
    communicator.heldBytes = bytes;
    return true;
}

ncclResult_t commInitRank(ncclComm_t* handle, int ranks, ncclUniqueId id, int rank) {
    if (enter() != cudaSuccess) return ncclUnhandledCudaError;
    if (ranks < 1 || rank < 0 || rank >= ranks) return ncclInvalidArgument;
    uint64_t number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    const auto mine = std::make_shared<Communicator>();
    mine->rank = rank;
    mine->device = currentDevice();
    if (!takeBuffers(*mine)) return ncclUnhandledCudaError;
    {
        const std::lock_guard lock(world().mutex);
        for (const auto& [at, other] : world().communicators) {
            const auto found = world().groups.find(number);
            if (found != world().groups.end() && other->group == found->second &&
                other->device == mine->device) {
                return ncclInvalidUsage;  // "Duplicate GPU detected"
            }
        }
        auto& group = world().groups[number];
        if (!group) group = std::make_shared<NcclGroup>(ranks);
        mine->group = group;
        world().communicators[mine.get()] = mine;
    }
    *handle = reinterpret_cast<ncclComm_t>(mine.get());
    if (groupDepth > 0) {
        joining.push_back(mine->group);
    } else {
        mine->group->join();
    }
    return ncclSuccess;
}

ncclResult_t finish(const Splitting& split) {
    const auto place = split.parent->group->awaitSplit(split.parent->rank, split.number);
    if (!place.group) return ncclSuccess;
    const auto mine = std::make_shared<Communicator>();
    mine->group = place.group;
    mine->rank = place.rank;
    mine->device = split.parent->device;
    if (!takeBuffers(*mine)) return ncclUnhandledCudaError;
    const std::lock_guard lock(world().mutex);
    world().communicators[mine.get()] = mine;
    *split.made = reinterpret_cast<ncclComm_t>(mine.get());
    return ncclSuccess;
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
        if (groupDepth > 0) groupFailure = ncclRemoteError;
        return ncclRemoteError;
    }
    const Splitting split{parent, parent->nextSplit++, made};
    parent->group->enterSplit(parent->rank, split.number, color, key);
    if (groupDepth == 0) return finish(split);
    splitting.push_back(split);
    return ncclSuccess;
}

std::shared_ptr<Communicator> remove(ncclComm_t handle) {
    const auto communicator = communicatorOf(handle);
    if (!communicator) return nullptr;
    const std::lock_guard lock(world().mutex);
    if (communicator->heldBytes > 0) {
        FakeMachine::get().memory.give(communicator->device, communicator->heldBytes);
    }
    world().gone.push_back(communicator);
    world().communicators.erase(handle);
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
    *error = static_cast<ncclResult_t>(communicator->asyncError.load());
    return ncclSuccess;
}

ncclResult_t groupStart() {
    ++groupDepth;
    return ncclSuccess;
}

// Joins are counted before any is waited for: one thread may hold several ranks.
ncclResult_t groupEnd() {
    if (groupDepth == 0) return ncclInvalidUsage;
    if (--groupDepth > 0) return ncclSuccess;
    for (const auto& group : std::exchange(joining, {})) group->arrive();
    for (const Queued& group : std::exchange(queued, {})) launch(group);
    // A group with a call that failed has failed: those who entered a split do not wait for it.
    ncclResult_t status = std::exchange(groupFailure, ncclSuccess);
    for (const Splitting& split : std::exchange(splitting, {})) {
        if (status == ncclSuccess) status = finish(split);
    }
    return status;
}

ncclResult_t reduceScatter(const void* input, void* output, size_t count, ncclDataType_t type,
                           ncclRedOp_t, ncclComm_t comm, cudaStream_t stream) {
    return enqueue({NcclKind::ReduceScatter, input, output, count, {}, 0}, type, comm, stream);
}
ncclResult_t allGather(const void* input, void* output, size_t count, ncclDataType_t type,
                       ncclComm_t comm, cudaStream_t stream) {
    return enqueue({NcclKind::AllGather, input, output, count, {}, 0}, type, comm, stream);
}
ncclResult_t allReduce(const void* input, void* output, size_t count, ncclDataType_t type,
                       ncclRedOp_t, ncclComm_t comm, cudaStream_t stream) {
    return enqueue({NcclKind::AllReduce, input, output, count, {}, 0}, type, comm, stream);
}
ncclResult_t reduce(const void* input, void* output, size_t count, ncclDataType_t type, ncclRedOp_t,
                    int root, ncclComm_t comm, cudaStream_t stream) {
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
    const std::lock_guard lock(world().mutex);
    return static_cast<int64_t>(world().communicators.size());
}

}  // namespace shardscope::doubles::cuda
