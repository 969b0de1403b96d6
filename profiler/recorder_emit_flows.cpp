// Flow arrows: a bucket ready → its collective → the work that released it or could follow it.
//
// An arrow binds to the span that holds its timestamp on its lane, so each end is put inside one:
// the first near the end of the operation that made the bucket ready, the others at the beginning
// of theirs. Where a span is missing or empty there is no arrow.

#include <algorithm>
#include <map>

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

/// The compute operation after which the bucket was ready for @p reduction.
const SeenOnStream* producerOf(const Joined& seen, const SeenOnStream& reduction) {
    const auto isReady = [&](const SeenOnStream& one) {
        return isMark(one, core::MarkKind::GradientReady) &&
               one.action->bucket == reduction.action->bucket;
    };
    const auto& compute = seen.on(core::kCompute);
    const SeenOnStream* ready = lastBefore(compute, reduction.order, isReady);
    return ready != nullptr ? lastBefore(compute, ready->order, isWork) : nullptr;
}

const SeenOnStream* firstWorkAfter(const std::vector<SeenOnStream>& seen, PlanOrder order) {
    auto at = std::partition_point(seen.begin(), seen.end(),
                                   [order](const SeenOnStream& one) { return one.order < order; });
    at = std::find_if(at, seen.end(), isWork);
    return at != seen.end() ? &*at : nullptr;
}

/// Stages 0 and 1: the update that read the bucket last. Stages 2 and 3: the first operation that
/// could use the storage again.
const SeenOnStream* releaseOf(const Joined& seen, const FullGradient& full) {
    const BufferLife& life = *full.life;
    if (!life.freed || life.lastUse == nullptr) return nullptr;
    const bool usedByCompute =
        life.lastUse->stream == core::kCompute && full.reduction->order < life.lastUse->order;
    if (usedByCompute) return life.lastUse;
    return firstWorkAfter(seen.on(core::kCompute), *life.freed);
}

bool canHoldArrow(const SeenOnStream* span) {
    return span != nullptr && span->endNs > span->arrivedNs;
}

void emitEnd(Emission& emission, traces::Phase phase, const SeenOnStream& span, uint64_t id,
             int64_t tsNs) {
    emission.place(span.order).bucket(span.action->bucket);
    emission.out.flow(phase, emission.pid(), span.tid, traces::kFlowCategory, traces::kFlowCategory,
                      id, tsNs);
}

void emitFlow(Emission& emission, const FullGradient& full) {
    const SeenOnStream& reduction = *full.reduction;
    const SeenOnStream* producer = producerOf(emission.seen, reduction);
    const SeenOnStream* release = releaseOf(emission.seen, full);
    if (!canHoldArrow(producer) || !canHoldArrow(&reduction)) return;
    const uint64_t id = emission.nextId();
    emitEnd(emission, traces::Phase::FlowStart, *producer, id, producer->endNs - 1);
    const bool whole = canHoldArrow(release);
    emitEnd(emission, whole ? traces::Phase::FlowStep : traces::Phase::FlowEnd, reduction, id,
            reduction.arrivedNs);
    if (whole) emitEnd(emission, traces::Phase::FlowEnd, *release, id, release->startNs);
}

}  // namespace

void emitFlows(Emission& emission) {
    for (const FullGradient& full : fullGradients(emission)) {
        if (full.reduction != nullptr) emitFlow(emission, full);
    }
}

}  // namespace shardscope::profiler
