#pragma once
// The actions behind a recording's events: the plans that one rank ran, made again, and questions about
// them by the action numbers that events carry. One thread.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/planner.h"

namespace shardscope::profiler {

/// Actions of a list before each of its actions, in one repetition of the micro-batch.
struct ActionCounts {
    std::vector<int> launches, events;  ///< launches and collectives; records, waits and marks
    std::vector<int> computeWaits;      ///< waits of the compute stream
};

class PlanLookup {
  public:
    /// Errors: those of planning.
    static core::Result<PlanLookup> make(const core::Problem& problem, core::Rank rank);

    /// @param step -1 = set-up.
    const core::StepPlan& plan(int64_t step) const { return step < 0 ? setup_ : step_; }
    /// nullptr when there is no such action.
    const core::Action* action(int64_t step, int64_t index) const;
    /// Of a step, counted as in micro-batch @p microBatch.
    const ActionCounts& counts(int microBatch);

  private:
    core::StepPlan setup_, step_;
    std::map<int, ActionCounts> counts_;
};

/// "matmul h.3.mlp.c_fc": what a recording calls an operation.
std::string eventNameOf(const core::Action& action);

}  // namespace shardscope::profiler
