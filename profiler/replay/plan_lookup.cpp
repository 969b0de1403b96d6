#include "profiler/replay/plan_lookup.h"

namespace shardscope::profiler {

namespace {

bool isWork(const core::Action& action) {
    return std::holds_alternative<core::Launch>(action.what) ||
           std::holds_alternative<core::Collective>(action.what);
}

bool isMemory(const core::Action& action) {
    return std::holds_alternative<core::Allocate>(action.what) ||
           std::holds_alternative<core::Free>(action.what);
}

bool isComputeWait(const core::Action& action) {
    const auto* wait = std::get_if<core::WaitEvent>(&action.what);
    return wait != nullptr && wait->stream == core::kCompute;
}

const core::Action* at(const core::StepPlan& plan, int64_t index) {
    int64_t first = 0;
    for (const auto* list : {&plan.prologue, &plan.microBatch, &plan.epilogue, &plan.commit,
                             &plan.skip, &plan.checkpoint}) {
        const auto size = static_cast<int64_t>(list->size());
        if (index >= first && index < first + size) {
            return &(*list)[static_cast<size_t>(index - first)];
        }
        first += size;
    }
    return nullptr;
}

ActionCounts countsOf(const core::StepPlan& plan, int microBatch) {
    ActionCounts counts;
    int launches = 0, events = 0, computeWaits = 0;
    for (const core::Action* action : plan.flat()) {
        counts.launches.push_back(launches);
        counts.events.push_back(events);
        counts.computeWaits.push_back(computeWaits);
        const bool here = microBatch < 0 || core::happens(action->when, microBatch, plan.gradAccum);
        if (!here || isMemory(*action)) continue;
        if (isWork(*action)) {
            ++launches;
        } else {
            ++events;
        }
        computeWaits += isComputeWait(*action) ? 1 : 0;
    }
    return counts;
}

}  // namespace

core::Result<PlanLookup> PlanLookup::make(const core::Problem& problem, core::Rank rank) {
    auto setup = core::planSetup(problem, rank);
    if (!setup) return tl::unexpected(setup.error());
    auto step = core::planStep(problem, rank);
    if (!step) return tl::unexpected(step.error());
    PlanLookup lookup;
    lookup.setup_ = std::move(*setup);
    lookup.step_ = std::move(*step);
    return lookup;
}

const core::Action* PlanLookup::action(int64_t step, int64_t index) const {
    return at(plan(step), index);
}

const ActionCounts& PlanLookup::counts(int microBatch) {
    const auto [place, isNew] = counts_.try_emplace(microBatch);
    if (isNew) place->second = countsOf(step_, microBatch);
    return place->second;
}

std::string eventNameOf(const core::Action& action) {
    const auto* launch = std::get_if<core::Launch>(&action.what);
    if (launch == nullptr) return {};
    std::string name(core::nameOf(launch->operation));
    if (!action.name.empty()) name += " " + action.name;
    return name;
}

}  // namespace shardscope::profiler
