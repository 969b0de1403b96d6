#include "traces/table/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/analysis/json_access.h"
#include "traces/table/cells.h"
#include "traces/table/model.h"
#include "traces/table/sentences.h"
#include "traces/table/text.h"

namespace shardscope::table {

namespace {

using traces::RunReport;

/// Text in a table cell: a bar would end the cell.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : asciiOf(text)) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

std::string headings(const TableModel& model) {
    const std::string_view bytes = model.bytes.name;
    std::string line = fmt::format(
        "| G | strategy | peak {0} | weights | full gradients | gradient shards | optimizer | rest "
        "| paper states {0} | gradients held | sent {2} | elements / P | step {1} |\n",
        bytes, model.time.name, model.sent.name);
    return line +
           "| --: | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n";
}

std::string memoryCells(const RunReport& report, const ByteUnit& unit) {
    int64_t sum = 0;
    std::string cells;
    for (const int64_t ticks : apportion(summandsOf(report), unit)) {
        sum += ticks;
        cells += " | " + ticksText(ticks, unit);
    }
    return ticksText(sum, unit) + cells;
}

std::string rowText(const TableRow& row, const TableGroup& group, const TableModel& model) {
    const RunReport& report = *row.report;
    const std::string name = cell(traces::textOf(report.strategy, "preset", report.name));
    if (!hasNumbers(report)) {
        return fmt::format("| {} | {} | {}: {} | | | | | | | | | | |\n", group.gradAccum, name,
                           report.status, cell(errorText(report)));
    }
    return fmt::format("| {} | {} | {} | {} | {:.0f} % | {} | {:.2f} | {} |\n", group.gradAccum,
                       name, memoryCells(report, model.bytes),
                       inUnit(report.memory.paperBytes, model.bytes),
                       report.gradients.heldShare * 100.0, inUnit(sentBytes(report), model.sent),
                       report.traffic.elementsPerParameter, stepText(report, model.time));
}

/// Each once; with the run's name where not all runs assume it. Empty for runs that assume nothing.
std::string assumptionsText(const std::vector<RunReport>& reports) {
    const auto assumes = [](const RunReport& report, const traces::Json& each) {
        return std::ranges::find(report.assumptions, each) != report.assumptions.end();
    };
    std::string text;
    std::vector<traces::Json> said;
    for (const RunReport& report : reports) {
        for (const auto& each : report.assumptions) {
            if (std::ranges::find(said, each) != said.end()) continue;
            const bool all = std::ranges::all_of(
                reports, [&](const RunReport& other) { return assumes(other, each); });
            if (all) said.push_back(each);
            text += fmt::format("- {}{}\n", all ? "" : cell(report.name) + ": ",
                                cell(each.get<std::string>()));
        }
    }
    return text.empty() ? text : "\nAssumed:\n\n" + text;
}

}  // namespace

std::string markdownTable(const std::vector<RunReport>& reports) {
    if (reports.empty()) return {};
    const TableModel model = tableModelOf(reports);
    std::string text = headings(model);
    for (const TableGroup& group : model.groups) {
        for (const TableRow& row : group.rows) text += rowText(row, group, model);
    }
    text += "\n";
    for (const Phrase& sentence : sentencesOf(model)) text += "- " + sentence.english() + "\n";
    return text + assumptionsText(reports);
}

}  // namespace shardscope::table
