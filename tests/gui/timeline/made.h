#pragma once
// Recordings of any number of ranks and buckets, without a file: one step of a millisecond.

#include <memory>
#include <string>

#include "gui/model/loaded.h"
#include "gui/model/rank_builder.h"

namespace shardscope::gui::test {

inline constexpr int64_t kMadeNs = 1'000'000;
inline constexpr int64_t kBucketBytes = 1000;

struct Made {
    int ranks = 1;
    int buckets = 4;
    /// Live bytes of rank r: this times (r + 1) in the first half of the step, half of that after.
    int64_t liveBytes = 1000;
};

/// Bucket b's full gradient lives from b to b + 1 parts of the step, its shard from then on.
inline void addBucket(RankBuilder& rank, int bucket, int buckets) {
    const int64_t part = kMadeNs / buckets, born = part * bucket;
    rank.life(LifeKind::Full, bucket, {born, born + part, kBucketBytes, 0, 0});
    rank.life(LifeKind::Shard, bucket, {born + part, kMadeNs, kBucketBytes / 4, 0, 0});
}

inline RankTimeline rankOf(const Made& made, int number) {
    RankBuilder rank;
    rank.step({0, kMadeNs, 0});
    rank.span(1, {.beginNs = 0, .endNs = kMadeNs / 2, .step = 0, .kind = SpanKind::Operation});
    rank.span(1, {.beginNs = kMadeNs / 2, .endNs = kMadeNs, .step = 0, .kind = SpanKind::Stall});
    for (int b = 0; b < made.buckets; ++b) addBucket(rank, b, made.buckets);
    const int64_t live = made.liveBytes * (number + 1);
    rank.call({{}, 0, {.hostNs = 0, .change = live, .category = core::Category::Weights}});
    rank.call(
        {{}, 1, {.hostNs = kMadeNs / 2, .change = -live / 2, .category = core::Category::Weights}});
    return rank.finish(
        static_cast<size_t>(made.buckets), [](uint32_t) { return "compute stream"; },
        [](uint32_t) { return LaneKind::Compute; });
}

inline LoadedPtr make(const Made& made) {
    auto timeline = std::make_shared<Timeline>();
    timeline->names = {""};
    timeline->ours = true;
    timeline->worldSize = made.ranks;
    for (int b = 0; b < made.buckets; ++b) {
        timeline->buckets.push_back({"B" + std::to_string(made.buckets - 1 - b), kBucketBytes});
    }
    for (int r = 0; r < made.ranks; ++r) timeline->ranks.push_back(rankOf(made, r));
    timeline->measured = {0};
    timeline->settle();
    timeline->endNs = kMadeNs;
    auto loaded = std::make_shared<LoadedRecording>();
    loaded->name = "made";
    loaded->timeline = timeline;
    return loaded;
}

}  // namespace shardscope::gui::test
