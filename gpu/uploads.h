#pragma once
// Host data on its way to the GPU: pinned buffers that are filled again once their copy has ended.
// One a stream; interpreter thread.

#include <array>
#include <functional>
#include <span>

#include "gpu/handles.h"

namespace shardscope::gpu {

class Uploads {
  public:
    explicit Uploads(cudaStream_t stream) : stream_(stream) {}

    /// Calls @p fill with @p bytes of pinned memory and enqueues their copy to @p target. Waits only when
    /// all buffers are on their way. Errors: Failed in the runtime's words.
    core::Result<void> copy(void* target, size_t bytes,
                            const std::function<void(std::span<std::byte>)>& fill);

  private:
    struct Slot {
        PinnedBytes memory;
        size_t bytes = 0;
        Event copied;
    };
    core::Result<void> prepare(Slot& slot, size_t bytes);

    cudaStream_t stream_;
    std::array<Slot, 4> slots_;
    size_t next_ = 0;
};

}  // namespace shardscope::gpu
