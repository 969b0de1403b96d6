#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_cells.h"
#include "profiler/cli/plan/plan_render.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

std::string cell(std::string_view text) {
    std::string out;
    for (const char c : table::asciiOf(text))
        out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

/// Words where the text's table has letters.
std::string headingOf(const PlanColumn& column) {
    if (column.name == "mb") return "micro-batch";
    if (column.name == "k") return "in-flight";
    if (column.name == "S") return "shard group";
    if (column.name == "ckpt") return "checkpointing";
    if (column.name == "attn") return "attention";
    if (column.group == "SENT") return fmt::format("sent, {}", column.name);
    if (column.group == "STEP") return fmt::format("step, {}", column.name);
    if (!column.group.starts_with("A RANK")) return column.name;
    return column.name + column.group.substr(column.group.find(','));
}

std::string line(const PlanCells& cells, const PlanOutcome& outcome, size_t i, size_t columns) {
    std::vector<std::string> words = cells.of(outcome.rows[i]);
    const bool front = std::ranges::find(outcome.front, i) != outcome.front.end();
    const bool recommended = outcome.recommendation && outcome.recommendation->row == i;
    if (words.size() < columns) words.push_back(outcome.rows[i].reason);
    words.resize(columns);
    words.emplace_back(recommended ? "recommended" : front ? "front" : "");
    std::string text = "|";
    for (const std::string& word : words) text += fmt::format(" {} |", cell(word));
    return text + "\n";
}

}  // namespace

std::string planMarkdown(const PlanRequest& request, const PlanOutcome& outcome) {
    const PlanCells cells(request, outcome);
    const std::vector<PlanColumn> columns = cells.columns();
    std::string text = "|", rule = "|";
    for (const PlanColumn& column : columns) {
        text += fmt::format(" {} |", headingOf(column));
        rule += column.left ? " :-- |" : " --: |";
    }
    text += " |\n" + rule + " :-- |\n";
    for (const size_t i : shownRows(outcome)) text += line(cells, outcome, i, columns.size());
    text += "\n";
    for (const std::string& sentence : planSentences(request, outcome)) {
        text += "- " + cell(sentence) + "\n";
    }
    text += "\nAssumed:\n\n";
    for (const std::string& assumption : outcome.assumptions) {
        text += "- " + cell(assumption) + "\n";
    }
    return text;
}

}  // namespace shardscope::cli
