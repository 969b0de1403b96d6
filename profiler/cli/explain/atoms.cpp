#include "profiler/cli/explain/atoms.h"

#include <algorithm>

namespace shardscope::explain {

Atoms::Atoms(const core::BucketMap& map, core::BucketId bucket)
    : shard_(map.shardElements(bucket)) {
    for (int r = 0; r <= map.ranks; ++r) cuts_.push_back(shard_ * r);
    for (const core::Segment& segment : map[bucket].segments) {
        cuts_.push_back(segment.offset);
        cuts_.push_back(segment.offset + segment.elements);
    }
    std::ranges::sort(cuts_);
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
    real_.assign(count(), false);
    for (const core::Segment& segment : map[bucket].segments) {
        const AtomSpan span = within(segment.offset, segment.offset + segment.elements);
        for (size_t a = span.first; a < span.last; ++a) real_[a] = true;
    }
}

AtomSpan Atoms::within(int64_t begin, int64_t end) const {
    const auto at = [this](int64_t element) {
        const auto cut = std::ranges::lower_bound(cuts_, element);
        if (cut == cuts_.end() || *cut != element) {
            core::broken("a tensor of a plan starts and ends where a parameter or a shard does");
        }
        return static_cast<size_t>(cut - cuts_.begin());
    };
    return {.first = at(begin), .last = at(end)};
}

AtomSpan Atoms::ofShard(core::Rank owner) const {
    return within(shard_ * owner.value, shard_ * (owner.value + 1));
}

std::vector<size_t> Atoms::realOfShard(core::Rank owner) const {
    std::vector<size_t> atoms;
    const AtomSpan shard = ofShard(owner);
    for (size_t a = shard.first; a < shard.last; ++a) {
        if (real_[a]) atoms.push_back(a);
    }
    return atoms;
}

}  // namespace shardscope::explain
