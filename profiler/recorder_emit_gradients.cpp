// Gradient lifetimes on the device's clock: full, dead and shard.
//
// full: a bucket's full-size buffer, from the first work that touches it to its release.
// dead: what is reduced in it and belongs to others, where the optimizer is sharded. A replicated
// optimizer reads all of it. Storage that outlives the step is dead until the next step's backward.
// shard: this rank's reduced part, in a buffer of its own or, where there is none, in the full one.

#include <algorithm>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

/// Gradient collectives by bucket, in plan order.
std::vector<std::vector<const SeenOnStream*>> reductionsByBucket(const Joined& seen) {
    std::vector<std::vector<const SeenOnStream*>> reductions(seen.labels.size());
    for (const SeenOnStream& one : seen.on(core::kCommunication)) {
        if (!isCollectiveFor(one, core::Purpose::Gradient) || !one.action->bucket.valid()) continue;
        reductions[one.action->bucket.index()].push_back(&one);
    }
    return reductions;
}

const SeenOnStream* lastIn(const BufferLife& life,
                           const std::vector<const SeenOnStream*>& reductions) {
    for (auto at = reductions.rbegin(); at != reductions.rend(); ++at) {
        if (life.covers((*at)->order)) return *at;
        if ((*at)->order < life.born) break;
    }
    return nullptr;
}

bool hasShardBuffer(const core::Layout& layout, core::BucketId bucket) {
    return std::any_of(
        layout.buffers.begin(), layout.buffers.end(), [bucket](const core::BufferSpec& spec) {
            return spec.bucket == bucket && spec.category == core::Category::GradientShards;
        });
}

void emitSpan(Emission& emission, std::string_view name, const BufferLife& life, int64_t bytes,
              int64_t fromNs, int64_t untilNs) {
    const uint64_t id = emission.nextId();
    emission.place(life.born).bucket(life.bucket).out.arg("bytes", bytes);
    emission.begin(traces::kGradientCategory, name, id, fromNs);
    emission.end(traces::kGradientCategory, name, id, untilNs);
}

void emitLife(Emission& emission, std::string_view name, const BufferLife& life, int64_t bytes,
              int64_t fromNs) {
    emitSpan(emission, name, life, bytes, fromNs, std::max(fromNs, life.releasedNs));
}

/// When the backward after @p reduction begins: what outlives its step is written again from there on.
int64_t nextBackwardNs(const Emission& emission, const SeenOnStream& reduction, int64_t otherwise) {
    for (const SeenOnStream& seen : emission.seen.on(core::kCompute)) {
        const bool begins =
            isMark(seen, core::MarkKind::PhaseBegin) && seen.action->phase == core::Phase::Backward;
        if (begins && seen.order.step > reduction.order.step) return seen.startNs;
    }
    return otherwise;
}

/// Dead and own parts of a persistent bucket, step by step: from a step's last reduction on.
void emitPerStep(Emission& emission, const BufferLife& life, int64_t own,
                 const std::vector<const SeenOnStream*>& reductions) {
    for (size_t i = 0; i < reductions.size(); ++i) {
        const SeenOnStream& one = *reductions[i];
        const bool last =
            i + 1 == reductions.size() || reductions[i + 1]->order.step != one.order.step;
        if (!last || !life.covers(one.order)) continue;
        const int64_t untilNs = std::max(one.endNs, nextBackwardNs(emission, one, life.releasedNs));
        emitSpan(emission, "dead", life, life.bytes - own, one.endNs, untilNs);
        emitSpan(emission, "shard", life, own, one.endNs, untilNs);
    }
}

void emitFull(Emission& emission, const FullGradient& full) {
    const BufferLife& life = *full.life;
    emitLife(emission, "full", life, life.bytes, life.bornNs);
    const core::Problem& problem = *emission.seen.problem;
    const bool sharded = problem.strategy.optimizer == core::OptimizerSharding::Sharded;
    const bool isBucket =
        life.bytes >= problem.buckets[life.bucket].elements;  // not one parameter's
    if (full.reduction == nullptr || !sharded || !isBucket) return;
    const int64_t own = life.bytes / problem.buckets.shardCount();
    if (life.born.step < 0) {
        const auto reductions = reductionsByBucket(emission.seen);
        return emitPerStep(emission, life, own, reductions[life.bucket.index()]);
    }
    const int64_t reducedNs = full.reduction->endNs;
    if (life.releasedNs > reducedNs) emitLife(emission, "dead", life, life.bytes - own, reducedNs);
    if (!hasShardBuffer(*emission.seen.layout, life.bucket)) {
        emitLife(emission, "shard", life, own, reducedNs);
    }
}

}  // namespace

std::vector<FullGradient> fullGradients(const Emission& emission) {
    const auto reductions = reductionsByBucket(emission.seen);
    std::vector<FullGradient> all;
    for (const BufferLife& life : emission.lives.all) {
        if (life.category != core::Category::Gradients) continue;
        all.push_back({&life, lastIn(life, reductions[life.bucket.index()])});
    }
    return all;
}

void emitGradients(Emission& emission) {
    for (const FullGradient& full : fullGradients(emission)) emitFull(emission, full);
    for (const BufferLife& life : emission.lives.all) {
        if (life.category != core::Category::GradientShards || life.firstUse == nullptr) continue;
        emitLife(emission, "shard", life, life.bytes, life.firstUse->endNs);
    }
}

}  // namespace shardscope::profiler
