#include "gui/summary/cell_detail.h"

#include <QCoreApplication>

#include "core/base/units.h"
#include "gui/model/byte_text.h"
#include "gui/model/phrase_text.h"
#include "traces/table/cells.h"
#include "traces/table/recorded_texts.h"
#include "traces/table/units.h"

namespace shardscope::gui::summary {

namespace {

using traces::RunReport;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(SummaryTable)
};

QString saidAgain(const std::string& text) { return said(table::recordedText(text)); }

/// "76,431,360 bytes": the exact number behind a rounded one.
QString exactText(Column column, const ComparisonRow& row) {
    const QVariant value = cellValue(column, row);
    if (value.typeId() != QMetaType::LongLong || column == Column::GradAccum) return {};
    const QString number = QString::fromStdString(core::withCommas(value.toLongLong()));
    return column == Column::Step ? Text::tr("%1 ns").arg(number)
                                  : Text::tr("%1 bytes").arg(number);
}

QStringList peakLines(const RunReport& report) {
    const traces::MemoryReport& memory = report.memory;
    QStringList lines{
        Text::tr("on rank %1, in %2").arg(memory.peak.rank).arg(saidAgain(memory.peak.phase)),
        Text::tr("in the pool's blocks: %1").arg(sizeText(memory.allocatedPeakBytes)),
        Text::tr("reserved by the pool: %1").arg(sizeText(memory.reservedPeakBytes))};
    if (memory.deviceUsedPeakBytes)
        lines += Text::tr("used of the device: %1").arg(sizeText(*memory.deviceUsedPeakBytes));
    lines +=
        Text::tr("least limit under which it trains: %1").arg(sizeText(memory.smallestLimitBytes));
    QStringList phases;
    for (const auto& [phase, bytes] : memory.peakPerPhase) {
        phases += saidAgain(phase) + QLatin1Char(' ') + sizeText(bytes);
    }
    if (!phases.isEmpty()) lines += Text::tr("most in each phase: %1").arg(phases.join(", "));
    return lines;
}

QStringList sentLines(const RunReport& report) {
    const traces::TrafficReport& traffic = report.traffic;
    const std::pair<const char*, const traces::CollectiveTraffic*> kinds[] = {
        {"reduce-scatter", &traffic.reduceScatter},
        {"all-reduce", &traffic.allReduce},
        {"reduce", &traffic.reduce},
        {"all-gather", &traffic.allGather},
        {"broadcast", &traffic.broadcast},
        {"small", &traffic.small}};
    QStringList lines;
    for (const auto& [name, sent] : kinds) {
        if (sent->calls == 0) continue;
        lines += Text::tr("%1: %2 calls, %3 payload, %4 on the wire")
                     .arg(QLatin1String(name))
                     .arg(sent->calls)
                     .arg(sizeText(sent->payloadBytes), sizeText(sent->wireBytes));
    }
    return lines;
}

QStringList stepLines(const RunReport& report) {
    QStringList lines;
    const traces::TimeReport& time = report.time;
    const auto share = [&](double ns) {
        return time.stepNs.median > 0 ? 100.0 * ns / static_cast<double>(time.stepNs.median) : 0.0;
    };
    if (time.hostBoundNs) {
        lines += Text::tr("waiting for its host to issue: at least %1 (%2 %)")
                     .arg(QString::fromStdString(table::withTimeUnit(*time.hostBoundNs)))
                     .arg(share(static_cast<double>(*time.hostBoundNs)), 0, 'f', 1);
    }
    if (report.recorderShare)
        lines += Text::tr("keeping records took about %1 %")
                     .arg(*report.recorderShare * 100.0, 0, 'f', 2);
    return lines;
}

QStringList heldLines(const RunReport& report) {
    const double perStep = report.gradients.deadByteSeconds / double(core::kMiB);
    int64_t lagNs = 0;
    for (const traces::BucketLifetime& bucket : report.gradients.perBucket)
        lagNs = std::max(lagNs, bucket.releaseLagNs);
    return {Text::tr("reduced and not released: %1 MiB × s a step").arg(perStep, 0, 'f', 3),
            Text::tr("a bucket is released at most %1 after its reduction, on average")
                .arg(QString::fromStdString(table::withTimeUnit(lagNs)))};
}

/// Where the observed stage is not the label's, the sentence that says why.
QStringList evidenceLines(const RunReport& report) {
    QStringList lines;
    for (const std::string& line : report.observed.evidence) lines += saidAgain(line);
    return lines;
}

QStringList partsOf(Column column, const RunReport& report) {
    switch (column) {
        case Column::Peak:
            return peakLines(report);
        case Column::Sent:
            return sentLines(report);
        case Column::Step:
            return stepLines(report);
        case Column::HeldShare:
            return heldLines(report);
        case Column::Observed:
            return evidenceLines(report);
        default:
            return {};
    }
}

}  // namespace

QString detailOf(Column column, const ComparisonRow& row) {
    QStringList lines;
    const QString exact = exactText(column, row);
    if (!exact.isEmpty()) lines += exact;
    if (const RunReport* report = row.report(); report && table::hasNumbers(*report)) {
        lines += partsOf(column, *report);
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace shardscope::gui::summary
