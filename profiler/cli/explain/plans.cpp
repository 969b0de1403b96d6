#include "core/base/units.h"
#include "profiler/cli/explain/axes_table.h"
#include "profiler/cli/explain/display_text.h"
#include "profiler/cli/explain/explain.h"
#include "profiler/cli/explain/plan_facts.h"
#include "profiler/cli/explain/price.h"
#include "profiler/cli/explain/questions.h"
#include "profiler/cli/explain/side_by_side.h"
#include "profiler/cli/explain/strategy_name.h"

namespace shardscope::explain {

namespace {

/// One strategy's problem, plans and numbers.
struct Side {
    core::Problem problem;
    core::StepPlan setup, step;
    PlanFacts facts;
};

core::Result<Side> sideOf(const PlanQuestion& question, const core::Strategy& strategy) {
    auto problem = core::makeProblem(question.workload, strategy, question.ranks);
    if (!problem) return tl::unexpected(problem.error());
    auto setup = planSetup(*problem, core::Rank{0});
    if (!setup) return tl::unexpected(setup.error());
    auto step = planStep(*problem, core::Rank{0});
    if (!step) return tl::unexpected(step.error());
    Side side{.problem = std::move(*problem), .setup = std::move(*setup), .step = std::move(*step)};
    side.facts = factsOf(side.problem, side.setup, side.step);
    return side;
}

std::string headOf(const PlanQuestion& question, const Side& left, const Side& right) {
    const core::Problem& problem = left.problem;
    const core::ModelShape& model = problem.workload.model;
    return hanging("", say(question.language, Message::PlansTitle, nameOf(left.problem.strategy),
                           nameOf(right.problem.strategy), question.ranks)) +
           hanging("", say(question.language, Message::PlansModel, model.name, model.layers,
                           model.hidden, core::withCommas(problem.graph.parameterCount()),
                           nameOf(problem.workload.dtype), problem.buckets.count(),
                           problem.workload.gradAccum)) +
           (question.ranks == 1 ? hanging("", textOf(question.language, Message::PlansOneRank))
                                : std::string()) +
           "\n";
}

}  // namespace

core::Result<std::string> explainPlans(const PlanQuestion& question) {
    const auto left = sideOf(question, question.left);
    if (!left) return tl::unexpected(left.error());
    const auto right = sideOf(question, question.right);
    if (!right) return tl::unexpected(right.error());
    const Language language = question.language;
    const auto heading = [language](Message message) {
        return "\n" + hanging("", textOf(language, message));
    };
    std::string out = headOf(question, *left, *right);
    out += axesTable(left->problem, left->facts, right->problem, right->facts, language);
    out += "\n" + sideBySide({left->problem, left->step}, {right->problem, right->step},
                             question.full, language);
    if (question.workload.gradAccum > 1) {
        out += heading(Message::PriceHeading);
        out += priceOf(left->problem, left->facts, language);
        out += priceOf(right->problem, right->facts, language);
    }
    out += heading(Message::QuestionsHeading);
    return out + answersFor(left->problem, right->problem, language);
}

}  // namespace shardscope::explain
