#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/plan/plan_render.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

std::string budgetText(const core::PlanQuestion& q) {
    if (q.budgetBytes == 0) return "no --memory: nothing is too large";
    return table::withUnit(q.budgetBytes) +
           (q.oneMachine ? " that the ranks share" : " for a rank's pool");
}

/// "bf16, fp32 gradients"
std::string dtypesText(const core::Workload& workload) {
    std::string text(core::nameOf(workload.dtype));
    if (workload.accumulateDtype == workload.dtype) return text;
    return text + fmt::format(", {} gradients", core::nameOf(workload.accumulateDtype));
}

std::string header(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::PlanQuestion& q = request.question;
    const core::Workload& w = q.base;
    return table::wrappedParts(
        {fmt::format("plan: {}, {} parameters", request.model,
                     core::withCommas(outcome.parameters)),
         request.unplanned ? std::string("parameters only")
                           : fmt::format("{} layers, hidden {}, seq {}", w.model.layers,
                                         w.model.hidden, w.model.sequence),
         dtypesText(w),
         q.globalBatch ? fmt::format("global batch {}", core::withCommas(*q.globalBatch))
                       : std::string("G as listed"),
         request.hardware ? request.hardware->name : std::string("no --gpu: steps are not timed"),
         budgetText(q)},
        kPlanColumns);
}

std::string counts(const PlanRequest& request, const PlanOutcome& outcome) {
    const auto number = [](size_t n) { return core::withCommas(static_cast<int64_t>(n)); };
    std::string text = fmt::format("{} configuration{}", number(outcome.rows.size()),
                                   outcome.rows.size() == 1 ? "" : "s");
    if (request.question.budgetBytes > 0 && !request.unplanned) {
        text += fmt::format(": {} fit{}, {} do{} not", number(outcome.count(true)),
                            outcome.count(true) == 1 ? "s" : "", number(outcome.count(false)),
                            outcome.count(false) == 1 ? "es" : "");
    }
    if (request.unplanned) return text + ": model states alone are known\n";
    if (outcome.refused() > 0) text += fmt::format(", {} cannot be", number(outcome.refused()));
    return text + "\n";
}

/// In full what the table had no room for: each reason why a shown row cannot be, once.
std::string longReasons(const PlanRequest& request, const PlanOutcome& outcome) {
    constexpr size_t kRoom = 48;  // columns of the table behind a configuration
    std::vector<std::string_view> said;
    std::string text;
    for (const size_t i : shownRows(outcome)) {
        const std::string& reason = outcome.rows[i].reason;
        if (reason.size() <= kRoom || std::ranges::find(said, reason) != said.end()) continue;
        said.push_back(reason);
        if (request.unplanned && reason == request.unplanned->reason) continue;  // has a sentence
        text += table::wrapped(table::asciiOf("Cannot be: " + reason), kPlanColumns);
    }
    return text;
}

}  // namespace

std::string planText(const PlanRequest& request, const PlanOutcome& outcome) {
    std::string text = header(request, outcome) + counts(request, outcome) + "\n";
    text +=
        request.slide == Slide::None ? planTable(request, outcome) : slideTable(request, outcome);
    text += "\n" + longReasons(request, outcome);
    for (const std::string& sentence : planSentences(request, outcome)) {
        text += table::wrapped(table::asciiOf(sentence), kPlanColumns);
    }
    text += table::wrapped(
        table::asciiOf("Assumed: " + fmt::format("{}", fmt::join(outcome.assumptions, "; ")) + "."),
        kPlanColumns);
    return text;
}

}  // namespace shardscope::cli
