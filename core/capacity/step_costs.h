#pragma once
// Costs of a program's slots under one configuration, asked of the simulated device's cost model.

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "core/capacity/blueprint.h"
#include "core/sim/cost_model.h"

namespace shardscope::core {

/// Of one slot, in the first micro-batch and from the second on, where gradients accumulate.
using SlotCosts = std::array<OperationCost, 2>;

/// What operations of a graph's nodes cost; they follow from the micro-batch.
using NodeCosts = std::vector<SlotCosts>;

/// What everything else costs; it follows from the ranks. By slot.
struct OtherCosts {
    enum class Slot : uint8_t {
        Node,    ///< one of NodeCosts
        Other,   ///< one of these
        Absent,  ///< an operation that this configuration has not
    };
    std::vector<Slot> slots;
    std::vector<SlotCosts> operations;
    std::vector<CollectiveCost> collectives;
};

/// Costs of a program's slots: what configurations have in common, not copied.
struct StepCosts {
    std::shared_ptr<const NodeCosts> nodes;
    std::shared_ptr<const OtherCosts> others;

    /// nullptr for an operation that this configuration has not.
    const SlotCosts* operation(size_t slot) const {
        switch (others->slots[slot]) {
            case OtherCosts::Slot::Node:
                return &(*nodes)[slot];
            case OtherCosts::Slot::Other:
                return &others->operations[slot];
            case OtherCosts::Slot::Absent:
                break;
        }
        return nullptr;
    }
};

/// Any thread. Costs of a graph's nodes are kept by micro-batch, the others by ranks.
class StepCostCache {
  public:
    /// Borrows both.
    StepCostCache(const Workload& base, const CostModel& costs) : base_(base), costs_(costs) {}

    /// @p blueprint has a time program.
    StepCosts of(const Blueprint& blueprint, const Configuration& at);

  private:
    std::shared_ptr<const Graph> graphOf(const Configuration& at);
    std::shared_ptr<const NodeCosts> nodesOf(const Blueprint& blueprint, const Configuration& at);
    std::shared_ptr<const OtherCosts> otherOf(const Blueprint& blueprint, const Configuration& at);

    const Workload& base_;
    const CostModel& costs_;
    std::mutex mutex_;
    using GraphKey = std::tuple<int64_t, Checkpointing, std::optional<Attention>>;  ///< micro-batch
    std::map<GraphKey, std::shared_ptr<const Graph>> graphs_;
    std::map<std::pair<const Blueprint*, int64_t>, std::shared_ptr<const NodeCosts>> nodes_;
    std::map<std::pair<const Blueprint*, int>, std::shared_ptr<const OtherCosts>> others_;
};

}  // namespace shardscope::core
