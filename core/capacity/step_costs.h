#pragma once
// Costs of a program's slots under one configuration, asked of the simulated device's cost model.

#include <array>
#include <map>
#include <memory>
#include <mutex>

#include "core/capacity/blueprint.h"
#include "core/sim/cost_model.h"

namespace shardscope::core {

/// By slot. An operation costs otherwise from the second micro-batch on, where gradients accumulate.
struct StepCosts {
    std::vector<std::array<OperationCost, 2>> operations;
    std::vector<bool> absent;  ///< operations that this configuration has not
    std::vector<CollectiveCost> collectives;
};

/// Any thread. Costs of a graph's nodes are kept by micro-batch, the others by ranks.
class StepCostCache {
  public:
    /// Borrows both.
    StepCostCache(const Workload& base, const CostModel& costs) : base_(base), costs_(costs) {}

    StepCosts of(const Blueprint& blueprint, const Configuration& at);

  private:
    using NodeCosts = std::vector<std::array<OperationCost, 2>>;
    std::shared_ptr<const Graph> graphOf(const Configuration& at);
    std::shared_ptr<const NodeCosts> nodesOf(const Blueprint& blueprint, const Configuration& at);
    std::shared_ptr<const StepCosts> otherOf(const Blueprint& blueprint, const Configuration& at);

    const Workload& base_;
    const CostModel& costs_;
    std::mutex mutex_;
    std::map<std::pair<int64_t, Checkpointing>, std::shared_ptr<const Graph>> graphs_;
    std::map<std::pair<const Blueprint*, int64_t>, std::shared_ptr<const NodeCosts>> nodes_;
    std::map<std::pair<const Blueprint*, int>, std::shared_ptr<const StepCosts>> others_;
};

}  // namespace shardscope::core
