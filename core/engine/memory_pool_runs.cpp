#include "core/engine/memory_pool_runs.h"

#include <algorithm>
#include <bit>

#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

LowestFit::LowestFit(int64_t positions)
    : depth_(static_cast<int>(std::bit_width(static_cast<uint64_t>(positions - 1)))), nodes_(1) {}

int32_t LowestFit::childOf(int32_t node, size_t side) {
    int32_t child = nodes_[static_cast<size_t>(node)].child[side];
    if (child < 0) {
        child = static_cast<int32_t>(nodes_.size());
        nodes_[static_cast<size_t>(node)].child[side] = child;
        nodes_.emplace_back();
    }
    return child;
}

int64_t LowestFit::longestBelow(int32_t node, size_t side) const {
    const int32_t child = nodes_[static_cast<size_t>(node)].child[side];
    return child < 0 ? 0 : nodes_[static_cast<size_t>(child)].longest;
}

void LowestFit::set(int64_t position, int64_t length) {
    std::array<int32_t, 64> path{};
    int32_t node = 0;
    for (int level = 0; level < depth_; ++level) {
        path[static_cast<size_t>(level)] = node;
        node = childOf(node, static_cast<size_t>(position >> (depth_ - 1 - level)) & 1U);
    }
    nodes_[static_cast<size_t>(node)].longest = length;
    for (int level = depth_ - 1; level >= 0; --level) {
        node = path[static_cast<size_t>(level)];
        nodes_[static_cast<size_t>(node)].longest =
            std::max(longestBelow(node, 0), longestBelow(node, 1));
    }
}

std::optional<int64_t> LowestFit::lowest(int64_t length) const {
    if (nodes_.front().longest < length) return std::nullopt;
    int64_t position = 0;
    int32_t node = 0;
    for (int level = 0; level < depth_; ++level) {
        const size_t side = longestBelow(node, 0) >= length ? 0 : 1;
        position = position * 2 + static_cast<int64_t>(side);
        node = nodes_[static_cast<size_t>(node)].child[side];
    }
    return position;
}

Runs::Runs(int64_t reserve) : index_(reserve / kBlockUnit) { give({0, reserve}); }

void Runs::take(const Extent& extent) {
    const Extents::Change change = runs_.remove(extent);
    enter(change.whole, 0);
    for (const auto& part : change.parts) {
        if (part) enter(*part, part->bytes);
    }
}

void Runs::give(const Extent& extent) {
    const Extents::Change change = runs_.add(extent);
    for (const auto& part : change.parts) {
        if (part) enter(*part, 0);
    }
    enter(change.whole, change.whole.bytes);
}

std::optional<int64_t> Runs::lowest(int64_t bytes) const {
    const std::optional<int64_t> position = index_.lowest(bytes);
    if (!position) return std::nullopt;
    return *position * kBlockUnit;
}

void Runs::enter(const Extent& run, int64_t bytes) { index_.set(run.offset / kBlockUnit, bytes); }

}  // namespace shardscope::core
