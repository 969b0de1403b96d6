#include "core/capacity/footprint_cache.h"

#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

namespace {

std::vector<int64_t> shiftingBytes(const Blueprint& blueprint, std::span<const int64_t> bytes) {
    std::vector<int64_t> out;
    if (!blueprint.shifting) return out;
    for (const size_t i : *blueprint.shifting) out.push_back(bytes[i]);
    return out;
}

/// Whether what grows with G has blocks of the same sizes.
bool sameBlocks(const Blueprint& blueprint, const std::vector<int64_t>& kept,
                std::span<const int64_t> bytes) {
    if (!blueprint.shifting) return false;
    for (size_t k = 0; k < kept.size(); ++k) {
        const int64_t now = bytes[(*blueprint.shifting)[k]];
        if (roundUp(now, kBlockUnit) != roundUp(kept[k], kBlockUnit)) return false;
    }
    return true;
}

/// Moves the peak by what @p bytes have more than @p kept; nothing when a block would be another.
std::optional<MemoryFootprint> shifted(const Blueprint& blueprint, MemoryFootprint memory,
                                       const std::vector<int64_t>& kept,
                                       std::span<const int64_t> bytes) {
    if (!sameBlocks(blueprint, kept, bytes) || memory.peakStep < 0) return std::nullopt;
    for (size_t k = 0; k < kept.size(); ++k) {
        const size_t i = (*blueprint.shifting)[k];
        const auto category = static_cast<size_t>(blueprint.pool.buffers[i].category);
        memory.peakBytes += bytes[i] - kept[k];
        memory.atPeak[category] += bytes[i] - kept[k];
    }
    return memory;
}

}  // namespace

std::optional<MemoryFootprint> FootprintCache::find(const Blueprint& blueprint,
                                                    const Configuration& at,
                                                    std::span<const int64_t> bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find({&blueprint, at.ranks, at.microBatch});
    if (found == kept_.end()) return std::nullopt;
    for (const auto& kept : found->second) {
        if (kept.gradAccum == at.gradAccum) return kept.walked.memory;
        const int from = kept.walked.sameFromGradAccum;
        if (from == 0 || at.gradAccum < from) continue;
        auto memory = shifted(blueprint, kept.walked.memory, kept.shiftingBytes, bytes);
        if (memory) return memory;
    }
    return std::nullopt;
}

void FootprintCache::keep(const Blueprint& blueprint, const Configuration& at,
                          std::span<const int64_t> bytes, const WalkedFootprint& walked) {
    const std::lock_guard lock(mutex_);
    kept_[{&blueprint, at.ranks, at.microBatch}].push_back(
        {at.gradAccum, shiftingBytes(blueprint, bytes), walked});
}

std::optional<UnderBudget> FootprintCache::findUnderBudget(const Blueprint& blueprint,
                                                           const Configuration& at,
                                                           std::span<const int64_t> bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = underBudget_.find({&blueprint, at.ranks, at.microBatch});
    if (found == underBudget_.end()) return std::nullopt;
    for (const auto& kept : found->second) {
        if (kept.gradAccum == at.gradAccum) return kept.walked;
        const int from = kept.walked.sameFromGradAccum;
        if (from == 0 || at.gradAccum < from) continue;
        if (sameBlocks(blueprint, kept.shiftingBytes, bytes)) return kept.walked;
    }
    return std::nullopt;
}

void FootprintCache::keep(const Blueprint& blueprint, const Configuration& at,
                          std::span<const int64_t> bytes, const UnderBudget& decided) {
    const std::lock_guard lock(mutex_);
    underBudget_[{&blueprint, at.ranks, at.microBatch}].push_back(
        {at.gradAccum, shiftingBytes(blueprint, bytes), decided});
}

}  // namespace shardscope::core
