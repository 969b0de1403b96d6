#include "gui/summary/heading.h"

#include <QCoreApplication>
#include <algorithm>
#include <functional>

#include "core/base/units.h"
#include "gui/model/phrase_text.h"
#include "traces/analysis/json_access.h"
#include "traces/table/recorded_texts.h"
#include "traces/table/sentences.h"

namespace shardscope::gui::summary {

namespace {

using traces::RunReport;

const QString kSeparator = QStringLiteral("  \u00b7  ");

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Heading)
};

QString textOf(const traces::Json& object, const char* key) {
    return QString::fromStdString(traces::textOf(object, key));
}

QString modelOf(const RunReport& report) {
    const int64_t layers = traces::integerOf(report.workload, "layers");
    const int64_t hidden = traces::integerOf(report.workload, "hidden");
    const QString name = textOf(report.workload, "model");
    if (layers <= 0 || hidden <= 0) return name;
    return QStringLiteral("%1 %2 \u00d7 %3").arg(name).arg(layers).arg(hidden);
}

QString parametersOf(const RunReport& report) {
    const int64_t count = traces::integerOf(report.workload, "parameters");
    return Text::tr("%1 parameters").arg(QString::fromStdString(core::withCommas(count)));
}

QString batchOf(const RunReport& report) {
    return Text::tr("micro-batch %1 \u00d7 %2 tokens")
        .arg(traces::integerOf(report.workload, "microBatch", 1))
        .arg(traces::integerOf(report.workload, "sequence"));
}

QString ranksOf(const RunReport& report) {
    return report.ranks == 1 ? Text::tr("1 rank") : Text::tr("%1 ranks").arg(report.ranks);
}

/// What @p of says of every report, or nothing when two differ.
QString common(const Comparison& comparison, const std::function<QString(const RunReport&)>& of) {
    const auto& reports = comparison.reports();
    if (reports.empty()) return {};
    const QString first = of(reports.front());
    const bool same =
        std::ranges::all_of(reports, [&](const RunReport& report) { return of(report) == first; });
    return same ? first : QString();
}

}  // namespace

QString workloadText(const Comparison& comparison) {
    QStringList parts;
    const std::array<std::function<QString(const RunReport&)>, 6> facts{
        modelOf,
        parametersOf,
        [](const RunReport& r) { return textOf(r.workload, "dtype"); },
        [](const RunReport& r) { return textOf(r.workload, "optimizer"); },
        batchOf,
        ranksOf};
    for (const auto& fact : facts) parts << common(comparison, fact);
    parts.removeAll(QString());
    return parts.join(kSeparator);
}

QString machineText(const Comparison& comparison) {
    if (comparison.reports().empty()) return {};
    const QString hardware = common(
        comparison, [](const RunReport& r) { return said(table::recordedText(r.hardware)); });
    return hardware.isEmpty() ? Text::tr("several machines") : hardware;
}

QStringList sentencesOf(const Comparison& comparison) {
    QStringList sentences;
    for (const table::Phrase& sentence : table::sentencesOf(comparison.model())) {
        sentences << said(sentence);
    }
    return sentences;
}

}  // namespace shardscope::gui::summary
