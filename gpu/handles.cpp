#include "gpu/handles.h"

#include <fmt/format.h>

#include "core/base/units.h"

namespace shardscope::gpu {

namespace {

/// @param handle by reference: the call that makes @p status may write it after the arguments' values
/// would have been taken.
template <class Handle>
core::Result<Handle> owned(
    cudaError_t status,
    const typename std::remove_cvref_t<decltype(std::declval<Handle>().get())>& handle) {
    if (auto done = check(status); !done) return tl::unexpected(done.error());
    return Handle(handle);
}

tl::unexpected<core::Error> refused(cudaError_t status, size_t bytes, const char* what) {
    const std::string size = core::formatBytes(static_cast<int64_t>(bytes));
    return tl::unexpected(errorOf(status, fmt::format("{} of {}", size, what)));
}

}  // namespace

core::Result<Stream> makeStream(int priority) {
    cudaStream_t stream = nullptr;
    const auto status = cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority);
    return owned<Stream>(status, stream);
}

core::Result<Event> makeEvent() {
    cudaEvent_t event = nullptr;
    const cudaError_t status = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    return owned<Event>(status, event);
}

core::Result<Event> makeTimingEvent() {
    cudaEvent_t event = nullptr;
    const cudaError_t status = cudaEventCreateWithFlags(&event, cudaEventDefault);
    return owned<Event>(status, event);
}

core::Result<PinnedBytes> makePinned(size_t bytes) {
    void* address = nullptr;
    const cudaError_t status = cudaHostAlloc(&address, bytes, cudaHostAllocDefault);
    if (status != cudaSuccess) return refused(status, bytes, "pinned memory of the host");
    return PinnedBytes(address);
}

core::Result<DeviceBytes> makeDeviceBytes(size_t bytes) {
    void* address = nullptr;
    const cudaError_t status = cudaMalloc(&address, bytes);
    if (status != cudaSuccess) return refused(status, bytes, "device memory outside the pool");
    return DeviceBytes(address);
}

core::Result<void> useDevice(int ordinal) {
    thread_local int current = -1;
    if (current == ordinal) return {};
    if (auto done = check(cudaSetDevice(ordinal)); !done) return done;
    current = ordinal;
    return {};
}

}  // namespace shardscope::gpu
