#include <fmt/format.h>

#include <algorithm>

#include "profiler/cli/plan/plan_render.h"
#include "profiler/cli/plan/plan_states.h"

namespace shardscope::cli {

namespace {

using core::PlanRow;

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

std::string headings() {
    std::string text =
        "strategy,ranks,microBatch,gradAccum,globalBatch,bucket,inFlight,checkpointing,fits,"
        "marginBytes,"
        "neededBytes,peakBytes,peakPhase,allocatedPeakBytes,reservedPeakBytes";
    for (const std::string_view name : core::kCategoryNames) text += fmt::format(",{}", name);
    return text +
           ",calls,wireBytes,weightedElements,stepNs,front,recommended,reason,attention,shardGroup,"
           "modelStateBytes\n";
}

std::string resultCells(const PlanRequest& request, const PlanRow& row) {
    const core::Evaluation& result = *row.result;
    const core::MemoryFootprint& memory = result.memory;
    const bool limited = request.question.budgetBytes > 0;
    std::string text = fmt::format(
        "{},{},{},{},{},{},{}", limited ? (result.fits ? "true" : "false") : "",
        limited ? std::to_string(marginOf(request, row)) : "", row.neededBytes(), memory.peakBytes,
        core::nameOf(memory.peakPhase), memory.allocatedPeakBytes, memory.reservedPeakBytes);
    for (const int64_t bytes : memory.atPeak) text += fmt::format(",{}", bytes);
    return text + fmt::format(",{},{},{},{}", result.sent.calls, result.sent.wireBytes,
                              result.sent.weightedElements,
                              result.stepNs ? std::to_string(*result.stepNs) : "");
}

std::string emptyCells() { return std::string(10 + core::kCategories, ','); }

std::string line(const PlanRequest& request, const PlanOutcome& outcome, size_t i) {
    const PlanRow& row = outcome.rows[i];
    const core::Configuration& at = row.at;
    const bool front = std::ranges::find(outcome.front, i) != outcome.front.end();
    const bool recommended = outcome.recommendation && outcome.recommendation->row == i;
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", at.strategy.preset, at.ranks,
        at.microBatch, row.result ? std::to_string(at.gradAccum) : "",
        row.result ? std::to_string(at.globalBatch()) : "", core::wordOf(at.strategy.bucket),
        at.strategy.inFlight, core::nameOf(at.checkpointing),
        row.result ? resultCells(request, row) : emptyCells(), front, recommended,
        quoted(row.reason), core::nameOf(at.attention.value_or(request.question.base.attention)),
        at.strategy.shardGroup > 0 ? std::to_string(at.strategy.shardGroup) : "",
        modelStateBytes(request, outcome.parameters, at));
}

}  // namespace

std::string planCsv(const PlanRequest& request, const PlanOutcome& outcome) {
    std::string text = headings();
    for (size_t i = 0; i < outcome.rows.size(); ++i) text += line(request, outcome, i);
    return text;
}

}  // namespace shardscope::cli
