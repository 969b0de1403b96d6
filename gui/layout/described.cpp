#include "gui/layout/described.h"

#include "core/base/units.h"
#include "gui/layout/words.h"
#include "gui/model/span_words.h"

namespace shardscope::gui {

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

namespace {

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

}  // namespace

QString spanText(const Frame& frame, const Span& span) {
    const QString name = spanWords(frame.recording->timeline->names[span.name]);
    return QStringList{name, spanFacts(span).join(QStringLiteral(", "))}.join(QStringLiteral(": "));
}

QString since(const Frame& frame, int64_t ns) { return timeText(ns - frame.originNs); }

int64_t lengthOf(const Life* life) { return life ? life->endNs - life->beginNs : 0; }

}  // namespace shardscope::gui
