#include "core/plan/micro_batch.h"

#include <algorithm>

#include "core/plan/gather_flow.h"
#include "core/plan/gradient_flow.h"

namespace shardscope::core {

namespace {

/// First and last node (forward and backward counted through) that touch each value tensor.
struct Lifetimes {
    std::vector<int> first, last;

    explicit Lifetimes(const Graph& graph)
        : first(graph.tensors.size(), -1), last(graph.tensors.size(), -1) {
        int index = 0;
        for (const auto* pass : {&graph.forward, &graph.backward}) {
            for (const Node& node : *pass) touch(operandsOf(node.operation, 0), index++);
        }
    }

  private:
    void touch(const Operands& operands, int index) {
        for (const auto* ids : {&operands.reads, &operands.writes}) {
            for (TensorId id : *ids) {
                if (first[id.index()] < 0) first[id.index()] = index;
                last[id.index()] = index;
            }
        }
    }
};

/// Values are allocated right before the node that first writes them and freed right after the last.
class ValueFlow {
  public:
    ValueFlow(const Problem& problem, const RankLayout& rank, ActionList& actions)
        : actions_(actions) {
        const size_t nodes = problem.graph.forward.size() + problem.graph.backward.size();
        born_.resize(nodes);
        dead_.resize(nodes);
        const Lifetimes lifetimes(problem.graph);
        for (size_t i = 0; i < rank.values.size(); ++i) {
            if (!rank.values[i].valid() || lifetimes.first[i] < 0) continue;
            born_[static_cast<size_t>(lifetimes.first[i])].push_back(rank.values[i]);
            dead_[static_cast<size_t>(lifetimes.last[i])].push_back(rank.values[i]);
        }
    }

    void allocateFor(int node) {
        for (BufferId buffer : born_[static_cast<size_t>(node)]) actions_.allocate(buffer);
    }
    void freeAfter(int node) {
        for (BufferId buffer : dead_[static_cast<size_t>(node)]) actions_.free(buffer);
    }

  private:
    ActionList& actions_;
    std::vector<std::vector<BufferId>> born_, dead_;  ///< by node, in tensor order
};

}  // namespace

std::vector<Action> planMicroBatch(const Problem& problem, const RankLayout& rank) {
    std::vector<Action> out;
    ActionList actions(problem, rank, out);
    ValueFlow values(problem, rank, actions);
    GradientFlow gradients(problem, rank, actions);
    const Graph& graph = problem.graph;
    int index = 0;

    actions.phaseBegin(Phase::Forward);
    GatherFlow forwardGathers(problem, rank, actions, graph.forward, GatherFlow::Pass::Forward);
    for (size_t i = 0; i < graph.forward.size(); ++i, ++index) {
        const Node& node = graph.forward[i];
        actions.layer(node.layer);
        forwardGathers.beforeNode(i);
        values.allocateFor(index);
        actions.launch(kCompute, node.operation, node.name);
        values.freeAfter(index);
        forwardGathers.afterNode(i);
    }

    actions.phaseBegin(Phase::Backward);
    GatherFlow backwardGathers(problem, rank, actions, graph.backward, GatherFlow::Pass::Backward);
    for (size_t i = 0; i < graph.backward.size(); ++i, ++index) {
        const Node& node = graph.backward[i];
        actions.layer(node.layer);
        backwardGathers.beforeNode(i);
        gradients.beforeNode(i);
        values.allocateFor(index);
        actions.launch(kCompute, gradients.adapted(node.operation), node.name);
        values.freeAfter(index);
        backwardGathers.afterNode(i);
        gradients.afterNode(i);
    }
    actions.layer(-1);
    gradients.endBackward();
    return out;
}

}  // namespace shardscope::core
