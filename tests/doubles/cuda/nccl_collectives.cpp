// Collectives of NCCL's double: checked, queued in groups, and run on their streams.

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <vector>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/fake_work.h"
#include "tests/doubles/cuda/nccl_state.h"

namespace shardscope::doubles::cuda {

namespace {

std::optional<core::DType> dtypeOf(ncclDataType_t type) {
    switch (type) {
        case ncclFloat32:
            return core::DType::Fp32;
        case ncclBfloat16:
            return core::DType::Bf16;
        case ncclFloat16:
            return core::DType::Fp16;
        case ncclInt32:
            return core::DType::Int32;
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
    return sound("a collective's input", call.input, call.inputElements(ranks), call.dtype) &&
           sound("a collective's output", call.output, call.outputElements(ranks), call.dtype);
}

/// Of the whole arrays.
double bytesOf(const QueuedCalls& group) {
    const int ranks = group.communicator->group->ranks();
    double bytes = 0;
    for (const NcclCall& call : group.calls) {
        const auto elements = std::max(call.inputElements(ranks), call.outputElements(ranks));
        bytes += static_cast<double>(elements) * static_cast<double>(core::bytesOf(call.dtype));
    }
    return bytes;
}

/// What the communicator does at one of its collectives.
void perform(const QueuedCalls& group, uint64_t first) {
    Communicator& mine = *group.communicator;
    const Drills drills = FakeMachine::get().drills();
    for (size_t i = 0; i < group.calls.size(); ++i) {
        const int64_t count = ++FakeMachine::get().collectives;
        if (count == drills.failCollective) mine.asyncError = ncclRemoteError;
        if (count == drills.dieAtCollective) ::raise(SIGKILL);
        // It never meets its peers: what they read of it may be gone when it is let go.
        if (count == drills.failCollective || count == drills.hangCollective) {
            return mine.group->hang(mine.rank);
        }
        if (!sound(group.calls[i], mine.group->ranks())) return;
        const NcclEnd end = mine.group->run(mine.rank, first + i, group.calls[i]);
        if (end == NcclEnd::PeerDied) {
            mine.asyncError = ncclRemoteError;
            mine.group->hang(mine.rank);
        }
        if (end != NcclEnd::Done) return;
    }
}

/// Collectives that this thread has started outside of groups, as far as their communicators still are.
struct Started {
    std::weak_ptr<NcclGroup> group;
    uint64_t number = 0;
    int rank = 0;
};

/// A thread that has several ranks must put their parts into one group: each part may wait for the others
/// before its call returns. Source: NCCL's user guide, "Group Calls", "Management Of Multiple GPUs From One
/// Thread".
bool isOnlyPartOfThread(const Communicator& mine) {
    thread_local std::vector<Started> started;
    std::erase_if(started, [&](const Started& one) {
        const auto group = one.group.lock();
        return !group || (group == mine.group && one.number != mine.next);
    });
    for (const Started& one : started) {
        if (one.group.lock() == mine.group && one.rank != mine.rank) return false;
    }
    started.push_back({mine.group, mine.next, mine.rank});
    return true;
}

/// Whether an operation from before this thread's group has not started yet.
bool goesOn(const Communicator& communicator) {
    const auto& queued = callGroup().collectives;
    return communicator.inProgress > 0 &&
           std::ranges::none_of(queued, [&](const QueuedCalls& calls) {
               return calls.communicator.get() == &communicator;
           });
}

/// One rank alone copies, when there is anything to copy.
ncclResult_t alone(const NcclCall& call, cudaStream_t stream) {
    if (call.input == call.output) return ncclSuccess;
    const size_t bytes = call.count * static_cast<size_t>(core::bytesOf(call.dtype));
    const auto status =
        cudaMemcpyAsync(call.output, call.input, bytes, cudaMemcpyDeviceToDevice, stream);
    return status == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

}  // namespace

void launch(const QueuedCalls& group) {
    ++FakeMachine::get().ncclKernels;
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
            const char* name = nameOf(group.calls.front().kind);
            const int64_t endNs = clock.end(startNs, {.kernel = name, .amount = bytesOf(group)});
            activity::onKernel(call, {group.stream.get(), startNs, endNs}, name,
                               {dim3(8), dim3(512), 0});
        },
        Ends::WithItsPeers);
}

ncclResult_t enqueue(NcclCall call, ncclDataType_t type, ncclComm_t handle, cudaStream_t onStream) {
    if (enter() != cudaSuccess) return callGroup().fail(ncclUnhandledCudaError);
    if (++FakeMachine::get().collectiveCalls == drills().refuseCollective) {
        return callGroup().fail(ncclInternalError);
    }
    const auto communicator = communicatorOf(handle);
    const auto stream = FakeMachine::get().streamOf(onStream);
    const auto dtype = dtypeOf(type);
    if (!communicator || !stream || !dtype) return callGroup().fail(ncclInvalidArgument);
    if (goesOn(*communicator)) {
        violation("NCCL: a communicator is used before its last operation has started");
        return ncclInvalidUsage;
    }
    if (stream->device != communicator->device) {
        violation("NCCL: the stream is not on the communicator's device");
        return callGroup().fail(ncclInvalidUsage);
    }
    if (communicator->asyncError != ncclSuccess) {
        return callGroup().fail(static_cast<ncclResult_t>(communicator->asyncError.load()));
    }
    call.dtype = *dtype;
    if (call.count == 0) return ncclSuccess;
    if (!sound(call, communicator->group->ranks())) return callGroup().fail(ncclInvalidArgument);
    if (communicator->group->ranks() == 1) return alone(call, onStream);
    const ncclResult_t answer = started(communicator);
    if (callGroup().depth == 0) {
        if (!isOnlyPartOfThread(*communicator)) {
            violation("NCCL: one thread starts several ranks' parts outside of a group");
            return ncclInvalidUsage;
        }
        launch({communicator, stream, {call}});
        return answer;
    }
    for (QueuedCalls& group : callGroup().collectives) {
        if (group.communicator != communicator || group.stream != stream) continue;
        group.calls.push_back(call);
        return ncclSuccess;
    }
    callGroup().collectives.push_back({communicator, stream, {call}});
    return ncclSuccess;
}

}  // namespace shardscope::doubles::cuda
