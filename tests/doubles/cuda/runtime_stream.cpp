// The double's streams and events.

#include <cuda_runtime_api.h>

#include <algorithm>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/nccl_state.h"

using namespace shardscope::doubles::cuda;

namespace {

cudaError_t make(cudaStream_t* handle, unsigned flags, int priority) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    // Greater numbers are lower priorities; what is out of range is brought into it.
    const int allowed = std::min(0, std::max(-5, priority));
    *handle = reinterpret_cast<cudaStream_t>(
        FakeMachine::get().makeStream(currentDevice(), flags, allowed).get());
    return cudaSuccess;
}

/// A call that waits, with its record.
template <class Wait>
void waiting(CUpti_CallbackId id, CUpti_ActivitySynchronizationType type, uint32_t stream,
             Wait&& wait) {
    const activity::Call call = activity::onRuntimeCall(id, CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
    activity::Waited waited{.type = type, .stream = stream, .startNs = gpuNowNs()};
    wait();
    waited.endNs = gpuNowNs();
    activity::onWait(call, waited);
}

}  // namespace

extern "C" {

cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t* stream) {
    return make(stream, cudaStreamDefault, 0);
}

cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return make(stream, flags, 0);
}

cudaError_t CUDARTAPI cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags,
                                                   int priority) {
    return make(stream, flags, priority);
}

cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream) {
    if (FakeMachine::get().destroyStream(stream)) return cudaSuccess;
    violation("cudaStreamDestroy of a stream that was destroyed, or never made");
    return answer(cudaErrorInvalidResourceHandle);
}

cudaError_t CUDARTAPI cudaStreamGetPriority(cudaStream_t handle, int* priority) {
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    *priority = stream->priority;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t handle) {
    checkOutsideOfGroup("cudaStreamSynchronize");
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    waiting(CUPTI_RUNTIME_TRACE_CBID_cudaStreamSynchronize_v3020,
            CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE, stream->id,
            [&] { stream->drain(); });
    const auto& device = FakeMachine::get().devices[static_cast<size_t>(stream->device)];
    return answer(stateOf(*device));
}

cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t handle) {
    checkOutsideOfGroup("cudaStreamQuery");
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    const bool idle = stream->idle();
    const auto& device = FakeMachine::get().devices[static_cast<size_t>(stream->device)];
    const cudaError_t broken = stateOf(*device);
    if (broken != cudaSuccess) return answer(broken);
    return idle ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned) {
    checkOutsideOfGroup("cudaStreamWaitEvent");
    if (const auto status = attempt(); status != cudaSuccess) return status;
    FakeMachine& machine = FakeMachine::get();
    const auto stream = machine.streamOf(handle);
    const auto fake = machine.eventOf(event);
    if (!stream || !fake) return answer(cudaErrorInvalidResourceHandle);
    waiting(CUPTI_RUNTIME_TRACE_CBID_cudaStreamWaitEvent_v3020,
            CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, stream->id, [] {});
    // The most recent record at the time of this call; without one there is nothing to wait for.
    if (const auto record = fake->latest) {
        machine.push(stream, [record, to = stream.get()] {
            record->wait();
            to->standsAtNs = std::max(to->standsAtNs, record->timeNs.load());
        });
    }
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* data) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    FakeMachine::get().push(stream, [function, data] { function(data); });
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    *event = reinterpret_cast<cudaEvent_t>(FakeMachine::get().makeEvent(flags).get());
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event) {
    if (FakeMachine::get().destroyEvent(event)) return cudaSuccess;
    violation("cudaEventDestroy of an event that was destroyed, or never made");
    return answer(cudaErrorInvalidResourceHandle);
}

cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t handle) {
    checkOutsideOfGroup("cudaEventRecord");
    if (const auto status = attempt(); status != cudaSuccess) return status;
    FakeMachine& machine = FakeMachine::get();
    const auto stream = machine.streamOf(handle);
    const auto fake = machine.eventOf(event);
    // An event belongs to the device that was current when it was made.
    if (!stream || !fake || fake->device != stream->device) {
        return answer(cudaErrorInvalidResourceHandle);
    }
    const auto record = std::make_shared<EventRecord>();
    fake->latest = record;
    machine.push(stream, [record, at = stream.get()] {
        record->pass(std::max(gpuNowNs(), at->standsAtNs));
    });
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto fake = FakeMachine::get().eventOf(event);
    if (!fake) return answer(cudaErrorInvalidResourceHandle);
    return !fake->latest || fake->latest->passed ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event) {
    checkOutsideOfGroup("cudaEventSynchronize");
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto fake = FakeMachine::get().eventOf(event);
    if (!fake) return answer(cudaErrorInvalidResourceHandle);
    waiting(CUPTI_RUNTIME_TRACE_CBID_cudaEventSynchronize_v3020,
            CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE,
            CUPTI_SYNCHRONIZATION_INVALID_VALUE, [&] {
                if (fake->latest) fake->latest->wait();
            });
    return enter();
}

cudaError_t CUDARTAPI cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    const auto start = FakeMachine::get().eventOf(from);
    const auto end = FakeMachine::get().eventOf(to);
    if (!start || !end || !start->latest || !end->latest) {
        return answer(cudaErrorInvalidResourceHandle);
    }
    if (((start->flags | end->flags) & cudaEventDisableTiming) != 0) {
        return answer(cudaErrorInvalidResourceHandle);
    }
    if (!start->latest->passed || !end->latest->passed) return cudaErrorNotReady;
    *milliseconds = static_cast<float>(end->latest->timeNs - start->latest->timeNs) * 1e-6F;
    return cudaSuccess;
}

}  // extern "C"
