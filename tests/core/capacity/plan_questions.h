#pragma once
// A small question that a plan is asked, and its rows.

#include <vector>

#include "core/capacity/sweep.h"

namespace shardscope::core {

inline PlanQuestion question() {
    PlanQuestion q;
    q.base.model = {
        .name = "gpt", .layers = 3, .hidden = 192, .heads = 4, .vocab = 300, .sequence = 40};
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        q.strategies.push_back(*presetNamed(name, "test"));
    }
    return q;
}

inline std::vector<PlanRow> evaluated(const PlanQuestion& q, Evaluator& evaluator,
                                      int threads = 2) {
    std::vector<PlanRow> rows = rowsOf(q);
    evaluate(evaluator, rows, threads, {}, nullptr);
    return rows;
}

inline std::vector<PlanRow> evaluated(const PlanQuestion& q) {
    Evaluator evaluator(q.base, {.policy = q.policy, .budgetBytes = q.budgetBytes});
    return evaluated(q, evaluator);
}

}  // namespace shardscope::core
