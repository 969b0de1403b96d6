// The double's memory calls: allocation, copies, sets. Copies are in stream order and look at their
// pageable source when real ones may: before the call returns.

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/fake_work.h"

using namespace shardscope::doubles::cuda;

namespace {

bool onDevice(const void* address) {
    return FakeMachine::get().memory.placeOf(address) == Place::Device;
}

PacedWork paced(const char* what, size_t bytes) {
    return {.kernel = what, .amount = static_cast<double>(bytes)};
}

bool pageable(const void* address) {
    return FakeMachine::get().memory.placeOf(address) == Place::Pageable;
}

CUpti_ActivityMemcpyKind kindOf(const void* to, const void* from) {
    if (onDevice(to)) {
        return onDevice(from) ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOD : CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    }
    return onDevice(from) ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOH : CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
}

/// Whether @p kind says where the addresses really are.
bool agrees(const void* to, const void* from, cudaMemcpyKind kind) {
    switch (kind) {
        case cudaMemcpyHostToDevice:
            return onDevice(to) && !onDevice(from);
        case cudaMemcpyDeviceToHost:
            return !onDevice(to) && onDevice(from);
        case cudaMemcpyDeviceToDevice:
            return onDevice(to) && onDevice(from);
        case cudaMemcpyHostToHost:
            return !onDevice(to) && !onDevice(from);
        default:
            return true;
    }
}

bool sound(const void* to, const void* from, size_t bytes) {
    return checkRange("copy to", to, bytes) && checkRange("copy from", from, bytes);
}

cudaError_t copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t handle,
                 CUpti_CallbackId id, bool wait) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    if (bytes == 0) return cudaSuccess;
    if (!sound(to, from, bytes)) return answer(cudaErrorInvalidValue);
    if (!agrees(to, from, kind)) {
        violation("copy: its kind says otherwise than where the memory is");
        return answer(cudaErrorInvalidValue);
    }
    const CUpti_ActivityMemcpyKind where = kindOf(to, from);
    std::vector<std::byte> staged;
    if (pageable(from)) {
        const auto* first = static_cast<const std::byte*>(from);
        staged.assign(first, first + bytes);
    }
    const bool blocks = wait || pageable(to);
    const activity::Call call = activity::onRuntimeCall(id, CUPTI_ACTIVITY_KIND_MEMCPY);
    enqueueWork(stream, [=, staged = std::move(staged)](const WorkClock& clock) {
        const void* source = staged.empty() ? from : staged.data();
        if (!(staged.empty() ? sound(to, from, bytes) : checkRange("copy to", to, bytes))) return;
        const int64_t startNs = clock.start();
        std::memmove(to, source, bytes);
        activity::onCopy(call, {stream.get(), startNs, clock.end(startNs, paced("copy", bytes))},
                         static_cast<int64_t>(bytes), where);
    });
    if (!blocks) return cudaSuccess;
    stream->drain();
    return enter();
}

cudaError_t set(void* to, int value, size_t bytes, cudaStream_t handle, CUpti_CallbackId id,
                bool wait) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const auto stream = FakeMachine::get().streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    if (bytes == 0) return cudaSuccess;
    if (!checkRange("set of", to, bytes)) return answer(cudaErrorInvalidValue);
    if (pageable(to)) {
        violation("set of memory that is the host's");
        return answer(cudaErrorInvalidValue);
    }
    const activity::Call call = activity::onRuntimeCall(id, CUPTI_ACTIVITY_KIND_MEMSET);
    enqueueWork(stream, [=](const WorkClock& clock) {
        if (!checkRange("set of", to, bytes)) return;
        const int64_t startNs = clock.start();
        std::memset(to, value, bytes);
        activity::onSet(call, {stream.get(), startNs, clock.end(startNs, paced("set", bytes))},
                        static_cast<int64_t>(bytes), static_cast<uint32_t>(value));
    });
    if (!wait) return cudaSuccess;
    stream->drain();
    return enter();
}

}  // namespace

