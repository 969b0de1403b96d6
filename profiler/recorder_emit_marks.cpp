// Marks: the instants of a gradient's and a parameter's life.

#include "profiler/recorder_emit.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

void emitMark(Emission& emission, std::string_view name, uint32_t tid, PlanOrder order,
              core::BucketId bucket, int64_t tsNs) {
    emission.place(order).bucket(bucket);
    emission.out.instant(emission.pid(), tid, traces::kMarkCategory, name, tsNs);
}

/// A release belongs to the micro-batch whose reduction it followed.
void emitFullMarks(Emission& emission, const FullGradient& full) {
    const BufferLife& life = *full.life;
    emitMark(emission, "born", traces::kComputeTid, life.born, life.bucket, life.bornNs);
    if (!life.freed) return;
    const PlanOrder order = full.reduction != nullptr ? full.reduction->order : life.born;
    emitMark(emission, "released", traces::kComputeTid, order, life.bucket, life.releasedNs);
}

void emitCollectiveMarks(Emission& emission, const SeenOnStream& seen) {
    const core::BucketId bucket = seen.action->bucket;
    const auto mark = [&](std::string_view name, int64_t tsNs) {
        emitMark(emission, name, tidOf(seen.stream), seen.order, bucket, tsNs);
    };
    if (isCollectiveFor(seen, core::Purpose::Gradient)) {
        mark("reduce start", seen.arrivedNs);
        mark("reduced", seen.endNs);
    } else if (isCollectiveFor(seen, core::Purpose::Parameter)) {
        mark("gather start", seen.arrivedNs);
        mark("gathered", seen.endNs);
    }
}

void emitStreamMarks(Emission& emission, const SeenOnStream& seen) {
    const auto mark = [&](std::string_view name) {
        emitMark(emission, name, tidOf(seen.stream), seen.order, seen.action->bucket, seen.startNs);
    };
    if (isMark(seen, core::MarkKind::GradientReady)) mark("ready");
    if (isMark(seen, core::MarkKind::ParameterUpdated)) mark("updated");
}

}  // namespace

void emitMarks(Emission& emission) {
    for (const FullGradient& full : fullGradients(emission)) emitFullMarks(emission, full);
    for (const auto& stream : emission.seen.streams) {
        for (const SeenOnStream& seen : stream) {
            emitCollectiveMarks(emission, seen);
            emitStreamMarks(emission, seen);
        }
    }
}

}  // namespace shardscope::profiler
