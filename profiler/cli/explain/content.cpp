#include "profiler/cli/explain/content.h"

#include <algorithm>

namespace shardscope::explain {

Content gradientOf(int rank, int ranks) {
    Content content{.kind = Content::Kind::Gradient,
                    .microBatches = std::vector<int>(static_cast<size_t>(ranks), 0)};
    content.microBatches[static_cast<size_t>(rank)] = 1;
    return content;
}

Content sumOf(const Content& a, const Content& b) {
    if (a.kind == Content::Kind::Nothing || b.kind == Content::Kind::Nothing) return {};
    if (a.kind == Content::Kind::Zeros) return b;
    if (b.kind == Content::Kind::Zeros) return a;
    Content sum = a;
    for (size_t r = 0; r < sum.microBatches.size(); ++r) sum.microBatches[r] += b.microBatches[r];
    return sum;
}

Content updated(const Content& state, const Content& gradient) {
    return {.kind = Content::Kind::State,
            .microBatches = gradient.microBatches,
            .updates = state.updates + 1};
}

bool hasEveryRank(const Content& content) {
    return !content.microBatches.empty() &&
           std::ranges::all_of(content.microBatches, [](int count) { return count > 0; });
}

bool isWhole(const Content& content, int gradAccum) {
    return !content.microBatches.empty() &&
           std::ranges::all_of(content.microBatches,
                               [gradAccum](int count) { return count == gradAccum; });
}

}  // namespace shardscope::explain
