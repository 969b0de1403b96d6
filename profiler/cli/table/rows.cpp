#include <fmt/format.h>

#include <cmath>

#include "profiler/cli/table/parts.h"
#include "traces/table/cells.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using traces::RunReport;

std::string headings(const table::TableModel& model) {
    std::string text =
        fmt::format("{:<47}{:>8} |grad|{:<26}|{}\n",
                    fmt::format("       LIVE MEMORY AT ITS PEAK, worst rank, {}", model.bytes.name),
                    "paper", " SENT, a rank and step", " STEP");
    text += fmt::format("{:<5}{:>5} {:>8}{:>7}{:>7}{:>7}{:>7}{:>8} |held|{:>6}{:>6} {:<13}| {}\n",
                        "stage", "peak", "=weights", "+full", "+shard", "+optim", "+rest", "states",
                        model.sent.name, "xP", "calls", model.time.name);
    return text + std::string(kTableColumns - 1, '-') + "\n";
}

std::string memoryCells(const RunReport& report, const table::ByteUnit& unit) {
    const std::vector<int64_t> bytes = table::summandsOf(report);
    const std::vector<int64_t> ticks = table::apportion(bytes, unit);
    int64_t sum = 0;
    std::string cells;
    for (size_t i = 0; i < bytes.size(); ++i) {
        sum += ticks[i];
        cells += fmt::format("{:>{}}", bytes[i] == 0 ? "-" : table::ticksText(ticks[i], unit),
                             i == 0 ? 8 : 7);
    }
    return fmt::format("{:>7}{}{:>8}", table::ticksText(sum, unit), cells,
                       table::inUnit(report.memory.paperBytes, unit));
}

std::string numbersRow(const table::TableRow& row, const table::TableModel& model) {
    const RunReport& report = *row.report;
    return fmt::format("{:>3} {} |{:>3.0f}%|{:>6}{:>6} {:<13}| {}", row.label,
                       memoryCells(report, model.bytes),
                       std::round(report.gradients.heldShare * 100.0),
                       table::inUnit(table::sentBytes(report), model.sent),
                       table::timesText(report.traffic.elementsPerParameter),
                       table::callsText(report), table::stepText(report, model.time));
}

std::string rowText(const table::TableRow& row, const table::TableModel& model) {
    if (table::hasNumbers(*row.report)) return numbersRow(row, model);
    return fmt::format("{:>3} {}", row.label, table::whyNoNumbers(*row.report).english());
}

std::string groupTitle(const table::TableGroup& group, const table::TableModel& model) {
    std::string title = fmt::format("G = {}   global batch {}", group.gradAccum, group.globalBatch);
    if (!model.oneWorldSize) title += fmt::format("   {} ranks", group.ranks);
    if (!model.oneModel) title += "   " + group.model;
    return title;
}

std::string fitted(const std::string& line) {
    const std::string ascii = table::asciiOf(line);
    return ascii.size() > kTableColumns ? ascii.substr(0, kTableColumns - 3) + "..." : ascii;
}

}  // namespace

std::string tableRows(const table::TableModel& model) {
    std::string text = headings(model);
    for (const table::TableGroup& group : model.groups) {
        text += fitted(groupTitle(group, model)) + "\n";
        for (const table::TableRow& row : group.rows) text += fitted(rowText(row, model)) + "\n";
    }
    return text;
}

}  // namespace shardscope::cli
