#include "gui/summary/chart_of.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <set>

#include "gui/files/marks.h"
#include "gui/model/phrase_text.h"
#include "gui/summary/heading.h"
#include "traces/table/cells.h"

namespace shardscope::gui::summary {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Chart)
};

QString unitName(std::string_view name) {
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

std::vector<ChartPanel> panelsOf(const table::TableModel& model) {
    return {{.title = Text::tr("Peak memory, %1").arg(unitName(model.bytes.name)),
             .subtitle = Text::tr("worst rank, at the instant of its peak"),
             .unit = static_cast<double>(model.bytes.bytes),
             .legend = {}},
            {.title = Text::tr("Traffic, %1").arg(unitName(model.sent.name)),
             .subtitle = Text::tr("on the wire, a rank and step"),
             .unit = static_cast<double>(model.sent.bytes),
             .legend = {}},
            {.title = Text::tr("Step time, %1").arg(unitName(model.time.name)),
             .subtitle = Text::tr("above: compute, below: collectives; slowest rank, median"),
             .unit = model.time.ns,
             .legend = {}}};
}

ChartRow rowOf(const ComparisonRow& row, const table::TableModel& model) {
    ChartRow out;
    out.label = QString::fromStdString(nameOf(row));
    out.mark = marksOf(*row.recording).join(QStringLiteral(", "));
    const traces::RunReport* report = row.report();
    if (!report || !table::hasNumbers(*report)) {
        out.problem = report ? said(table::whyNoNumbers(*report)) : out.mark;
        if (!report) out.mark.clear();
        return out;
    }
    out.cells = {memoryCell(*report, model), trafficCell(*report, model), timeCell(*report, model)};
    return out;
}

QString groupTitle(const table::TableGroup* group, const table::TableModel& model) {
    if (!group) return Text::tr("other traces");
    QString title =
        Text::tr("G = %1, global batch %2").arg(group->gradAccum).arg(group->globalBatch);
    if (!model.oneWorldSize) title += Text::tr(", %1 ranks").arg(group->ranks);
    if (!model.oneModel) title += QStringLiteral(", ") + QString::fromStdString(group->model);
    return title;
}

QString markerTitle(Marker::Kind kind) {
    switch (kind) {
        case Marker::Kind::Paper:
            return Text::tr("states, paper");
        case Marker::Kind::Held:
            return Text::tr("states with buffers");
        case Marker::Kind::Step:
            return Text::tr("the step");
    }
    return {};
}

/// What is drawn in a panel, each once, in the order of the bars.
void addLegend(Chart& chart, size_t panel) {
    std::set<Fill> fills;
    std::set<Marker::Kind> markers;
    for (const ChartGroup& group : chart.groups) {
        for (const ChartRow& row : group.rows) {
            if (!row.cells) continue;
            const ChartCell& cell = (*row.cells)[panel];
            for (const Strip& strip : cell.strips) {
                for (const Part& part : strip) fills.insert(part.fill);
            }
            for (const Marker& marker : cell.markers) markers.insert(marker.kind);
        }
    }
    std::vector<LegendEntry>& legend = chart.panels[panel].legend;
    for (const Fill fill : fills) {
        legend.push_back({.fill = fill, .marker = {}, .title = titleOf(fill)});
    }
    for (const Marker::Kind kind : markers) {
        legend.push_back({.fill = {}, .marker = kind, .title = markerTitle(kind)});
    }
}

}  // namespace

Chart chartOf(const Comparison& comparison) {
    const table::TableModel& model = comparison.model();
    Chart chart{.panels = panelsOf(model), .groups = {}};
    const table::TableGroup* last = nullptr;
    for (const ComparisonRow& row : comparison.rows()) {
        if (chart.groups.empty() || row.group != last) {
            chart.groups.push_back({.title = groupTitle(row.group, model), .rows = {}});
        }
        last = row.group;
        chart.groups.back().rows.push_back(rowOf(row, model));
    }
    for (size_t panel = 0; panel < chart.panels.size(); ++panel) addLegend(chart, panel);
    return chart;
}

}  // namespace shardscope::gui::summary
