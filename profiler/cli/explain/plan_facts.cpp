#include "profiler/cli/explain/plan_facts.h"

#include <algorithm>
#include <cmath>

namespace shardscope::explain {

using namespace core;  // NOLINT(google-build-using-namespace): the plan's action types

namespace {

void addSetup(const StepPlan& setup, PlanFacts& facts) {
    for (const Action& action : setup.prologue) {
        const auto* a = std::get_if<Allocate>(&action.what);
        if (!a) continue;
        const BufferSpec& buffer = setup.layout[a->buffer];
        if (buffer.category == Category::Weights) facts.weightBytes += buffer.bytes;
        if (buffer.category == Category::OptimizerState ||
            buffer.category == Category::MasterWeights) {
            facts.optimizerBytes += buffer.bytes;
        }
    }
}

/// Follows allocations in plan order, from those that set-up makes for good.
void addGradients(const StepPlan& setup, const StepPlan& step, PlanFacts& facts) {
    int64_t full = 0;
    int64_t copies = 0;
    int64_t shards = 0;
    const auto change = [&](BufferId id, int64_t sign) {
        const BufferSpec& buffer = step.layout[id];
        if (buffer.category == Category::Gradients) full += sign * buffer.bytes;
        if (buffer.category == Category::Buckets) copies += sign * buffer.bytes;
        if (buffer.category == Category::GradientShards) shards += sign * buffer.bytes;
    };
    for (const Action& action : setup.prologue) {
        if (const auto* a = std::get_if<Allocate>(&action.what)) change(a->buffer, 1);
    }
    forEachAction(step, true, [&](const Action& action, int microBatch) {
        if (const auto* a = std::get_if<Allocate>(&action.what)) change(a->buffer, 1);
        if (const auto* f = std::get_if<Free>(&action.what)) change(f->buffer, -1);
        facts.mostFullBytes = std::max(facts.mostFullBytes, full);
        facts.mostCopyBytes = std::max(facts.mostCopyBytes, copies);
        facts.mostTogetherBytes = std::max(facts.mostTogetherBytes, full + copies + shards);
        if (microBatch == 0) facts.betweenBytes = full + copies + shards;
    });
}

void addTraffic(const Problem& problem, const StepPlan& step, PlanFacts& facts) {
    const auto psi = static_cast<double>(problem.graph.parameterCount());
    int64_t elements = 0;
    int64_t reduced = 0;
    int64_t gathered = 0;
    forEachAction(step, true, [&](const Action& action, int) {
        const auto* call = std::get_if<Collective>(&action.what);
        if (!call || call->purpose == Purpose::Small) return;
        const int64_t weight = call->kind == CollectiveKind::AllReduce ? 2 : 1;
        elements += weight * call->realElements;
        if (call->group.stride > 1) return;  // sums over replicas of what is reduced already
        (call->purpose == Purpose::Gradient ? reduced : gathered) += call->realElements;
    });
    facts.reductions = static_cast<int>(std::lround(static_cast<double>(reduced) / psi));
    facts.gathers = static_cast<int>(std::lround(static_cast<double>(gathered) / psi));
    facts.sentPerParameter = static_cast<double>(elements) / psi;
}

}  // namespace

PlanFacts factsOf(const Problem& problem, const StepPlan& setup, const StepPlan& step) {
    PlanFacts facts;
    addSetup(setup, facts);
    addGradients(setup, step, facts);
    addTraffic(problem, step, facts);
    return facts;
}

}  // namespace shardscope::explain
