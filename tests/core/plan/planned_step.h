#pragma once
// A small step as it is planned, taken apart: what tests of a plan's rules ask for.

#include <functional>
#include <memory>
#include <vector>

#include "core/plan/layout.h"
#include "core/plan/planner.h"

namespace shardscope::core {

struct Case {
    std::string preset = "zero-2";
    int ranks = 4, gradAccum = 1;
    DType dtype = DType::Bf16, reduce = DType::Bf16, accumulate = DType::Bf16;
    bool poison = false;
    std::string model = "gpt";
};

inline Problem problemOf(const Case& c) {
    Workload w;
    w.model = {.name = c.model, .layers = 3, .hidden = 12, .heads = 3, .vocab = 40, .sequence = 8};
    w.gradAccum = c.gradAccum;
    w.dtype = c.dtype;
    w.reduceDtype = c.reduce;
    w.accumulateDtype = c.accumulate;
    Problem p = *makeProblem(w, *presetNamed(c.preset, "test"), c.ranks);
    p.poison = c.poison;
    return p;
}

struct Step {
    Problem problem;
    StepPlan setup, plan;
    std::vector<std::pair<const Action*, int>> actions;  // expanded, with the micro-batch
};

inline std::unique_ptr<Step> stepOf(const Case& c, int rank = 1) {
    auto step = std::make_unique<Step>();
    step->problem = problemOf(c);
    step->setup = *planSetup(step->problem, Rank{rank});
    step->plan = *planStep(step->problem, Rank{rank});
    forEachAction(step->plan, true,
                  [&](const Action& a, int m) { step->actions.emplace_back(&a, m); });
    return step;
}

template <class Kind>
std::vector<const Action*> all(const Step& step) {
    std::vector<const Action*> found;
    for (const auto& [action, m] : step.actions) {
        if (std::holds_alternative<Kind>(action->what)) found.push_back(action);
    }
    return found;
}

template <class Op>
std::vector<const Op*> launches(const Step& step) {
    std::vector<const Op*> found;
    for (const Action* action : all<Launch>(step)) {
        const auto* op = std::get_if<Op>(&std::get<Launch>(action->what).operation);
        if (op) found.push_back(op);
    }
    return found;
}

inline std::vector<const Collective*> collectives(const Step& step, Purpose purpose) {
    std::vector<const Collective*> found;
    for (const Action* action : all<Collective>(step)) {
        const auto& call = std::get<Collective>(action->what);
        if (call.purpose == purpose) found.push_back(&call);
    }
    return found;
}

inline size_t positionOf(const Step& step, const std::function<bool(const Action&, int)>& matches) {
    for (size_t i = 0; i < step.actions.size(); ++i) {
        if (matches(*step.actions[i].first, step.actions[i].second)) return i;
    }
    ADD_FAILURE() << "no such action";
    return 0;
}

inline bool isFree(const Action& a, const Step& step, Category category, BucketId bucket) {
    const auto* free = std::get_if<Free>(&a.what);
    return free && step.plan.layout[free->buffer].category == category && a.bucket == bucket;
}

}  // namespace shardscope::core
