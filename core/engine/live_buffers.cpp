#include "core/engine/live_buffers.h"

#include <algorithm>

namespace shardscope::core {

LiveBuffers::LiveBuffers(const Layout& layout)
    : layout_(layout), blocks_(layout.buffers.size()), addresses_(layout.buffers.size(), nullptr) {}

void LiveBuffers::add(BufferId buffer, const Block& block, void* address) {
    const BufferSpec& spec = layout_[buffer];
    if (blocks_[buffer.index()].segment >= 0) broken(spec.name + " is allocated twice");
    blocks_[buffer.index()] = block;
    addresses_[buffer.index()] = static_cast<char*>(address);
    live_[static_cast<size_t>(spec.category)] += spec.bytes;
}

Block LiveBuffers::remove(BufferId buffer) {
    const BufferSpec& spec = layout_[buffer];
    const Block block = blocks_[buffer.index()];
    if (block.segment < 0) broken(spec.name + " is freed while not allocated");
    blocks_[buffer.index()] = {};
    addresses_[buffer.index()] = nullptr;
    live_[static_cast<size_t>(spec.category)] -= spec.bytes;
    return block;
}

void* LiveBuffers::addressOf(TensorId tensor) const {
    const TensorSpec& spec = layout_[tensor];
    char* base = addresses_[spec.buffer.index()];
    return base ? base + spec.offset * bytesOf(spec.dtype) : nullptr;
}

std::vector<OutOfMemoryReport::Tensor> LiveBuffers::largest(size_t count) const {
    std::vector<OutOfMemoryReport::Tensor> all;
    for (size_t i = 0; i < blocks_.size(); ++i) {
        const BufferSpec& spec = layout_.buffers[i];
        if (blocks_[i].segment >= 0) all.push_back({spec.name, spec.category, spec.bytes});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    if (all.size() > count) all.resize(count);
    return all;
}

}  // namespace shardscope::core
