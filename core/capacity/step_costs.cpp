#include "core/capacity/step_costs.h"

namespace shardscope::core {

namespace {

SlotCosts costsOf(const CostModel& costs, const Operation& operation, const Layout& layout) {
    return {costs.costOf(operation, layout, 0), costs.costOf(operation, layout, 1)};
}

void resize(Operation& operation, int64_t elements) {
    std::visit(
        [elements](auto& o) {
            if constexpr (requires { o.elements; }) o.elements = elements;
        },
        operation);
}

int64_t elementsUnder(const OperationSlot& slot, int64_t padded, int ranks) {
    switch (slot.elements) {
        case OperationSlot::Elements::Whole:
            return padded;
        case OperationSlot::Elements::Shard:
            return padded / ranks;
        case OperationSlot::Elements::Tail:
            return padded - slot.tailFrom;
        case OperationSlot::Elements::Fixed:
            break;
    }
    broken("a fixed operation keeps its elements");
}

const Node& nodeAt(const Graph& graph, size_t index) {
    const size_t forward = graph.forward.size();
    return index < forward ? graph.forward[index] : graph.backward[index - forward];
}

}  // namespace

std::shared_ptr<const Graph> StepCostCache::graphOf(const Configuration& at) {
    std::shared_ptr<const Graph>& graph = graphs_[{at.microBatch, at.checkpointing, at.attention}];
    if (graph) return graph;
    auto built = buildGraph(workloadOf(base_, at));
    if (!built) broken("a workload that was planned has a graph");
    graph = std::make_shared<const Graph>(std::move(*built));
    return graph;
}

std::shared_ptr<const NodeCosts> StepCostCache::nodesOf(const Blueprint& blueprint,
                                                        const Configuration& at) {
    auto& kept = nodes_[{&blueprint, at.microBatch}];
    if (kept) return kept;
    const TimeProgram& program = *blueprint.time;
    const std::shared_ptr<const Graph> graph = graphOf(at);
    NodeCosts costs(program.operations.size());
    for (size_t i = 0; i < costs.size(); ++i) {
        const OperationSlot& slot = program.operations[i];
        if (slot.node < 0) continue;
        Operation operation = nodeAt(*graph, static_cast<size_t>(slot.node)).operation;
        Operation planned = slot.operation;
        Write* write = writeModeOf(operation);
        if (write) *write = *writeModeOf(planned);
        costs[i] = costsOf(costs_, operation, program.dtypes);
    }
    kept = std::make_shared<const NodeCosts>(std::move(costs));
    return kept;
}

std::shared_ptr<const OtherCosts> StepCostCache::otherOf(const Blueprint& blueprint,
                                                         const Configuration& at) {
    auto& kept = others_[{&blueprint, at.ranks}];
    if (kept) return kept;
    const TimeProgram& program = *blueprint.time;
    OtherCosts costs;
    costs.slots.resize(program.operations.size(), OtherCosts::Slot::Node);
    costs.operations.resize(program.operations.size());
    const auto padded = [&](int32_t bucket) {
        return blueprint.sizes.buckets[static_cast<size_t>(bucket)].padded(at.ranks);
    };
    for (size_t i = 0; i < program.operations.size(); ++i) {
        const OperationSlot& slot = program.operations[i];
        if (slot.node >= 0) continue;
        costs.slots[i] = OtherCosts::Slot::Other;
        Operation operation = slot.operation;
        if (slot.elements != OperationSlot::Elements::Fixed) {
            const int64_t elements = elementsUnder(slot, padded(slot.bucket), at.ranks);
            if (elements == 0) costs.slots[i] = OtherCosts::Slot::Absent;
            resize(operation, elements);
        }
        costs.operations[i] = costsOf(costs_, operation, program.dtypes);
    }
    for (const CollectiveSlot& slot : program.collectives) {
        const int64_t elements = slot.bucket >= 0 ? padded(slot.bucket) : slot.elements;
        costs.collectives.push_back(
            costs_.costOf(slot.kind, slot.dtype, elements,
                          {.ranks = slot.group.size(at.ranks), .stride = slot.group.stride}));
    }
    kept = std::make_shared<const OtherCosts>(std::move(costs));
    return kept;
}

StepCosts StepCostCache::of(const Blueprint& blueprint, const Configuration& at) {
    const std::lock_guard lock(mutex_);
    return {.nodes = nodesOf(blueprint, at), .others = otherOf(blueprint, at)};
}

}  // namespace shardscope::core
