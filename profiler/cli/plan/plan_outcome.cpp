#include "profiler/cli/plan/plan_outcome.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/sim/measured/measured_costs.h"
#include "core/sim/roofline_costs.h"
#include "profiler/cli/plan/plan_render.h"
#include "profiler/cli/plan/plan_states.h"
#include "profiler/run/simulation_facts.h"

namespace shardscope::cli {

namespace {

using core::PlanRow;

/// More rows than this have what they need at least worked out only where they are shown.
constexpr size_t kExactRows = 300;

/// Ψ, also where no row could be evaluated.
core::Result<int64_t> parametersOf(const core::PlanQuestion& question) {
    core::Workload workload = question.base;
    workload.microBatch = 1;
    workload.gradAccum = 1;
    if (auto valid = core::validate(workload); !valid) return tl::unexpected(valid.error());
    const auto graph = core::buildGraph(workload);
    if (!graph) return tl::unexpected(graph.error());
    return graph->parameterCount();
}

std::string besideThePool(const PlanRequest& request) {
    if (!request.hardware) {
        return "what a device needs beside the pool (context, libraries, communicator buffers) is "
               "not "
               "in it";
    }
    if (request.question.oneMachine) {
        return fmt::format("ranks are threads of {}, and share its {}", request.hardware->title,
                           core::formatBytes(request.gpuBytes));
    }
    const core::DeviceMemory& fixed = request.fixedMemory;
    return fmt::format(
        "of {}'s {}, context {}, libraries {}, NCCL's communicators {} and {:.1f} % of slack are "
        "not "
        "the pool's",
        request.hardware->name, core::formatBytes(request.gpuBytes),
        core::formatBytes(fixed.context), core::formatBytes(fixed.library),
        core::formatBytes(fixed.nccl), request.hardware->memory.slack * 100.0);
}

/// What times on the machine that `calibrate` measured hold.
void addMachine(const PlanRequest& request, const PlanOutcome& outcome,
                std::vector<std::string>& all) {
    const core::Hardware& machine = *request.hardware;
    all.push_back("steps are simulated with what was " + machine.measured.source);
    const core::Configuration& at = outcome.rows[outcome.about].at;
    const auto problem =
        core::makeProblem(core::workloadOf(request.question.base, at), at.strategy, at.ranks);
    const auto unmeasured =
        problem ? core::unmeasuredKernels(machine, *problem) : std::vector<std::string>{};
    if (!unmeasured.empty()) {
        all.push_back(
            fmt::format("not measured, so by the machine's bandwidth and peaks: {}; "
                        "calibrate with this workload's options measures them",
                        fmt::join(unmeasured, "; ")));
    }
    const int ranks = *std::ranges::max_element(request.question.ranks);
    if (ranks <= machine.cpu.cores) return;
    all.push_back(fmt::format("more ranks than its {} cores take turns, at a factor of {:.3g}",
                              machine.cpu.cores, machine.cpu.sharing));
}

std::vector<std::string> assumptionsOf(const PlanRequest& request, const PlanOutcome& outcome) {
    const core::PlanQuestion& q = request.question;
    std::vector<std::string> all = request.notes;
    all.push_back(
        fmt::format("memory is the pool's of one rank ({} segments), over set-up and {} "
                    "steps",
                    core::nameOf(q.policy), q.base.steps));
    if (outcome.rows.size() > kExactRows) {
        all.push_back(
            fmt::format("of more than {} rows those not shown need what they reserve without a "
                        "limit, or less",
                        kExactRows));
    }
    all.push_back(besideThePool(request));
    all.emplace_back("a row is the rank with the largest peak; rank 0 where ranks are alike");
    if (outcome.basis == core::CostBasis::SentBytes) {
        all.push_back(fmt::format("cost is bytes sent: {}", whyNoStepTime()));
    } else if (q.oneMachine) {
        addMachine(request, outcome, all);
    } else if (request.hardware) {
        all.push_back(
            fmt::format("steps are timed on {} ({}) by its hardware file's cost model, not "
                        "measured",
                        request.hardware->title, request.hardware->fabric));
    }
    for (const core::Strategy& strategy : q.strategies) {
        const int ranks = *std::ranges::max_element(q.ranks);
        const std::string norm = profiler::slicedNormText(strategy, ranks);
        if (!norm.empty() && request.hardware) all.push_back(norm);
    }
    if (q.inFlights.size() > 1) {
        all.emplace_back(
            "in-flight has no effect where full gradients live until the step "
            "(stages 0 and 1): such rows are alike");
    }
    return all;
}

core::Evaluator::Options optionsOf(const PlanRequest& request) {
    core::Evaluator::Options options{.policy = request.question.policy,
                                     .budgetBytes = request.question.budgetBytes};
    if (request.question.oneMachine) {
        options.machine = std::make_shared<const core::Hardware>(*request.hardware);
    } else if (request.hardware) {
        options.costs = std::make_shared<const core::RooflineCosts>(*request.hardware);
    }
    return options;
}

/// Of shown rows and of changes, where all rows were too many.
void findShownLimits(core::Evaluator& evaluator, PlanOutcome& outcome,
                     const std::atomic<bool>& stop) {
    std::vector<PlanRow*> places;
    if (outcome.rows.size() > kExactRows) {
        for (const size_t i : shownRows(outcome)) places.push_back(&outcome.rows[i]);
    }
    if (outcome.nothing) {
        for (core::Change& change : outcome.nothing->changes) places.push_back(&change.row);
    }
    std::vector<PlanRow> rows;
    for (const PlanRow* place : places) rows.push_back(*place);
    core::findLimits(evaluator, rows, 0, &stop);
    for (size_t i = 0; i < places.size(); ++i) *places[i] = rows[i];
}

void advise(core::Evaluator& evaluator, const core::PlanQuestion& question, PlanOutcome& outcome) {
    outcome.recommendation = core::recommend(question, outcome.rows);
    outcome.noneFits = !outcome.recommendation;
    if (outcome.noneFits) {
        outcome.nothing = core::whatWouldFit(evaluator, question, outcome.rows);
        outcome.possible = core::nearestPossible(question);
    }
    if (outcome.recommendation) outcome.about = outcome.recommendation->row;
    if (outcome.nothing) outcome.about = outcome.nothing->closest;
    if (outcome.recommendation || outcome.nothing) {
        outcome.terms = core::termsThatStay(evaluator, outcome.rows[outcome.about].at);
    }
}

/// Rows with their reason: what is known of the model is its number of parameters.
PlanOutcome unplanned(const PlanRequest& request) {
    PlanOutcome outcome;
    outcome.parameters = request.unplanned->parameters;
    outcome.rows = core::rowsOf(request.question);
    const int64_t budget = request.question.budgetBytes;
    outcome.noneFits = true;
    for (PlanRow& row : outcome.rows) {
        if (!row.reason.empty()) continue;
        row.reason = request.unplanned->reason;
        const int64_t states = modelStateBytes(request, outcome.parameters, row.at);
        if (budget == 0 || states <= budget) outcome.noneFits = false;
    }
    outcome.possible = core::nearestPossible(request.question);
    outcome.assumptions = request.notes;
    outcome.assumptions.emplace_back(
        "memory is model states alone: weights, gradients and optimizer, without activations, "
        "buffers and padding");
    return outcome;
}

}  // namespace

size_t PlanOutcome::count(bool fits) const {
    return static_cast<size_t>(std::ranges::count_if(
        rows, [fits](const PlanRow& row) { return row.result && row.result->fits == fits; }));
}

size_t PlanOutcome::refused() const {
    return static_cast<size_t>(
        std::ranges::count_if(rows, [](const PlanRow& row) { return !row.result; }));
}

core::Result<PlanOutcome> planned(const PlanRequest& request, const core::SweepProgress& progress,
                                  const std::atomic<bool>& stop) {
    const core::PlanQuestion& question = request.question;
    if (request.unplanned) return unplanned(request);
    const auto parameters = parametersOf(question);
    if (!parameters) return tl::unexpected(parameters.error());
    PlanOutcome outcome;
    outcome.parameters = *parameters;
    outcome.rows = core::rowsOf(question);
    core::Evaluator evaluator(question.base, optionsOf(request));
    core::evaluate(evaluator, outcome.rows, 0, progress, &stop);
    if (outcome.rows.size() <= kExactRows) core::findLimits(evaluator, outcome.rows, 0, &stop);
    if (stop.load()) return core::interrupted("plan", "stopped by a signal");
    outcome.basis = core::basisOf(question, outcome.rows);
    outcome.front = core::frontOf(outcome.rows, core::fittingRows(outcome.rows), outcome.basis);
    advise(evaluator, question, outcome);
    findShownLimits(evaluator, outcome, stop);
    if (request.slide != Slide::None) outcome.slide = slideFactsOf(request, outcome.rows, stop);
    if (stop.load()) return core::interrupted("plan", "stopped by a signal");
    if (request.slide == Slide::GradAccum) outcome.recommendation.reset();  // a sweep, no choice
    outcome.assumptions = assumptionsOf(request, outcome);
    return outcome;
}

int64_t marginOf(const PlanRequest& request, const core::PlanRow& row) {
    return core::marginOf(request.question, row);
}

std::string_view whyNoStepTime() {
    return "no hardware was named, so there is no cost model to time a step with";
}

}  // namespace shardscope::cli
