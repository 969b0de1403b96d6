#pragma once
// Two plans' lines, matched: a longest common subsequence of keys between the marks that both have.

#include <optional>
#include <vector>

#include "profiler/cli/explain/plan_line.h"

namespace shardscope::explain {

/// At least one side is there.
struct AlignedRow {
    const PlanLine* left = nullptr;
    const PlanLine* right = nullptr;

    bool both() const { return left && right; }
    bool same() const { return both() && left->text == right->text; }
    const PlanLine& any() const { return left ? *left : *right; }
};

/// Every line of either side once, in order. Borrows the lines.
std::vector<AlignedRow> align(const std::vector<PlanLine>& left,
                              const std::vector<PlanLine>& right);

}  // namespace shardscope::explain
