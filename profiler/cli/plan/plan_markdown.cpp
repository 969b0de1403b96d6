#include <fmt/format.h>

#include <algorithm>

#include "profiler/cli/plan/plan_render.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using core::PlanRow;

std::string cell(std::string_view text) {
    std::string out;
    for (const char c : table::asciiOf(text))
        out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

std::string line(const PlanRequest& request, const PlanOutcome& outcome, size_t i) {
    const PlanRow& row = outcome.rows[i];
    const bool front = std::ranges::find(outcome.front, i) != outcome.front.end();
    const bool recommended = outcome.recommendation && outcome.recommendation->row == i;
    std::string text = fmt::format(
        "| {} | {} | {} | {} | {} | {} |", row.at.ranks, row.at.microBatch,
        row.result ? std::to_string(row.at.gradAccum) : "", cell(row.at.strategy.preset),
        core::wordOf(row.at.strategy.bucket), row.at.strategy.inFlight);
    if (!row.result) return text + fmt::format(" {} | | | | |\n", cell(row.reason));
    const core::Evaluation& result = *row.result;
    return text + fmt::format(" {} | {} | {} | {} | {} |\n", table::withUnit(row.neededBytes()),
                              request.question.budgetBytes > 0
                                  ? table::withUnit(marginOf(request, row))
                                  : "",
                              table::withUnit(result.sent.wireBytes),
                              result.stepNs ? table::withTimeUnit(*result.stepNs) : "",
                              recommended ? "recommended"
                              : front     ? "front"
                                          : "");
}

}  // namespace

std::string planMarkdown(const PlanRequest& request, const PlanOutcome& outcome) {
    std::string text =
        "| ranks | micro-batch | G | strategy | bucket | in-flight | needs a rank | margin | sent "
        "| "
        "step | |\n"
        "| --: | --: | --: | :-- | --: | --: | --: | --: | --: | --: | :-- |\n";
    for (const size_t i : shownRows(outcome)) text += line(request, outcome, i);
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
