// Statistics of an interval: the table under the panels.

#include "gui/layout/describe.h"
#include "gui/layout/words.h"
#include "gui/model/interval_statistics.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {
namespace {

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

}  // namespace shardscope::gui
