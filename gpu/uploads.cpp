#include "gpu/uploads.h"

namespace shardscope::gpu {

core::Result<void> Uploads::prepare(Slot& slot, size_t bytes) {
    if (!slot.copied) {
        auto event = makeEvent();
        if (!event) return tl::unexpected(event.error());
        slot.copied = std::move(*event);
    } else if (auto ended = check(cudaEventSynchronize(slot.copied.get())); !ended) {
        return ended;
    }
    if (slot.bytes >= bytes) return {};
    auto memory = makePinned(bytes);
    if (!memory) return tl::unexpected(memory.error());
    slot.memory = std::move(*memory);
    slot.bytes = bytes;
    return {};
}

core::Result<void> Uploads::copy(void* target, size_t bytes,
                                 const std::function<void(std::span<std::byte>)>& fill) {
    Slot& slot = slots_[next_];
    next_ = (next_ + 1) % slots_.size();
    if (auto ready = prepare(slot, bytes); !ready) return ready;
    fill({static_cast<std::byte*>(slot.memory.get()), bytes});
    const auto started =
        check(cudaMemcpyAsync(target, slot.memory.get(), bytes, cudaMemcpyHostToDevice, stream_));
    if (!started) return started;
    return check(cudaEventRecord(slot.copied.get(), stream_));
}

}  // namespace shardscope::gpu
