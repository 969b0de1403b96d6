#include <fmt/format.h>

#include <algorithm>

#include "profiler/cli/plan/plan_cells.h"
#include "profiler/cli/plan/plan_render.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

constexpr size_t kAllShown = 40;   // rows that a screen takes
constexpr size_t kMostShown = 24;  // of more than that, the front and what is near it

using Widths = std::vector<size_t>;

char markOf(const PlanOutcome& outcome, size_t i) {
    if (outcome.recommendation && outcome.recommendation->row == i) return '>';
    return std::ranges::find(outcome.front, i) != outcome.front.end() ? '*' : ' ';
}

/// As wide as what is in it; no group is narrower than its title.
Widths widthsOf(const std::vector<PlanColumn>& columns,
                const std::vector<std::vector<std::string>>& lines) {
    Widths widths;
    for (size_t c = 0; c < columns.size(); ++c) {
        size_t width = columns[c].name.size();
        for (const auto& cells : lines) {
            if (c < cells.size()) width = std::max(width, cells[c].size());
        }
        widths.push_back(width);
    }
    for (size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
        size_t room = 0;
        for (end = begin; end < columns.size() && columns[end].group == columns[begin].group;) {
            room += widths[end++] + 1;
        }
        const size_t title = columns[begin].group.size() + 1;
        if (room < title) widths[begin] += title - room;
    }
    return widths;
}

std::string titles(const std::vector<PlanColumn>& columns, const Widths& widths) {
    std::string text;
    for (size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
        size_t room = 0;
        for (end = begin; end < columns.size() && columns[end].group == columns[begin].group;) {
            room += widths[end++] + 1;
        }
        text += fmt::format("{}{:<{}}", begin == 0 ? " " : "|", " " + columns[begin].group, room);
    }
    return text;
}

/// @param cells fewer than there are columns where a row has no numbers.
std::string lineOf(const std::vector<PlanColumn>& columns, const Widths& widths,
                   const std::vector<std::string>& cells, char mark) {
    std::string text(1, mark);
    for (size_t c = 0; c < cells.size(); ++c) {
        if (c > 0 && columns[c].group != columns[c - 1].group) text += "|";
        text += columns[c].left ? fmt::format(" {:<{}}", cells[c], widths[c])
                                : fmt::format(" {:>{}}", cells[c], widths[c]);
    }
    return text;
}

std::string shortened(std::string text) {
    text = table::asciiOf(text);
    if (text.size() > kPlanColumns) text = text.substr(0, kPlanColumns - 3) + "...";
    return text + "\n";
}

}  // namespace

std::vector<size_t> shownRows(const PlanOutcome& outcome) {
    std::vector<size_t> shown;
    if (outcome.rows.size() <= kAllShown) {
        for (size_t i = 0; i < outcome.rows.size(); ++i) shown.push_back(i);
        return shown;
    }
    shown = outcome.front;
    if (outcome.recommendation) shown.insert(shown.begin(), outcome.recommendation->row);
    if (outcome.nothing) shown.push_back(outcome.nothing->closest);
    if (shown.size() > kMostShown) shown.resize(kMostShown);
    std::ranges::sort(shown);
    shown.erase(std::ranges::unique(shown).begin(), shown.end());
    return shown;
}

std::string planTable(const PlanRequest& request, const PlanOutcome& outcome) {
    const PlanCells cells(request, outcome);
    const std::vector<PlanColumn> columns = cells.columns();
    const std::vector<size_t> shown = shownRows(outcome);
    std::vector<std::vector<std::string>> lines{{}};
    for (const PlanColumn& column : columns) lines.front().push_back(column.name);
    for (const size_t i : shown) lines.push_back(cells.of(outcome.rows[i]));
    const Widths widths = widthsOf(columns, lines);
    std::string text =
        shortened(titles(columns, widths)) + shortened(lineOf(columns, widths, lines.front(), ' '));
    text += std::string(kPlanColumns, '-') + "\n";
    for (size_t k = 0; k < shown.size(); ++k) {
        const PlanRow& row = outcome.rows[shown[k]];
        std::string line = lineOf(columns, widths, lines[k + 1], markOf(outcome, shown[k]));
        if (lines[k + 1].size() < columns.size()) line += "| " + row.reason;
        text += shortened(std::move(line));
    }
    if (shown.size() < outcome.rows.size()) {
        text += fmt::format("  ... {} more rows: --csv or --json has all\n",
                            outcome.rows.size() - shown.size());
    }
    return text;
}

}  // namespace shardscope::cli
