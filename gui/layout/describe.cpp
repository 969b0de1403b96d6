#include "gui/layout/describe.h"

#include <algorithm>

#include "gui/layout/describe_call.h"
#include "gui/layout/described.h"
#include "gui/layout/words.h"
#include "gui/model/visible.h"

namespace shardscope::gui {
namespace {

/// The gradient's life at @p ns.
void takeLife(Selection& selection, const BucketTrack& bucket, int64_t ns) {
    for (const auto* lives : {&bucket.full, &bucket.shard, &bucket.dead}) {
        const auto [first, last] = visibleIn(*lives, ns, ns + 1);
        if (first >= last) continue;
        selection.step = (*lives)[first].step;
        selection.microBatch = (*lives)[first].microBatch;
        return;
    }
}

/// The step at @p ns: parameters that are ready there were made ready by the step before.
void takeStep(Selection& selection, const std::vector<StepWindow>& steps, int64_t ns) {
    const auto [first, last] = visibleIn(steps, ns, ns + 1);
    if (first < last) selection.step = static_cast<int>(steps[last - 1].step);
}

QString spanTip(const Frame& frame, const Hit& hit) {
    const Span* span = spanOf(frame, hit.row, hit.index);
    if (!span) return {};
    if (hit.count > 1) return Compare::tr("%1 spans; zoom in to see them").arg(hit.count);
    return spanText(frame, *span);
}

QString memoryTip(const Frame& frame, int64_t ns) {
    const QString last = tipOf(frame, frame.rows()->memory.callAt(ns));
    return last.isEmpty() ? last : Compare::tr("last call of the pool: %1").arg(last);
}

/// The life of @p lives at @p ns; nullptr when there is none.
const Life* livingAt(const std::vector<Life>& lives, int64_t ns) {
    const Life* life = lifeAt(lives, ns);
    return life && life->beginNs <= ns ? life : nullptr;
}

QStringList gradientStates(const BucketTrack& bucket, int64_t ns) {
    QStringList states;
    const Life* dead = livingAt(bucket.dead, ns);
    if (livingAt(bucket.full, ns)) states << Compare::tr("full-size gradient");
    if (dead) states << Compare::tr("dead: reduced, not mine");
    if (livingAt(bucket.shard, ns)) states << Compare::tr("shard");
    if (dead)
        states << Compare::tr("released %1 after its reduction").arg(timeText(lengthOf(dead)));
    return states;
}

QStringList parameterStates(const BucketTrack& bucket, int64_t ns) {
    QStringList states;
    if (livingAt(bucket.stale, ns)) states << Compare::tr("parameters stale on other ranks");
    if (livingAt(bucket.gathering, ns)) states << Compare::tr("parameters being gathered");
    if (livingAt(bucket.ready, ns)) states << Compare::tr("parameters ready");
    return states;
}

}  // namespace

const Life* lifeAt(const std::vector<Life>& lives, int64_t ns) {
    const auto place = std::ranges::upper_bound(lives, ns, {}, &Life::endNs);
    return place == lives.end() ? nullptr : &*place;
}

Selection selectionOf(const Hit& hit, const std::vector<Frame>& frames, int64_t atNs) {
    const Frame* frame = frameOf(hit.panel, frames);
    if (!frame) return {};
    if (hit.kind == HitKind::Span) {
        const Span* span = spanOf(*frame, hit.row, hit.index);
        if (!span) return {};
        return {.panel = hit.panel,
                .bucket = span->bucket,
                .step = span->step,
                .microBatch = span->microBatch,
                .lane = hit.row,
                .span = hit.index};
    }
    if (hit.kind == HitKind::Memory)
        return selectionOf(*frame, hit.panel, frame->rows()->memory.callAt(frame->originNs + atNs));
    if (hit.kind != HitKind::Gradient && hit.kind != HitKind::Parameter) return {};
    const BucketTrack* bucket = bucketOf(*frame, hit.row);
    if (!bucket) return {};
    Selection selection{
        .panel = hit.panel, .bucket = hit.row, .step = static_cast<int>(frame->stepIndex())};
    const int64_t ns = frame->originNs + atNs;
    if (hit.kind == HitKind::Gradient) takeLife(selection, *bucket, ns);
    if (hit.kind == HitKind::Parameter) takeStep(selection, frame->rows()->steps, ns);
    return selection;
}

QString tipOf(const Hit& hit, const std::vector<Frame>& frames, int64_t atNs) {
    const Frame* frame = frameOf(hit.panel, frames);
    if (!frame) return {};
    const int64_t ns = frame->originNs + atNs;
    if (hit.kind == HitKind::Span) return spanTip(*frame, hit);
    if (hit.kind == HitKind::Memory) return memoryTip(*frame, ns);
    const bool gradient = hit.kind == HitKind::Gradient;
    if (!gradient && hit.kind != HitKind::Parameter) return {};
    const BucketTrack* bucket = bucketOf(*frame, hit.row);
    if (!bucket) return {};
    const QStringList states =
        gradient ? gradientStates(*bucket, ns) : parameterStates(*bucket, ns);
    return labelOf(*frame, hit.row) + QStringLiteral(": ") + states.join(QStringLiteral(", "));
}

}  // namespace shardscope::gui
