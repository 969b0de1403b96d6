// A panel's first line: which run, what was observed of it, and its figures.

#include "gui/layout/panel_context.h"
#include "gui/layout/words.h"
#include "traces/analysis/json_access.h"

namespace shardscope::gui {
namespace {

/// A caption and the figure it belongs to.
struct Figure {
    QString caption, value;
    Ink ink = Ink::Text;
};

QString stageText(const traces::RunReport& report) {
    if (!report.observed.stage) {
        return report.observed.distinguishable ? Compare::tr("stage not recognised")
                                               : Compare::tr("stages cannot be told apart here");
    }
    const QString stage = QString::number(*report.observed.stage);
    return report.observed.agrees ? Compare::tr("observed: stage %1, as labelled").arg(stage)
                                  : Compare::tr("observed: stage %1, not as labelled").arg(stage);
}

QString sourceText(const traces::RunReport& report) {
    if (report.source == "simulated") return Compare::tr("simulated");
    if (report.source == "imported") return Compare::tr("imported");
    return Compare::tr("measured");
}

/// How a run ended that did not reach its last step; empty where it did.
QString endText(const traces::RunReport& report) {
    if (report.growing) return Compare::tr("still being written");
    if (report.status == "failed") return Compare::tr("failed");
    if (report.status == "interrupted") return Compare::tr("stopped before its end");
    if (report.status != "oom") return {};
    const traces::Json& end = report.outOfMemory;
    const QString place =
        QString::fromStdString(traces::textOf(end, "phase") + " " + traces::textOf(end, "label"));
    return Compare::tr("out of memory at %1: needed %2, limit %3")
        .arg(place.trimmed(), bytesText(traces::integerOf(end, "requested")),
             bytesText(traces::integerOf(end, "limit")));
}

void addFigures(std::vector<Figure>& figures, const traces::RunReport& report) {
    figures.push_back({Compare::tr("peak"), bytesText(report.memory.peak.bytes)});
    if (report.gradients.peakLiveFullBytes > 0) {
        figures.push_back({Compare::tr("full gradients, most at once"),
                           Compare::tr("%1 of %2 buckets, %3")
                               .arg(report.gradients.peakLiveFullBuckets)
                               .arg(report.gradients.buckets)
                               .arg(bytesText(report.gradients.peakLiveFullBytes)),
                           Ink::Full});
    }
    if (const traces::LiveGrowth& growth = report.gradients.growth; !growth.over.empty()) {
        const QString counts = Compare::tr("%1, then %2").arg(growth.first).arg(growth.last);
        figures.push_back({growth.over == "steps"
                               ? Compare::tr("full buckets pile up over the steps")
                               : Compare::tr("full buckets pile up over the micro-batches"),
                           counts, Ink::Warning});
    }
    if (report.time.stepNs.median > 0) {
        figures.push_back({Compare::tr("step"), timeText(report.time.stepNs.median)});
    }
    const int64_t dropped = traces::integerOf(report.recorder, "dropped");
    const int64_t unmatched = traces::integerOf(report.recorder, "unmatched");
    if (dropped + unmatched > 0) {
        figures.push_back({Compare::tr("recorder lost"),
                           Compare::tr("%1 events").arg(dropped + unmatched), Ink::Warning});
    }
    if (report.incomplete && !report.growing) {
        figures.push_back({QString(), Compare::tr("the file was cut"), Ink::Warning});
    }
}

std::vector<Figure> figuresOf(const PanelContext& context) {
    const LoadedRecording& recording = *context.frame.recording;
    std::vector<Figure> figures;
    if (!recording.report) {
        figures.push_back({QString(), Compare::tr("another program's trace: lanes only")});
        return figures;
    }
    const traces::RunReport& report = *recording.report;
    const bool agrees = report.observed.agrees || !report.observed.stage;
    const QString end = endText(report);
    if (!end.isEmpty()) figures.push_back({QString(), end, Ink::Warning});
    if (end.isEmpty() || report.observed.stage) {
        figures.push_back({QString(), stageText(report), agrees ? Ink::Faint : Ink::Warning});
    }
    addFigures(figures, report);
    const QString rank =
        Compare::tr("rank %1 of %2").arg(context.frame.rank).arg(context.timeline().worldSize);
    figures.push_back({QString(), sourceText(report) + QStringLiteral(", ") + rank, Ink::Faint});
    return figures;
}

/// Puts @p text at @p x; returns where it ends, or @p x when it does not fit.
double put(const PanelContext& context, double x, const QString& text, TextRole role, Ink ink) {
    const double width = context.meter(text, role);
    if (text.isEmpty() || x + width > context.map.right) return x;
    context.margin.labels.push_back(
        {.rect = {x, context.top, width + 2.0, context.plan.titleHeight},
         .text = text,
         .role = role,
         .ink = ink});
    return x + width;
}

}  // namespace

void layTitle(const PanelContext& context) {
    const QString name = QString::fromStdString(context.frame.recording->name);
    const double room = context.plotWidth() * 0.3;
    double x = put(context, 12.0, elided(name, room, TextRole::Title, context.meter),
                   TextRole::Title, Ink::Text);
    for (const Figure& figure : figuresOf(context)) {
        const double needed = context.meter(figure.caption, TextRole::Label) +
                              context.meter(figure.value, TextRole::Strong) + 24.0;
        if (x + needed > context.map.right) continue;
        x += 18.0;
        const double value = put(context, x, figure.caption, TextRole::Label, Ink::Faint);
        const bool plain = figure.caption.isEmpty();
        x = put(context, value + (plain ? 0.0 : 5.0), figure.value,
                plain ? TextRole::Label : TextRole::Strong, figure.ink);
    }
    context.margin.boxes.push_back(
        {.rect = {0.0, context.top, context.map.right, context.plan.titleHeight},
         .fill = {},
         .hit = {.kind = HitKind::Title, .panel = context.panel}});
}

}  // namespace shardscope::gui
