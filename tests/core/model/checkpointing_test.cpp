#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/model/graph.h"

namespace shardscope::core {
namespace {

Workload workloadOf(const char* model, Checkpointing checkpointing,
                    Attention attention = Attention::Materialized) {
    Workload w;
    w.model = {.name = model, .layers = 3, .hidden = 24, .heads = 4, .vocab = 40, .sequence = 8};
    w.attention = attention;
    w.checkpointing = checkpointing;
    return w;
}

int64_t flopsOfNodes(const std::vector<Node>& nodes, auto&& chosen) {
    int64_t sum = 0;
    for (const Node& node : nodes) sum += chosen(node) ? flopsOf(node.operation) : 0;
    return sum;
}

bool isAny(const Node&) { return true; }

/// Nodes of @p layer's forward but for the last product and what follows it: the next layer's input. (In
/// mlp the activation follows, whose backward reads the product.)
std::vector<const Node*> beforeTheLastProduct(const Graph& graph, int layer, bool mlp) {
    std::vector<const Node*> nodes;
    for (const Node& node : graph.forward) {
        if (node.layer == layer) nodes.push_back(&node);
    }
    while (!std::holds_alternative<Matmul>(nodes.back()->operation)) nodes.pop_back();
    if (!mlp) nodes.pop_back();
    return nodes;
}

TEST(Checkpointing, FullGrowsBackwardByTheLayersForwardButForWhatTheNextLayerKeeps) {
    for (const char* model : {"gpt", "llama", "mlp"}) {
        const Graph none = *buildGraph(workloadOf(model, Checkpointing::None));
        const Graph full = *buildGraph(workloadOf(model, Checkpointing::Full));
        int64_t again = 0;
        for (int layer = 1; layer <= 3; ++layer) {
            for (const Node* node :
                 beforeTheLastProduct(none, layer, model == std::string("mlp"))) {
                again += flopsOf(node->operation);
            }
        }
        EXPECT_EQ(flopsOfNodes(full.forward, isAny), flopsOfNodes(none.forward, isAny)) << model;
        EXPECT_EQ(flopsOfNodes(full.backward, isAny) - flopsOfNodes(none.backward, isAny), again)
            << model;
    }
}

/// Nothing is done that no one needs.
TEST(Checkpointing, WhatRunsAgainIsRead) {
    for (const char* model : {"gpt", "llama", "mlp"}) {
        for (const auto attention : {Attention::Materialized, Attention::Flash}) {
            const Graph graph = *buildGraph(workloadOf(model, Checkpointing::Full, attention));
            std::set<TensorId> read;
            for (const Node& node : graph.backward) {
                for (TensorId id : operandsOf(node.operation, 0).reads) read.insert(id);
            }
            for (const Node& node : graph.backward) {
                const auto writes = operandsOf(node.operation, 0).writes;
                EXPECT_TRUE(
                    !node.recomputed ||
                    std::ranges::any_of(writes, [&](TensorId id) { return read.contains(id); }))
                    << model << ' ' << node.name;
            }
        }
    }
}

TEST(Checkpointing, SelectiveGrowsBackwardByAttentionsForward) {
    for (const char* model : {"gpt", "llama"}) {
        const Graph none = *buildGraph(workloadOf(model, Checkpointing::None));
        const Graph some = *buildGraph(workloadOf(model, Checkpointing::Selective));
        const auto isAttention = [](const Node& node) {
            return nameOf(node.operation).ends_with("attention");
        };
        const int64_t attention = flopsOfNodes(none.forward, isAttention);
        ASSERT_GT(attention, 0) << model;
        EXPECT_EQ(flopsOfNodes(some.backward, isAny) - flopsOfNodes(none.backward, isAny),
                  attention)
            << model;
    }
}

/// An operation with its tensors' names in the place of ids, "recomputed" left out.
std::string textOf(const Graph& graph, const Node& node) {
    std::string text = std::string(nameOf(node.operation));
    const Operands operands = operandsOf(node.operation, 0);
    for (const auto* ids : {&operands.reads, &operands.writes}) {
        for (TensorId id : *ids) {
            std::string name = graph.tensors[id.index()].name;
            if (name.starts_with("recomputed ")) name = name.substr(11);
            text += " | " + name;
        }
    }
    return text + " : " + std::to_string(flopsOf(node.operation));
}

TEST(Checkpointing, FullRunsEachLayersForwardAgainAtTheStartOfItsBackward) {
    for (const char* model : {"gpt", "llama", "mlp"}) {
        const Graph graph = *buildGraph(workloadOf(model, Checkpointing::Full));
        for (int layer = 1; layer <= 3; ++layer) {
            std::vector<std::string> forward, again;
            bool begun = false;
            for (const Node* node :
                 beforeTheLastProduct(graph, layer, model == std::string("mlp"))) {
                forward.push_back(textOf(graph, *node));
            }
            for (const Node& node : graph.backward) {
                if (node.layer != layer) continue;
                EXPECT_FALSE(begun && node.recomputed) << node.name;
                begun = !node.recomputed;
                if (node.recomputed) again.push_back(textOf(graph, node));
            }
            EXPECT_EQ(again, forward) << model << " layer " << layer;
        }
    }
}

/// Names of value tensors that layers' forward writes and backward reads, without those of layer ends.
std::set<std::string> keptInside(const Graph& graph) {
    std::map<TensorId, int> writtenIn;
    std::set<std::string> kept;
    for (const Node& node : graph.forward) {
        for (TensorId id : operandsOf(node.operation, 0).writes) writtenIn[id] = node.layer;
    }
    for (const Node& node : graph.backward) {
        for (TensorId id : operandsOf(node.operation, 0).reads) {
            const auto found = writtenIn.find(id);
            if (found == writtenIn.end() || found->second != node.layer) continue;
            if (node.layer >= 1 && node.layer <= 3) kept.insert(graph.tensors[id.index()].name);
        }
    }
    return kept;
}

TEST(Checkpointing, FullKeepsNothingOfALayerButItsInput) {
    for (const char* model : {"gpt", "llama", "mlp"}) {
        EXPECT_TRUE(keptInside(*buildGraph(workloadOf(model, Checkpointing::Full))).empty())
            << model;
        EXPECT_FALSE(keptInside(*buildGraph(workloadOf(model, Checkpointing::None))).empty());
    }
    EXPECT_TRUE(keptInside(*buildGraph(workloadOf("llama", Checkpointing::Full, Attention::Flash)))
                    .empty());
}

TEST(Checkpointing, AlternateKeepsAttentionAndEverySecondProduct) {
    const auto keeps = [](const std::set<std::string>& kept, std::string_view part) {
        return std::ranges::any_of(
            kept, [&](const std::string& name) { return name.find(part) != std::string::npos; });
    };
    const auto kept =
        keptInside(*buildGraph(workloadOf("llama", Checkpointing::Alternate, Attention::Flash)));
    for (const char* part : {"q_proj", "v_proj", "self_attn", "gate_proj", "down_proj"}) {
        EXPECT_TRUE(keeps(kept, part)) << part;
    }
    for (const char* part : {"k_proj", "o_proj", "up_proj", "swiglu", "layernorm"}) {
        EXPECT_FALSE(keeps(kept, part)) << part;
    }
    const Graph none = *buildGraph(workloadOf("llama", Checkpointing::None, Attention::Flash));
    const Graph some = *buildGraph(workloadOf("llama", Checkpointing::Alternate, Attention::Flash));
    const Graph full = *buildGraph(workloadOf("llama", Checkpointing::Full, Attention::Flash));
    EXPECT_GT(flopsOfNodes(some.backward, isAny), flopsOfNodes(none.backward, isAny));
    EXPECT_LT(flopsOfNodes(some.backward, isAny), flopsOfNodes(full.backward, isAny));
}

TEST(Checkpointing, SelectiveDropsTheScoresAlone) {
    for (const char* model : {"gpt", "llama"}) {
        const auto all = keptInside(*buildGraph(workloadOf(model, Checkpointing::None)));
        const auto some = keptInside(*buildGraph(workloadOf(model, Checkpointing::Selective)));
        std::set<std::string> dropped;
        std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                            std::inserter(dropped, dropped.begin()));
        ASSERT_EQ(dropped.size(), 3U) << model;
        for (const std::string& name : dropped) EXPECT_TRUE(name.ends_with(" probabilities"));
        EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end()));
    }
}

}  // namespace
}  // namespace shardscope::core
