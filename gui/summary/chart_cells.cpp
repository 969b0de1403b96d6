#include <QCoreApplication>

#include "gui/summary/chart_of.h"
#include "traces/table/cells.h"
#include "traces/table/units.h"

namespace shardscope::gui::summary {

namespace {

using traces::RunReport;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Chart)
};

QString bytesText(int64_t bytes, const table::ByteUnit& unit) {
    return QString::fromStdString(table::inUnit(bytes, unit));
}

QString withUnit(int64_t bytes, const table::ByteUnit& unit) {
    return bytesText(bytes, unit) + QLatin1Char(' ') + QString::fromUtf8(unit.name.data());
}

QString timeText(int64_t ns, const table::TimeUnit& unit) {
    return QString::fromStdString(table::timeText(static_cast<double>(ns), unit));
}

void addPart(Strip& strip, int64_t value, Fill fill, const QString& text) {
    if (value <= 0) return;
    strip.push_back({.value = static_cast<double>(value),
                     .fill = fill,
                     .tip = QStringLiteral("%1: %2").arg(titleOf(fill), text)});
}

Marker marker(Marker::Kind kind, int64_t value, const QString& tip) {
    return {.kind = kind, .value = static_cast<double>(value), .tip = tip};
}

/// "states: paper 56.5, with buffers 57.1; reserved 66.0": what is kept, and what the pool took for all.
QString statesNote(const traces::MemoryReport& memory, const table::ByteUnit& unit) {
    return Text::tr("states: paper %1, with buffers %2; reserved %3")
        .arg(bytesText(memory.paperBytes, unit), bytesText(memory.modelStateBytes, unit),
             bytesText(memory.reservedPeakBytes, unit));
}

}  // namespace

ChartCell memoryCell(const RunReport& report, const table::TableModel& model) {
    ChartCell cell;
    Strip strip;
    for (int c = 0; c < core::kCategories; ++c) {
        const auto category = static_cast<core::Category>(c);
        const int64_t bytes = table::bytesAtPeak(report, category);
        addPart(strip, bytes, fillOf(category), withUnit(bytes, model.bytes));
    }
    cell.strips.push_back(std::move(strip));
    const traces::MemoryReport& memory = report.memory;
    cell.markers = {marker(Marker::Kind::Paper, memory.paperBytes,
                           Text::tr("model states by the paper: %1 (%2)")
                               .arg(withUnit(memory.paperBytes, model.bytes),
                                    QString::fromStdString(memory.convention))),
                    marker(Marker::Kind::Held, memory.modelStateBytes,
                           Text::tr("model states as held, buffers too: %1")
                               .arg(withUnit(memory.modelStateBytes, model.bytes)))};
    cell.value = bytesText(memory.peak.bytes, model.bytes);
    cell.note = statesNote(memory, model.bytes);
    return cell;
}

ChartCell trafficCell(const RunReport& report, const table::TableModel& model) {
    struct Kind {
        const traces::CollectiveTraffic* traffic;
        Fill fill;
    };
    const traces::TrafficReport& traffic = report.traffic;
    ChartCell cell;
    Strip strip;
    for (const Kind& kind :
         {Kind{&traffic.reduceScatter, Fill::ReduceScatter},
          Kind{&traffic.allReduce, Fill::AllReduce}, Kind{&traffic.reduce, Fill::Reduce},
          Kind{&traffic.allGather, Fill::AllGather}, Kind{&traffic.broadcast, Fill::Broadcast}}) {
        addPart(strip, kind.traffic->wireBytes, kind.fill,
                Text::tr("%1 in %2 calls")
                    .arg(withUnit(kind.traffic->wireBytes, model.sent))
                    .arg(kind.traffic->calls));
    }
    cell.strips.push_back(std::move(strip));
    cell.value = bytesText(table::sentBytes(report), model.sent);
    cell.note = Text::tr("%1 elements / P, paper %2")
                    .arg(traffic.elementsPerParameter, 0, 'f', 2)
                    .arg(traffic.paperElementsPerParameter, 0, 'f', 2);
    return cell;
}

ChartCell timeCell(const RunReport& report, const table::TableModel& model) {
    const traces::TimeReport& time = report.time;
    const traces::StepSplit& split = time.slowest;
    const auto text = [&](int64_t ns) {
        return timeText(ns, model.time) + QLatin1Char(' ') +
               QString::fromUtf8(model.time.name.data());
    };
    const auto part = [&](Strip& strip, int64_t ns, Fill fill) {
        addPart(strip, ns, fill, text(ns));
    };
    Strip compute, communication;
    part(compute, split.computeNs, Fill::Computing);
    part(compute, split.stallNs, Fill::Standing);
    part(communication, split.hiddenNs(), Fill::Hidden);
    part(communication, split.exposedNs, Fill::Exposed);
    part(communication, split.waitingNs, Fill::Waiting);
    ChartCell cell;
    cell.strips = {std::move(compute), std::move(communication)};
    cell.markers = {marker(
        Marker::Kind::Step, time.stepNs.median,
        Text::tr("a step: %1, median of %2").arg(text(time.stepNs.median)).arg(time.stepNs.n))};
    cell.value = QString::fromStdString(table::stepText(report, model.time))
                     .replace(QStringLiteral("+-"), QStringLiteral("\u00b1"));
    cell.note =
        Text::tr("computing %1, sending: hidden %2, exposed %3")
            .arg(timeText(split.computeNs, model.time), timeText(split.hiddenNs(), model.time),
                 timeText(split.exposedNs, model.time));
    return cell;
}

}  // namespace shardscope::gui::summary
