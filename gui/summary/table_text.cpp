#include "gui/summary/table_text.h"

#include <QCoreApplication>
#include <array>

#include "gui/files/marks.h"
#include "gui/model/phrase_text.h"
#include "gui/summary/heading.h"
#include "traces/table/cells.h"
#include "traces/table/units.h"

namespace shardscope::gui::summary {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(SummaryTable)
};

struct Words {
    const char* heading;
    const char* explanation;
};

/// By Column.
constexpr std::array<Words, kColumns> kWords{{
    {QT_TRANSLATE_NOOP("SummaryTable", "strategy"),
     QT_TRANSLATE_NOOP("SummaryTable", "What the run's settings are called.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "G"),
     QT_TRANSLATE_NOOP("SummaryTable", "Micro-batches a step (gradient accumulation).")},
    {QT_TRANSLATE_NOOP("SummaryTable", "source"),
     QT_TRANSLATE_NOOP("SummaryTable", "Measured, simulated, or what else must be known of it.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "peak"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Live memory at its peak, on the rank where it is largest. "
                       "The five columns to the right add up to it.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "= weights"),
     QT_TRANSLATE_NOOP("SummaryTable", "Working weights at the peak.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "+ full\ngradients"),
     QT_TRANSLATE_NOOP("SummaryTable", "Full-size gradients, not yet reduced, at the peak.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "+ gradient\nshards"),
     QT_TRANSLATE_NOOP("SummaryTable", "This rank's reduced part of the gradients at the peak.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "+ optimizer"),
     QT_TRANSLATE_NOOP("SummaryTable", "Master weights and the optimizer's state at the peak.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "+ rest"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Activations, workspace, copies and communication at the peak.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "states,\npaper"),
     QT_TRANSLATE_NOOP("SummaryTable", "Model states by the ZeRO paper's formula.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "states,\nwith buffers"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Model states as this engine holds them: padding, and the "
                       "buckets in flight, are in it.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "gradients\nheld"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Share of the step during which a bucket's full-size gradient exists.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "sent"),
     QT_TRANSLATE_NOOP("SummaryTable", "Bytes on the wire, a rank and step.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "elements\n/ P"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Elements sent a rank and step, over the number of "
                       "parameters; an all-reduce counts twice.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "paper\n/ P"),
     QT_TRANSLATE_NOOP("SummaryTable", "The same by the paper's count for this strategy.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "calls"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Collectives a step: AR all-reduce, RS reduce-scatter, RD "
                       "reduce, AG all-gather, BC broadcast.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "step"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "Median of the steady steps, and half of its 95 % interval.")},
    {QT_TRANSLATE_NOOP("SummaryTable", "observed"),
     QT_TRANSLATE_NOOP("SummaryTable",
                       "The stage that lifetimes and collectives show, whatever "
                       "the label says.")},
}};

bool isMemory(Column column) { return column >= Column::Peak && column <= Column::HeldStates; }

QString unitOf(Column column, const Comparison& comparison) {
    const table::TableModel& model = comparison.model();
    if (isMemory(column)) return QString::fromUtf8(model.bytes.name.data());
    if (column == Column::Sent) return QString::fromUtf8(model.sent.name.data());
    if (column == Column::Step) return QString::fromUtf8(model.time.name.data());
    return {};
}

std::optional<int64_t> memoryOf(Column column, const traces::RunReport& report) {
    switch (column) {
        case Column::Peak:
            return report.memory.peak.bytes;
        case Column::PaperStates:
            return report.memory.paperBytes;
        case Column::HeldStates:
            return report.memory.modelStateBytes;
        default:
            if (column < Column::Weights || column > Column::Rest) return std::nullopt;
            return table::summandsOf(
                report)[static_cast<size_t>(column) - static_cast<size_t>(Column::Weights)];
    }
}

/// The summands' last digits are chosen so that they add up to the peak's.
std::string memoryText(Column column, const traces::RunReport& report,
                       const table::ByteUnit& unit) {
    if (column < Column::Weights || column > Column::Rest) {
        return table::inUnit(*memoryOf(column, report), unit);
    }
    const auto index = static_cast<size_t>(column) - static_cast<size_t>(Column::Weights);
    const auto bytes = table::summandsOf(report);
    if (bytes[index] == 0) return "\u2013";
    return table::ticksText(table::apportion(bytes, unit)[index], unit);
}

QString observedText(const traces::RunReport& report) {
    const traces::Observed& observed = report.observed;
    if (!observed.distinguishable) return Text::tr("cannot be told");
    const QString what = observed.stage
                             ? Text::tr("stage %1").arg(*observed.stage)
                             : Text::tr("like %1").arg(QString::fromStdString(observed.closest));
    return observed.agrees ? what + QStringLiteral(" \u2713")
                           : what + QStringLiteral(" \u2260 ") + Text::tr("label");
}

/// Where the numbers come from; how the run ended is said elsewhere in the row.
QString sourceText(const ComparisonRow& row) {
    const traces::RunReport* report = row.report();
    if (!report) return marksOf(*row.recording).join(QStringLiteral(", "));
    const QString source =
        report->source == "simulated" ? Text::tr("simulated") : Text::tr("measured");
    if (report->growing) return source + QStringLiteral(", ") + Text::tr("still being written");
    return report->incomplete ? source + QStringLiteral(", ") + Text::tr("incomplete") : source;
}

QString sentenceOf(const ComparisonRow& row) {
    if (const auto* report = row.report()) {
        return said(table::whyNoNumbers(*report));
    }
    return Text::tr("no numbers: %1").arg(QString::fromStdString(row.recording->foreign));
}

QString numberText(Column column, const traces::RunReport& report, const Comparison& comparison) {
    const table::TableModel& model = comparison.model();
    if (isMemory(column)) {
        return QString::fromStdString(memoryText(column, report, model.bytes));
    }
    switch (column) {
        case Column::HeldShare:
            return QStringLiteral("%1 %").arg(report.gradients.heldShare * 100.0, 0, 'f', 0);
        case Column::Sent:
            return QString::fromStdString(table::inUnit(table::sentBytes(report), model.sent));
        case Column::ElementsPerParameter:
            return QString::number(report.traffic.elementsPerParameter, 'f', 2);
        case Column::PaperElements:
            return QString::number(report.traffic.paperElementsPerParameter, 'f', 2);
        case Column::Calls:
            return QString::fromStdString(table::callsText(report)).trimmed();
        case Column::Step:
            return QString::fromStdString(table::stepText(report, model.time))
                .replace(QStringLiteral("+-"), QStringLiteral("\u00b1"));
        case Column::Observed:
            return observedText(report);
        default:
            return {};
    }
}

}  // namespace

QString headingOf(Column column, const Comparison& comparison) {
    const QString heading = Text::tr(kWords[static_cast<size_t>(column)].heading);
    const QString unit = unitOf(column, comparison);
    return unit.isEmpty() ? heading : heading + QLatin1Char('\n') + unit;
}

QString explanationOf(Column column) {
    return Text::tr(kWords[static_cast<size_t>(column)].explanation);
}

bool isNumeric(Column column) {
    return column != Column::Strategy && column != Column::Source && column != Column::Calls &&
           column != Column::Observed;
}

QString cellText(Column column, const ComparisonRow& row, const Comparison& comparison) {
    if (column == Column::Strategy) return QString::fromStdString(nameOf(row));
    if (column == Column::Source) return sourceText(row);
    const traces::RunReport* report = row.report();
    if (column == Column::GradAccum) {
        return row.group ? QString::number(row.group->gradAccum) : QString();
    }
    if (report && table::hasNumbers(*report)) return numberText(column, *report, comparison);
    return column == Column::Peak ? sentenceOf(row) : QString();
}

QVariant cellValue(Column column, const ComparisonRow& row) {
    if (column == Column::GradAccum && row.group) return qlonglong(row.group->gradAccum);
    const traces::RunReport* report = row.report();
    if (!report || !table::hasNumbers(*report)) return {};
    if (const auto bytes = memoryOf(column, *report)) return qlonglong(*bytes);
    switch (column) {
        case Column::HeldShare:
            return report->gradients.heldShare;
        case Column::Sent:
            return qlonglong(table::sentBytes(*report));
        case Column::ElementsPerParameter:
            return report->traffic.elementsPerParameter;
        case Column::PaperElements:
            return report->traffic.paperElementsPerParameter;
        case Column::Step:
            return qlonglong(report->time.stepNs.median);
        case Column::Observed:
            return report->observed.stage ? QVariant(*report->observed.stage) : QVariant();
        default:
            return {};
    }
}

}  // namespace shardscope::gui::summary
