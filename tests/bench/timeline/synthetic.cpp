#include "tests/bench/timeline/synthetic.h"

#include <algorithm>
#include <string>

#include "core/base/units.h"
#include "gui/model/rank_builder.h"

namespace shardscope::bench {
namespace {

using namespace gui;

constexpr int kBuckets = 7;
constexpr int kOperations = 196;  ///< a rank and step
constexpr int kCalls = 320;
constexpr int64_t kStepNs = 120'000'000;
constexpr int64_t kEventsAStep = 1678;  ///< a rank and step, those without rows too
enum Name : uint32_t { kOperation = 1, kCollective, kForward, kBackward, kOptimizer, kStep };

void addOperations(RankBuilder& rank, int64_t step, int64_t beginNs) {
    const int64_t slot = kStepNs / kOperations;
    for (int i = 0; i < kOperations; ++i) {
        const int64_t at = beginNs + i * slot;
        const Span span{.beginNs = at,
                        .endNs = at + slot * 9 / 10,
                        .bytes = 1 << 20,
                        .name = kOperation,
                        .step = static_cast<int32_t>(step),
                        .microBatch = 0,
                        .kind = i % 15 == 14 ? SpanKind::Stall : SpanKind::Operation};
        rank.span(1, span);
        rank.computed(
            {{static_cast<int32_t>(step), 0, i * 2}, kOperation, span.beginNs, span.endNs});
    }
}

void addPhases(RankBuilder& rank, int64_t step, int64_t beginNs) {
    const auto number = static_cast<int32_t>(step);
    int64_t at = beginNs;
    for (const auto& [name, percent] :
         {std::pair{kForward, 30}, {kBackward, 60}, {kOptimizer, 10}}) {
        const int64_t end = at + kStepNs * percent / 100;
        rank.phase({.beginNs = at,
                    .endNs = end,
                    .name = name,
                    .step = number,
                    .microBatch = 0,
                    .kind = SpanKind::Phase});
        at = end;
    }
    rank.span(3, {.beginNs = beginNs,
                  .endNs = beginNs + kStepNs,
                  .name = kStep,
                  .step = number,
                  .kind = SpanKind::Step});
}

void addBucket(RankBuilder& rank, int b, int32_t step, int64_t beginNs) {
    const int64_t born = beginNs + kStepNs * (30 + 8 * b) / 100;
    const int64_t reduced = born + kStepNs / 8, freed = beginNs + kStepNs * 95 / 100;
    rank.span(2, {.beginNs = born + kStepNs / 20,
                  .endNs = reduced,
                  .bytes = 7 << 19,
                  .name = kCollective,
                  .bucket = b,
                  .step = step,
                  .microBatch = 0,
                  .kind = SpanKind::Collective});
    rank.life(LifeKind::Full, b, {born, reduced, 7 << 19, step, 0});
    rank.life(LifeKind::Shard, b, {reduced, freed, 7 << 17, step, 0});
    rank.life(LifeKind::Ready, b, {beginNs, freed, 7 << 19, step, -1});
    rank.life(LifeKind::Stale, b, {freed, freed + kStepNs / 50, 7 << 19, step, -1});
    rank.life(LifeKind::Gathering, b, {freed + kStepNs / 50, beginNs + kStepNs, 7 << 19, step, -1});
    for (int kind = 0; kind < kMarkKinds; ++kind) {
        const int64_t at = born + (reduced - born) * kind / (kMarkKinds - 1);
        rank.mark(b, {at, step, 0, static_cast<MarkKind>(kind)});
    }
}

/// Allocated one after another, freed in the opposite order; a step differs from its neighbours.
void addCalls(RankBuilder& rank, int64_t step, int64_t beginNs, int64_t& reserved) {
    const int64_t bytes = 100'000 + step * 7919 % 50'000;
    const int64_t block = core::roundUp(bytes, 512);
    for (int i = 0; i < kCalls; ++i) {
        const bool up = i < kCalls / 2;
        const int buffer = up ? i : kCalls - 1 - i;
        const int64_t allocated = block * (up ? buffer + 1 : buffer);
        reserved = std::max(reserved, core::roundUp(allocated, 2 * core::kMiB));
        rank.call({{static_cast<int32_t>(step), 0, i * 2 * kOperations / kCalls},
                   static_cast<uint32_t>(step * kCalls + i),
                   {.hostNs = beginNs + i * 500,
                    .change = up ? bytes : -bytes,
                    .bucket = buffer % kBuckets,
                    .microBatch = 0,
                    .category = static_cast<core::Category>(buffer % core::kCategories)},
                   {.offset = block * buffer,
                    .block = block,
                    .segment = 0,
                    .action = i,
                    .name = kOperation},
                   kForward,
                   0,
                   buffer,
                   allocated,
                   reserved});
    }
}

LaneKind laneKindOf(uint32_t tid) {
    if (tid == 1) return LaneKind::Compute;
    return tid == 2 ? LaneKind::Communication : LaneKind::Host;
}

RankTimeline rankOf(int64_t steps) {
    RankBuilder rank;
    int64_t reserved = 0;
    for (int64_t step = 0; step < steps; ++step) {
        const int64_t beginNs = step * (kStepNs + kStepNs / 10);
        rank.step({beginNs, beginNs + kStepNs, step});
        addPhases(rank, step, beginNs);
        addOperations(rank, step, beginNs);
        for (int b = 0; b < kBuckets; ++b) {
            addBucket(rank, b, static_cast<int32_t>(step), beginNs);
        }
        addCalls(rank, step, beginNs, reserved);
    }
    return rank.finish(
        kBuckets, [](uint32_t tid) { return "lane " + std::to_string(tid); }, laneKindOf);
}

TimelinePtr timelineOf(int64_t events, int ranks) {
    auto timeline = std::make_shared<Timeline>();
    timeline->names = {
        "", "matmul h.3.mlp.c_fc", "reduce-scatter B3", "forward", "backward", "optimizer", "step"};
    timeline->worldSize = ranks;
    timeline->ours = true;
    for (int b = 0; b < kBuckets; ++b) {
        timeline->buckets.push_back({"B" + std::to_string(kBuckets - 1 - b), 7 << 19, false});
    }
    const int64_t steps = events / ranks / kEventsAStep;
    for (int r = 0; r < ranks; ++r) timeline->ranks.push_back(rankOf(steps));
    for (int64_t step = 1; step < steps; ++step) timeline->measured.push_back(step);
    timeline->settle();
    timeline->endNs = steps * (kStepNs + kStepNs / 10);
    return timeline;
}

/// What a title and a legend have to say.
traces::RunReport reportOf(int rank, const Timeline& timeline) {
    traces::RunReport report;
    report.name = "synthetic";
    report.status = "ok";
    report.source = "measured";
    report.observed = {.stage = 2, .closest = "zero-2", .agrees = true, .distinguishable = true};
    report.memory.peak.rank = rank;
    report.memory.peak.bytes = timeline.ranks[static_cast<size_t>(rank)].memory.mostLive();
    report.memory.peak.composition.fill(1 << 20);
    report.gradients.buckets = kBuckets;
    report.gradients.peakLiveFullBuckets = 2;
    report.gradients.peakLiveFullBytes = 7 << 20;
    report.time.stepNs.median = kStepNs;
    return report;
}

}  // namespace

std::vector<LoadedPtr> panelsOf(int64_t events, int panels) {
    const TimelinePtr timeline = timelineOf(events, panels);
    std::vector<LoadedPtr> all;
    for (int rank = 0; rank < panels; ++rank) {
        auto loaded = std::make_shared<LoadedRecording>();
        loaded->name = "synthetic";
        loaded->timeline = timeline;
        loaded->report = reportOf(rank, *timeline);
        all.push_back(std::move(loaded));
    }
    return all;
}

}  // namespace shardscope::bench
