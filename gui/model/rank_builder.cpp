#include "gui/model/rank_builder.h"

#include <algorithm>

#include "gui/model/interval_sets.h"

namespace shardscope::gui {
namespace {

constexpr int64_t kMostBuckets = 1'000'000;

void sortByBegin(std::vector<Life>& lives) {
    std::ranges::stable_sort(lives, {}, &Life::beginNs);
    lives.shrink_to_fit();
}

/// With accumulation a reduced part lives beside the shard that it is added to.
void splitIncoming(BucketTrack& bucket) {
    sortByBegin(bucket.shard);
    std::vector<Life> shard;
    for (const Life& life : bucket.shard) {
        const bool beside = !shard.empty() && life.beginNs < shard.back().endNs;
        (beside ? bucket.incoming : shard).push_back(life);
    }
    bucket.shard = std::move(shard);
}

/// Lists are searched as disjoint ones.
void makeDisjoint(std::vector<Life>& lives) {
    sortByBegin(lives);
    for (size_t i = 1; i < lives.size(); ++i) {
        lives[i].beginNs = std::max(lives[i].beginNs, lives[i - 1].endNs);
        lives[i].endNs = std::max(lives[i].endNs, lives[i].beginNs);
    }
}

void settle(BucketTrack& bucket) {
    splitIncoming(bucket);
    for (auto* lives : {&bucket.full, &bucket.dead, &bucket.shard, &bucket.incoming, &bucket.stale,
                        &bucket.gathering, &bucket.ready}) {
        makeDisjoint(*lives);
    }
    for (const Life& life : bucket.incoming) {
        bucket.mostIncoming = std::max(bucket.mostIncoming, life.bytes);
    }
    std::ranges::stable_sort(bucket.marks, {}, &Mark::timeNs);
    bucket.marks.shrink_to_fit();
}

}  // namespace

void RankBuilder::span(uint32_t tid, const Span& span) {
    std::vector<Lane>& rows = lanes_[tid];
    const auto place = std::ranges::find_if(rows, [&](const Lane& row) {
        return row.spans.empty() || row.spans.back().endNs <= span.beginNs;
    });
    Lane& row = place == rows.end() ? rows.emplace_back() : *place;
    row.spans.push_back(span);
}

BucketTrack* RankBuilder::trackOf(int64_t bucket) {
    if (bucket < 0 || bucket >= kMostBuckets) return nullptr;
    const auto index = static_cast<size_t>(bucket);
    if (rows_.buckets.size() <= index) rows_.buckets.resize(index + 1);
    return &rows_.buckets[index];
}

void RankBuilder::life(LifeKind kind, int64_t bucket, const Life& life) {
    BucketTrack* track = trackOf(bucket);
    if (!track) return;
    switch (kind) {
        case LifeKind::Full:
            return track->full.push_back(life);
        case LifeKind::Dead:
            return track->dead.push_back(life);
        case LifeKind::Shard:
            return track->shard.push_back(life);
        case LifeKind::Stale:
            return track->stale.push_back(life);
        case LifeKind::Gathering:
            return track->gathering.push_back(life);
        case LifeKind::Ready:
            return track->ready.push_back(life);
    }
}

void RankBuilder::mark(int64_t bucket, const Mark& mark) {
    if (BucketTrack* track = trackOf(bucket)) track->marks.push_back(mark);
}

void RankBuilder::settleMemory() {
    if (!std::ranges::is_sorted(calls_, {}, &PlacedCall::seq))
        std::ranges::stable_sort(calls_, {}, &PlacedCall::seq);  // takes half as much again
    tellDeviceTimes(calls_, placed_);
    rows_.pool = PoolHistory(calls_, policy_);
    std::vector<MemoryCall> calls;
    calls.reserve(calls_.size());
    for (const PlacedCall& placed : calls_) calls.push_back(placed.call);
    calls_ = {};
    placed_ = {};
    rows_.memory = MemoryTrack(std::move(calls));
}

void RankBuilder::settleExposed() {
    std::vector<traces::Interval> computing, transfers;
    for (const Lane& lane : rows_.lanes) {
        for (const Span& span : lane.spans) {
            if (span.kind == SpanKind::Collective) {
                transfers.push_back({span.beginNs + span.detail, span.endNs});
            } else if (span.kind == SpanKind::Operation && lane.kind == LaneKind::Compute) {
                computing.push_back({span.beginNs, span.endNs});
            }
        }
    }
    rows_.computing = traces::unionOf(std::move(computing));
    rows_.exposed = outside(traces::unionOf(std::move(transfers)), rows_.computing);
}

RankTimeline RankBuilder::settle(size_t buckets) {
    rows_.buckets.resize(std::max(buckets, rows_.buckets.size()));
    for (BucketTrack& bucket : rows_.buckets) gui::settle(bucket);
    std::ranges::stable_sort(rows_.steps, {}, &StepWindow::step);
    for (Lane& lane : rows_.lanes) {
        lane.spans.shrink_to_fit();
        lane.begins = BeginIndex(lane.spans);
    }
    rows_.accumulates =
        std::ranges::any_of(rows_.phases, [](const Span& span) { return span.microBatch > 0; });
    settleMemory();
    settleExposed();
    return std::move(rows_);
}

}  // namespace shardscope::gui
