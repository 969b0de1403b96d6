#pragma once
// Owners of CUDA's handles: move-only, destroyed with their scope. The device that they belong to must be
// current on the thread that makes them.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

#include "gpu/cuda_check.h"

namespace shardscope::gpu {

/// A handle and the function that ends it.
template <class Handle, cudaError_t (*destroy)(Handle)>
class Owned {
  public:
    Owned() = default;
    explicit Owned(Handle handle) : handle_(handle) {}
    Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Owned() {
        if (handle_) (void)destroy(handle_);
    }

    Handle get() const { return handle_; }
    explicit operator bool() const { return handle_ != nullptr; }

  private:
    Handle handle_ = nullptr;
};

using Stream = Owned<cudaStream_t, cudaStreamDestroy>;
using Event = Owned<cudaEvent_t, cudaEventDestroy>;
using PinnedBytes = Owned<void*, cudaFreeHost>;
using DeviceBytes = Owned<void*, cudaFree>;

/// A stream that does not wait for the legacy default stream. @p priority 0 is the lowest.
core::Result<Stream> makeStream(int priority = 0);
/// Only orders work. core::Result's error: what the runtime says.
core::Result<Event> makeEvent();
/// Takes the GPU's time when it is recorded.
core::Result<Event> makeTimingEvent();
core::Result<PinnedBytes> makePinned(size_t bytes);
core::Result<DeviceBytes> makeDeviceBytes(size_t bytes);

/// Makes @p ordinal the thread's current device; cheap when it is already.
core::Result<void> useDevice(int ordinal);

}  // namespace shardscope::gpu
