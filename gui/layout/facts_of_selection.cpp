// What is known of a selected span or bucket: the table under the panels.

#include <algorithm>

#include "gui/layout/describe.h"
#include "gui/layout/describe_call.h"
#include "gui/layout/described.h"
#include "gui/layout/words.h"

namespace shardscope::gui {
namespace {

QString kindText(const Span& span) {
    switch (span.kind) {
        case SpanKind::Operation:
            return Compare::tr("operation");
        case SpanKind::Collective:
            return Compare::tr("collective");
        case SpanKind::Stall:
            return Compare::tr("stall");
        case SpanKind::Step:
            return Compare::tr("step");
        case SpanKind::Phase:
            return Compare::tr("phase");
        case SpanKind::Other:
            break;
    }
    return Compare::tr("span");
}

/// The life that belongs to @p selection's step, in this panel its own aligned step.
const Life* lifeOf(const std::vector<Life>& lives, int64_t step, int microBatch) {
    const auto matches = [&](const Life& life) {
        return life.step == step && (microBatch < 0 || life.microBatch == microBatch);
    };
    const auto place = std::ranges::find_if(lives, matches);
    return place == lives.end() ? nullptr : &*place;
}

const Mark* markOf(const BucketTrack& bucket, MarkKind kind, int64_t step, int microBatch) {
    const auto place = std::ranges::find_if(bucket.marks, [&](const Mark& mark) {
        return mark.kind == kind && mark.step == step &&
               (microBatch < 0 || mark.microBatch == microBatch);
    });
    return place == bucket.marks.end() ? nullptr : &*place;
}

QStringList markFacts(const Frame& frame, const BucketTrack& bucket, int64_t step, int microBatch) {
    QStringList facts;
    for (int kind = 0; kind < kMarkKinds; ++kind) {
        const Mark* mark = markOf(bucket, static_cast<MarkKind>(kind), step, microBatch);
        facts << (mark ? since(frame, mark->timeNs) : QStringLiteral("–"));
    }
    return facts;
}

/// How long after its reduction the full gradient was released.
QString lagText(const BucketTrack& bucket, int64_t step, int microBatch) {
    const Mark* released = markOf(bucket, MarkKind::Released, step, microBatch);
    const Mark* reduced = nullptr;  // the last one: with accumulation each micro-batch may have one
    for (const Mark& mark : bucket.marks) {
        const bool before = released && mark.timeNs <= released->timeNs;
        if (mark.kind == MarkKind::Reduced && mark.step == step && before) reduced = &mark;
    }
    if (!reduced) return QStringLiteral("–");
    return timeText(released->timeNs - reduced->timeNs);
}

QStringList bucketRow(const Frame& frame, int index, int64_t step, int microBatch) {
    const BucketTrack& bucket = *bucketOf(frame, index);
    const Life* full = lifeOf(bucket.full, step, microBatch);
    if (!full) full = lifeOf(bucket.full, step, -1);  // held over all micro-batches
    const Life* dead = lifeOf(bucket.dead, step, full ? full->microBatch : microBatch);
    const Life* shard = lifeOf(bucket.shard, step, -1);
    QStringList row{QString::fromStdString(frame.recording->name)};
    row << (full ? bytesText(full->bytes) : QStringLiteral("–"))
        << markFacts(frame, bucket, step, full ? full->microBatch : microBatch)
        << timeText(lengthOf(full)) << lagText(bucket, step, full ? full->microBatch : microBatch)
        << timeText(lengthOf(dead)) << (shard ? bytesText(shard->bytes) : QStringLiteral("–"));
    return row;
}

QStringList bucketHeadings() {
    QStringList headings{QString(), Compare::tr("full size")};
    for (int kind = 0; kind < kMarkKinds; ++kind) headings << markName(static_cast<MarkKind>(kind));
    return headings << Compare::tr("held in full") << Compare::tr("reduced to released")
                    << Compare::tr("of that dead") << Compare::tr("shard");
}

}  // namespace

FactTable factsOf(const Selection& selection, const std::vector<Frame>& frames) {
    FactTable table;
    const Frame* chosen = frameOf(selection.panel, frames);
    if (!chosen) return table;
    if (selection.call != kNoCall) return factsOfCall(selection, frames);
    if (const Span* span =
            selection.lane < 0 ? nullptr : spanOf(*chosen, selection.lane, selection.span)) {
        table.title = kindText(*span) + QStringLiteral(" ") + spanText(*chosen, *span) +
                      Compare::tr(", from %1").arg(since(*chosen, span->beginNs));
    } else {
        table.title = Compare::tr("gradient %1").arg(labelOf(*chosen, selection.bucket));
    }
    if (selection.bucket < 0) return table;
    table.rows.push_back(bucketHeadings());
    for (const Frame& frame : frames) {
        if (!frame.rows() || !bucketOf(frame, selection.bucket)) continue;
        const int64_t step =
            &frame == chosen && selection.step >= 0 ? selection.step : frame.stepIndex();
        table.rows.push_back(bucketRow(frame, selection.bucket, step, selection.microBatch));
    }
    return table;
}

}  // namespace shardscope::gui
