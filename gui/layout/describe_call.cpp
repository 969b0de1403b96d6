#include "gui/layout/describe_call.h"

#include <algorithm>

#include "core/base/units.h"
#include "gui/layout/words.h"
#include "gui/model/span_words.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {
namespace {

/// A call and its other half.
struct Known {
    const Frame& frame;
    const RankTimeline& rows;
    size_t call;

    const PoolEntry& entry() const { return rows.pool[call]; }
    const PoolSection& section() const { return rows.pool.sectionOf(call); }
    const MemoryCall& asked() const { return rows.memory.calls()[call]; }
    const std::string& name(uint32_t id) const { return frame.recording->timeline->names[id]; }
    bool allocates() const { return asked().change > 0; }
    int64_t bytes() const { return std::abs(asked().change); }
    std::optional<Known> other() const {
        if (entry().other == kNoCall) return std::nullopt;
        return Known{frame, rows, entry().other};
    }
    QString since() const { return timeText(asked().timeNs - frame.originNs); }
};

std::optional<Known> knownOf(const Frame& frame, size_t call) {
    const RankTimeline* rows = frame.rows();
    if (!rows || call >= rows->pool.size()) return std::nullopt;
    return Known{frame, *rows, call};
}

/// "forward of step 2, micro-batch 1".
QString sectionText(const Known& known) {
    const PoolSection& section = known.section();
    const QString phase = spanWords(known.name(section.phase));
    QStringList parts{
        section.step < 0 ? phase : Compare::tr("%1 of step %2").arg(phase).arg(section.step + 1)};
    if (known.asked().microBatch >= 0)
        parts << Compare::tr("micro-batch %1").arg(known.asked().microBatch + 1);
    return parts.join(QStringLiteral(", "));
}

/// "forward of step 2, micro-batch 1, action 69".
QString placeText(const Known& known) {
    QStringList parts{sectionText(known)};
    const PoolEntry& entry = known.entry();
    if (entry.action >= 0) parts << Compare::tr("action %1").arg(entry.action);
    return parts.join(QStringLiteral(", "));
}

/// What the compute stream does next to the call, in plan order; empty: nothing.
QString besideText(const Known& known) {
    const QString operation = spanWords(known.name(known.entry().operation));
    if (operation.isEmpty()) return {};
    return known.allocates() ? Compare::tr(", before %1").arg(operation)
                             : Compare::tr(", after %1").arg(operation);
}

QString callText(const Known& known) {
    return Compare::tr("%1: %2%3").arg(known.since(), placeText(known), besideText(known));
}

QString sizeText(const Known& known) {
    const int64_t block = known.entry().block;
    if (block <= known.bytes()) return bytesText(known.bytes());
    return Compare::tr("%1 in a block of %2").arg(bytesText(known.bytes()), bytesText(block));
}

/// "weights B6: 3.4 MiB, weights".
QString whatText(const Known& known) {
    return QString::fromStdString(known.name(known.entry().name)) + QStringLiteral(": ") +
           sizeText(known) + QStringLiteral(", ") + titleOf(known.asked().category);
}

QString whereText(const Known& known) {
    if (known.entry().segment < 0) return QStringLiteral("–");
    return Compare::tr("segment %1, at %2")
        .arg(known.entry().segment)
        .arg(bytesText(known.entry().offset));
}

/// The two calls of one block. A free whose allocation is missing has none.
struct Halves {
    std::optional<Known> begin, end;
};

Halves halvesOf(const Known& known) {
    if (known.allocates()) return {known, known.other()};
    return {known.other(), known};
}

QString lifetimeText(const Halves& life) {
    if (!life.begin) return QStringLiteral("–");
    if (!life.end) return Compare::tr("to the end of the recording");
    return timeText(life.end->asked().timeNs - life.begin->asked().timeNs);
}

QStringList headings() {
    return {QString(),
            Compare::tr("buffer"),
            Compare::tr("is for"),
            Compare::tr("bytes"),
            Compare::tr("place"),
            Compare::tr("allocated"),
            Compare::tr("freed"),
            Compare::tr("lived on the device")};
}

QStringList rowOf(const Known& known) {
    const Halves life = halvesOf(known);
    return {QString::fromStdString(known.frame.recording->name),
            QString::fromStdString(known.name(known.entry().name)),
            titleOf(known.asked().category),
            sizeText(known),
            whereText(known),
            life.begin ? callText(*life.begin) : QStringLiteral("–"),
            life.end ? callText(*life.end) : Compare::tr("not in this recording"),
            lifetimeText(life)};
}

/// Calls of set-up, or of the aligned step.
CallRange rangeOf(const Frame& frame, bool setUp) {
    const MemoryTrack& memory = frame.rows()->memory;
    if (setUp || !frame.step) {
        const auto& steps = frame.rows()->steps;
        return {0, steps.empty() ? memory.calls().size()
                                 : memory.hostCallsTo(0, steps.front().beginNs)};
    }
    const size_t first = memory.hostCallsTo(0, frame.step->beginNs);
    return {first, memory.hostCallsTo(first, frame.step->endNs)};
}

/// The allocation of the same buffer in another recording: of the same micro-batch if there is one.
std::optional<Known> likeIn(const Frame& frame, const Known& known) {
    const RankTimeline* rows = frame.rows();
    if (!rows) return std::nullopt;
    const std::string& name = known.name(known.entry().name);
    const CallRange range = rangeOf(frame, known.section().step < 0);
    std::optional<Known> found;
    for (size_t i = range.begin; i < range.end && i < rows->pool.size(); ++i) {
        const Known each{frame, *rows, i};
        if (!each.allocates() || each.name(each.entry().name) != name) continue;
        if (!found) found.emplace(each);
        if (each.asked().microBatch == known.asked().microBatch) return each;
    }
    return found;
}

}  // namespace

