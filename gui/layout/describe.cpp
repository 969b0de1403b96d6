#include "gui/layout/describe.h"

#include <algorithm>

#include "core/base/units.h"
#include "gui/layout/describe_call.h"
#include "gui/layout/words.h"
#include "gui/model/interval_statistics.h"
#include "gui/model/span_words.h"
#include "gui/model/visible.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {
namespace {

const Frame* frameOf(int panel, const std::vector<Frame>& frames) {
    if (panel < 0 || static_cast<size_t>(panel) >= frames.size()) return nullptr;
    return frames[static_cast<size_t>(panel)].rows() ? &frames[static_cast<size_t>(panel)]
                                                     : nullptr;
}

const Span* spanOf(const Frame& frame, int lane, uint32_t index) {
    const auto& lanes = frame.rows()->lanes;
    if (lane < 0 || static_cast<size_t>(lane) >= lanes.size()) return nullptr;
    const auto& spans = lanes[static_cast<size_t>(lane)].spans;
    return index < spans.size() ? &spans[index] : nullptr;
}

const BucketTrack* bucketOf(const Frame& frame, int bucket) {
    const auto& buckets = frame.rows()->buckets;
    if (bucket < 0 || static_cast<size_t>(bucket) >= buckets.size()) return nullptr;
    return &buckets[static_cast<size_t>(bucket)];
}

QString labelOf(const Frame& frame, int bucket) {
    const auto& buckets = frame.recording->timeline->buckets;
    if (bucket < 0 || static_cast<size_t>(bucket) >= buckets.size()) return {};
    return QString::fromStdString(buckets[static_cast<size_t>(bucket)].label);
}

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

QStringList spanFacts(const Span& span) {
    QStringList facts{timeText(span.endNs - span.beginNs)};
    if (span.kind == SpanKind::Collective) {
        facts << Compare::tr("%1 payload").arg(bytesText(span.bytes))
              << Compare::tr("%1 on the wire").arg(bytesText(span.wireBytes));
        if (span.detail > 0)
            facts << Compare::tr("%1 waiting for peers").arg(timeText(span.detail));
    } else if (span.kind == SpanKind::Operation) {
        if (span.bytes > 0) facts << Compare::tr("%1 read and written").arg(bytesText(span.bytes));
        if (span.detail > 0) {
            facts << Compare::tr("%1 FLOPs")
                         .arg(QString::fromStdString(core::withCommas(span.detail)));
        }
    }
    return facts;
}

QString spanText(const Frame& frame, const Span& span) {
    const QString name = spanWords(frame.recording->timeline->names[span.name]);
    return QStringList{name, spanFacts(span).join(QStringLiteral(", "))}.join(QStringLiteral(": "));
}

int64_t lengthOf(const Life* life) { return life ? life->endNs - life->beginNs : 0; }

/// The life that belongs to @p selection's step, in this panel its own aligned step.
const Life* lifeOf(const std::vector<Life>& lives, int64_t step, int microBatch) {
    const auto matches = [&](const Life& life) {
        return life.step == step && (microBatch < 0 || life.microBatch == microBatch);
    };
    const auto place = std::ranges::find_if(lives, matches);
    return place == lives.end() ? nullptr : &*place;
}

QString since(const Frame& frame, int64_t ns) { return timeText(ns - frame.originNs); }

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

QStringList intervalHeadings() {
    return {QString(),
            Compare::tr("computing"),
            Compare::tr("exposed communication"),
            Compare::tr("stalled"),
            Compare::tr("collectives"),
            Compare::tr("payload"),
            Compare::tr("most live"),
            Compare::tr("most full gradients"),
            Compare::tr("live at its most")};
}

QString shareText(int64_t ns, int64_t ofNs) {
    const double share =
        ofNs > 0 ? 100.0 * static_cast<double>(ns) / static_cast<double>(ofNs) : 0.0;
    return QStringLiteral("%1 (%2 %)").arg(timeText(ns)).arg(share, 0, 'f', 0);
}

QString compositionText(const core::CategoryBytes& bytes) {
    QStringList parts;
    for (const core::Category category : stackingOrder()) {
        const int64_t each = bytes[static_cast<size_t>(category)];
        if (each > 0) parts << titleOf(category) + QStringLiteral(" ") + bytesText(each);
    }
    return parts.join(QStringLiteral(", "));
}

QStringList intervalRow(const Frame& frame, const TimeRange& interval) {
    const IntervalStatistics facts = statisticsOf(*frame.rows(), frame.originNs + interval.beginNs,
                                                  frame.originNs + interval.endNs);
    return {QString::fromStdString(frame.recording->name),
            shareText(facts.computingNs, facts.lengthNs),
            shareText(facts.exposedNs, facts.lengthNs),
            shareText(facts.stalledNs, facts.lengthNs),
            QString::number(facts.collectives),
            bytesText(facts.payloadBytes),
            bytesText(facts.peakBytes),
            bytesText(facts.peakFullBytes),
            compositionText(facts.atPeak)};
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
    if (hit.kind == HitKind::Span) {
        const Span* span = spanOf(*frame, hit.row, hit.index);
        if (!span) return {};
        if (hit.count > 1) return Compare::tr("%1 spans; zoom in to see them").arg(hit.count);
        return spanText(*frame, *span);
    }
    if (hit.kind == HitKind::Memory) {
        const QString last = tipOf(*frame, frame->rows()->memory.callAt(frame->originNs + atNs));
        return last.isEmpty() ? last : Compare::tr("last call of the pool: %1").arg(last);
    }
    const bool gradient = hit.kind == HitKind::Gradient;
    if (!gradient && hit.kind != HitKind::Parameter) return {};
    const BucketTrack* bucket = bucketOf(*frame, hit.row);
    if (!bucket) return {};
    const int64_t ns = frame->originNs + atNs;
    const auto alive = [&](const std::vector<Life>& lives) {
        const Life* life = lifeAt(lives, ns);
        return life && life->beginNs <= ns;
    };
    QStringList states;
    if (alive(bucket->full)) states << Compare::tr("full-size gradient");
    if (gradient && alive(bucket->dead)) states << Compare::tr("dead: reduced, not mine");
    if (gradient && alive(bucket->shard)) states << Compare::tr("shard");
    if (!gradient) states.clear();
    if (!gradient && alive(bucket->stale)) states << Compare::tr("parameters stale on other ranks");
    if (!gradient && alive(bucket->gathering)) states << Compare::tr("parameters being gathered");
    if (!gradient && alive(bucket->ready)) states << Compare::tr("parameters ready");
    if (const Life* dead = gradient ? lifeAt(bucket->dead, ns) : nullptr;
        dead && dead->beginNs <= ns)
        states << Compare::tr("released %1 after its reduction").arg(timeText(lengthOf(dead)));
    return labelOf(*frame, hit.row) + QStringLiteral(": ") + states.join(QStringLiteral(", "));
}

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

FactTable factsOf(const TimeRange& interval, const std::vector<Frame>& frames) {
    FactTable table{.title = Compare::tr("%1, from %2 to %3")
                                 .arg(timeText(interval.lengthNs()), timeText(interval.beginNs),
                                      timeText(interval.endNs))};
    table.rows.push_back(intervalHeadings());
    for (const Frame& frame : frames) {
        if (frame.rows()) table.rows.push_back(intervalRow(frame, interval));
    }
    return table;
}

QString htmlOf(const FactTable& table) {
    QString html = QStringLiteral("<b>%1</b>").arg(table.title.toHtmlEscaped());
    if (table.empty()) return html;
    html += QStringLiteral("<table cellpadding=\"2\" cellspacing=\"0\">");
    for (size_t i = 0; i < table.rows.size(); ++i) {
        html += QStringLiteral("<tr>");
        for (qsizetype j = 0; j < table.rows[i].size(); ++j) {
            const bool heading = i == 0 || j == 0;
            const QString tag = heading ? QStringLiteral("th") : QStringLiteral("td");
            html += QStringLiteral("<%1 align=\"left\">%2&nbsp;&nbsp;</%1>")
                        .arg(tag, table.rows[i][j].toHtmlEscaped());
        }
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

QString textOf(const FactTable& table) {
    QStringList lines{table.title};
    for (size_t i = 1; i < table.rows.size(); ++i) {
        QStringList facts;
        for (qsizetype j = 1; j < table.rows[i].size(); ++j) {
            facts << table.rows[0][j] + QStringLiteral(" ") + table.rows[i][j];
        }
        lines << table.rows[i][0] + QStringLiteral(": ") + facts.join(QStringLiteral(", "));
    }
    return lines.join(u'\n');
}

}  // namespace shardscope::gui