extern "C" {

cudaError_t CUDARTAPI cudaMalloc(void** address, size_t bytes) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    *address = nullptr;
    if (bytes == 0) return cudaSuccess;
    *address = FakeMachine::get().memory.allocate(currentDevice(), static_cast<int64_t>(bytes));
    if (*address == nullptr) return answer(cudaErrorMemoryAllocation);
    activity::onMemory(currentDevice(), *address, static_cast<int64_t>(bytes), true);
    return cudaSuccess;
}

// Like the real one, it waits for the device, so that nothing uses the memory any more.
cudaError_t CUDARTAPI cudaFree(void* address) {
    if (const auto status = enter(); status != cudaSuccess) return status;
    if (address == nullptr) return cudaSuccess;
    FakeMachine& machine = FakeMachine::get();
    const int owner = machine.memory.deviceOf(address);
    if (owner >= 0) {
        for (const auto& stream : machine.streamsOf(owner)) stream->drain();
    }
    const int64_t bytes = machine.memory.bytesAt(address);
    if (!machine.memory.release(address, Place::Device)) {
        violation("cudaFree of something that is not device memory, or no longer");
        return answer(cudaErrorInvalidValue);
    }
    activity::onMemory(owner, address, bytes, false);
    return cudaSuccess;
}

// In stream order only for the free: memory is there at once, as after a synchronisation.
cudaError_t CUDARTAPI cudaMallocAsync(void** address, size_t bytes, cudaStream_t stream) {
    if (!FakeMachine::get().streamOf(stream)) return answer(cudaErrorInvalidResourceHandle);
    return cudaMalloc(address, bytes);
}

cudaError_t CUDARTAPI cudaFreeAsync(void* address, cudaStream_t handle) {
    if (const auto status = enter(); status != cudaSuccess) return status;
    FakeMachine& machine = FakeMachine::get();
    const auto stream = machine.streamOf(handle);
    if (!stream) return answer(cudaErrorInvalidResourceHandle);
    machine.push(stream, [address, device = stream->device] {
        FakeMemory& memory = FakeMachine::get().memory;
        const int64_t bytes = memory.bytesAt(address);
        if (!memory.release(address, Place::Device)) {
            return violation("cudaFreeAsync of something that is not device memory, or no longer");
        }
        activity::onMemory(device, address, bytes, false);
    });
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaHostAlloc(void** address, size_t bytes, unsigned) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    *address = FakeMachine::get().memory.allocatePinned(static_cast<int64_t>(bytes));
    return *address != nullptr ? cudaSuccess : answer(cudaErrorMemoryAllocation);
}

cudaError_t CUDARTAPI cudaMallocHost(void** address, size_t bytes) {
    return cudaHostAlloc(address, bytes, cudaHostAllocDefault);
}

cudaError_t CUDARTAPI cudaFreeHost(void* address) {
    if (address == nullptr) return cudaSuccess;
    if (FakeMachine::get().memory.release(address, Place::Pinned)) return cudaSuccess;
    violation("cudaFreeHost of something that is not pinned memory, or no longer");
    return answer(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaMemGetInfo(size_t* free, size_t* total) {
    if (const auto status = attempt(); status != cudaSuccess) return status;
    const FakeMachine& machine = FakeMachine::get();
    *total = static_cast<size_t>(machine.machine.capacityBytes);
    *free = *total - static_cast<size_t>(machine.memory.used(currentDevice()));
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return copy(to, from, bytes, kind, nullptr, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy_v3020, true);
}

cudaError_t CUDARTAPI cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
    return copy(to, from, bytes, kind, stream, CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020,
                false);
}

cudaError_t CUDARTAPI cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes,
                                          cudaStream_t stream) {
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, stream,
                CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyPeerAsync_v4000, false);
}

cudaError_t CUDARTAPI cudaMemset(void* to, int value, size_t bytes) {
    return set(to, value, bytes, nullptr, CUPTI_RUNTIME_TRACE_CBID_cudaMemset_v3020, true);
}

cudaError_t CUDARTAPI cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
    return set(to, value, bytes, stream, CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020, false);
}

}  // extern "C"
