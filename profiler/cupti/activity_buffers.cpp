#include "profiler/cupti/activity_buffers.h"

#include <algorithm>
#include <cstring>

namespace shardscope::profiler::cupti {

ActivityBuffers::ActivityBuffers(size_t blockBytes, size_t blocks, size_t most)
    : blockBytes_(blockBytes), most_(most) {
    free_.reserve(most);
    filled_.reserve(most);
    add(blocks);
}

void ActivityBuffers::add(size_t blocks) {
    for (size_t i = 0; i < blocks && blocks_.size() < most_; ++i) {
        // Value-initialised: CUPTI is told that buffers come zeroed.
        blocks_.push_back(std::make_unique<uint64_t[]>(blockBytes_ / sizeof(uint64_t)));
        free_.push_back(reinterpret_cast<uint8_t*>(blocks_.back().get()));
    }
}

uint8_t* ActivityBuffers::request() noexcept {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
        ++refused_;
        return nullptr;
    }
    uint8_t* block = free_.back();
    free_.pop_back();
    return block;
}

void ActivityBuffers::complete(uint8_t* block, size_t validBytes) noexcept {
    const std::lock_guard lock(mutex_);
    filled_.push_back({block, validBytes});
}

std::vector<FilledBuffer> ActivityBuffers::takeFilled() {
    const std::lock_guard lock(mutex_);
    std::vector<FilledBuffer> taken(filled_.begin(), filled_.end());
    filled_.clear();
    return taken;
}

void ActivityBuffers::recycle(const FilledBuffer& buffer) {
    std::memset(buffer.data, 0, std::min(buffer.validBytes, blockBytes_));
    const std::lock_guard lock(mutex_);
    free_.push_back(buffer.data);
}

void ActivityBuffers::growIfScarce() {
    const std::lock_guard lock(mutex_);
    if (free_.size() * 2 < blocks_.size()) add(blocks_.size());
}

void ActivityBuffers::ensure(size_t blocks) {
    const std::lock_guard lock(mutex_);
    if (blocks > blocks_.size()) add(blocks - blocks_.size());
}

int64_t ActivityBuffers::refused() const {
    const std::lock_guard lock(mutex_);
    return refused_;
}

}  // namespace shardscope::profiler::cupti
