// Gradient lifetimes on the device's clock: full, dead and shard.
//
// full: a bucket's full-size buffer, from the first work that touches it to its release.
// dead: what is reduced in it and belongs to others, where the optimizer is sharded. A replicated
// optimizer reads all of it. Storage that outlives the step is dead until it is written again, here
// until the records end.
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

void emitLife(Emission& emission, std::string_view name, const BufferLife& life, int64_t bytes,
              int64_t fromNs) {
    const uint64_t id = emission.nextId();
    const int64_t untilNs = std::max(fromNs, life.releasedNs);
    emission.place(life.born).bucket(life.bucket).out.arg("bytes", bytes);
    emission.begin(traces::kGradientCategory, name, id, fromNs);
    emission.end(traces::kGradientCategory, name, id, untilNs);
}

void emitFull(Emission& emission, const FullGradient& full) {
    const BufferLife& life = *full.life;
    emitLife(emission, "full", life, life.bytes, life.bornNs);
    const core::Problem& problem = *emission.seen.problem;
    const bool sharded = problem.strategy.optimizer == core::OptimizerSharding::Sharded;
    const bool isBucket = life.bytes >= problem.buckets[life.bucket].elements;  // not one parameter's
    if (full.reduction == nullptr || !sharded || !isBucket) return;
    const int64_t own = life.bytes / problem.buckets.shardCount();
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
