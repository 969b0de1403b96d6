#include "core/model/checkpointing.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardscope::core {

namespace {

using Nodes = std::vector<Node>;

/// A run of forward nodes that one run of backward nodes needs the results of: half-open ranges.
struct Segment {
    size_t forwardBegin, forwardEnd;
    size_t backwardBegin, backwardEnd;
};

bool isMaterializedForward(const Node& node) {
    return std::holds_alternative<AttentionForward>(node.operation) ||
           std::holds_alternative<GroupedAttentionForward>(node.operation);
}

bool isMaterializedBackward(const Node& node) {
    return std::holds_alternative<AttentionBackward>(node.operation) ||
           std::holds_alternative<GroupedAttentionBackward>(node.operation);
}

/// The nodes of @p layer that @p chosen picks, which follow each other.
template <class Chosen>
std::pair<size_t, size_t> rangeOf(const Nodes& nodes, int layer, Chosen&& chosen) {
    const auto wanted = [&](const Node& node) { return node.layer == layer && chosen(node); };
    const auto begin = std::find_if(nodes.begin(), nodes.end(), wanted);
    const auto end = std::find_if_not(begin, nodes.end(), wanted);
    return {static_cast<size_t>(begin - nodes.begin()), static_cast<size_t>(end - nodes.begin())};
}

bool any(const Node&) { return true; }

bool isAttention(const Node& node) {
    return isMaterializedForward(node) ||
           std::holds_alternative<FlashAttentionForward>(node.operation);
}

/// What Alternate keeps of a layer: attention's results and those of every second product, from the
/// first on.
std::set<TensorId> keptOf(const Nodes& forward, int layer) {
    std::set<TensorId> kept;
    int products = 0;
    for (const Node& node : forward) {
        if (node.layer != layer) continue;
        const bool product = std::holds_alternative<Matmul>(node.operation);
        const bool keeps = isAttention(node) || (product && products % 2 == 0);
        products += product ? 1 : 0;
        if (!keeps) continue;
        for (TensorId id : operandsOf(node.operation, 0).writes) kept.insert(id);
    }
    return kept;
}

Segment segmentOf(const Graph& graph, int layer, Checkpointing checkpointing) {
    const bool full = checkpointing != Checkpointing::Selective;
    const auto [forwardBegin, forwardEnd] =
        rangeOf(graph.forward, layer, full ? any : isMaterializedForward);
    const auto [backwardBegin, backwardEnd] =
        rangeOf(graph.backward, layer, full ? any : isMaterializedBackward);
    return {.forwardBegin = forwardBegin,
            .forwardEnd = forwardEnd,
            .backwardBegin = backwardBegin,
            .backwardEnd = backwardEnd};
}

/// Tensors that take the place of results of a segment.
class Again {
  public:
    explicit Again(Graph& graph) : graph_(graph) {}

    /// The node, writing and reading this segment's second results.
    Node copyOf(const Node& node) {
        for (TensorId id : operandsOf(node.operation, 0).writes) add(id);
        Node copy = redirected(node);
        copy.name = "recompute " + copy.name;
        copy.recomputed = true;
        return copy;
    }
    Node redirected(Node node) const {
        replaceTensors(node.operation, [&](TensorId id) {
            const auto found = second_.find(id);
            return found == second_.end() ? id : found->second;
        });
        return node;
    }

  private:
    void add(TensorId id) {
        if (second_.contains(id)) return;  // written in place by two nodes
        GraphTensor tensor = graph_.tensors[id.index()];
        tensor.name = "recomputed " + tensor.name;
        graph_.tensors.push_back(std::move(tensor));
        second_[id] = TensorId{static_cast<int32_t>(graph_.tensors.size()) - 1};
    }

    Graph& graph_;
    std::map<TensorId, TensorId> second_;
};

int layersOf(const Graph& graph) {
    int last = 0;
    for (const Node& node : graph.backward) last = std::max(last, node.layer);
    return last - 1;  // the head's is layers + 1
}

bool writesAny(const Node& node, const std::set<TensorId>& tensors) {
    return std::ranges::any_of(operandsOf(node.operation, 0).writes,
                               [&](TensorId id) { return tensors.contains(id); });
}

void addReads(const Node& node, std::set<TensorId>& tensors) {
    for (TensorId id : operandsOf(node.operation, 0).reads) tensors.insert(id);
}

/// Results that @p segment's backward reads, or that its forward needs to give those again. A layer's
/// last product and the sum after it are the next layer's input, which is kept, and not among them.
std::set<TensorId> neededOf(const Graph& graph, const Segment& segment) {
    std::set<TensorId> needed;
    for (size_t i = segment.backwardBegin; i < segment.backwardEnd; ++i) {
        addReads(graph.backward[i], needed);
    }
    for (size_t i = segment.forwardEnd; i-- > segment.forwardBegin;) {
        if (writesAny(graph.forward[i], needed)) addReads(graph.forward[i], needed);
    }
    return needed;
}

/// Which of @p segment's forward nodes run again.
std::vector<const Node*> againOf(const Graph& graph, const Segment& segment,
                                 Checkpointing checkpointing, int layer) {
    const bool alternate = checkpointing == Checkpointing::Alternate;
    const std::set<TensorId> kept = alternate ? keptOf(graph.forward, layer) : std::set<TensorId>{};
    const std::set<TensorId> needed = neededOf(graph, segment);
    std::vector<const Node*> nodes;
    for (size_t i = segment.forwardBegin; i < segment.forwardEnd; ++i) {
        const Node& node = graph.forward[i];
        if (alternate ? !writesAny(node, kept) : writesAny(node, needed)) nodes.push_back(&node);
    }
    return nodes;
}

/// What backward does from @p segment's begin to its end, with what runs again before it.
Nodes rerun(Graph& graph, const Segment& segment, Checkpointing checkpointing, int layer) {
    Again again(graph);
    Nodes nodes;
    for (const Node* node : againOf(graph, segment, checkpointing, layer)) {
        nodes.push_back(again.copyOf(*node));
    }
    for (size_t i = segment.backwardBegin; i < segment.backwardEnd; ++i) {
        nodes.push_back(again.redirected(graph.backward[i]));
    }
    return nodes;
}

}  // namespace

Graph checkpointed(Graph graph, Checkpointing checkpointing) {
    if (checkpointing == Checkpointing::None) return graph;
    Nodes backward;
    size_t next = 0;
    for (int layer = layersOf(graph); layer >= 1; --layer) {
        const Segment segment = segmentOf(graph, layer, checkpointing);
        for (; next < segment.backwardBegin; ++next) backward.push_back(graph.backward[next]);
        for (Node& node : rerun(graph, segment, checkpointing, layer)) {
            backward.push_back(std::move(node));
        }
        next = segment.backwardEnd;
    }
    for (; next < graph.backward.size(); ++next) backward.push_back(graph.backward[next]);
    graph.backward = std::move(backward);
    return graph;
}

}  // namespace shardscope::core