Selection selectionOf(const Frame& frame, int panel, size_t call) {
    const auto known = knownOf(frame, call);
    if (!known) return {};
    const bool loneFree = !known->allocates() && known->entry().other == kNoCall;
    const size_t block = known->allocates() || loneFree ? call : known->entry().other;
    return {.panel = panel,
            .bucket = known->asked().bucket,
            .step = known->section().step,
            .microBatch = known->asked().microBatch,
            .call = static_cast<uint32_t>(block)};
}

QString planText(const Frame& frame, size_t call) {
    return sectionText({frame, *frame.rows(), call});
}

BlockWords wordsOf(const Frame& frame, size_t call) {
    const Known known{frame, *frame.rows(), call};
    return {.what = whatText(known),
            .place = whereText(known),
            .allocated = known.since(),
            .lived = lifetimeText(halvesOf(known))};
}

QString tipOf(const Frame& frame, size_t call) {
    const auto known = knownOf(frame, call);
    if (!known) return {};
    const Halves life = halvesOf(*known);
    QStringList lines{whatText(*known)};
    if (known->entry().segment >= 0) lines << whereText(*known);
    if (life.begin) lines << Compare::tr("allocated at %1").arg(callText(*life.begin));
    lines << (life.end ? Compare::tr("freed at %1").arg(callText(*life.end))
                       : Compare::tr("its free is not in this recording"));
    if (life.begin && life.end) lines << Compare::tr("lived %1").arg(lifetimeText(life));
    return lines.join(u'\n');
}

FactTable factsOfCall(const Selection& selection, const std::vector<Frame>& frames) {
    FactTable table;
    const auto panel = static_cast<size_t>(selection.panel);
    if (selection.panel < 0 || panel >= frames.size()) return table;
    const auto known = knownOf(frames[panel], selection.call);
    if (!known) return table;
    table.title =
        Compare::tr("block of %1").arg(QString::fromStdString(known->name(known->entry().name)));
    table.rows.push_back(headings());
    for (size_t i = 0; i < frames.size(); ++i) {
        const auto each = i == panel ? known : likeIn(frames[i], *known);
        if (each) table.rows.push_back(rowOf(*each));
    }
    return table;
}

}  // namespace shardscope::gui
