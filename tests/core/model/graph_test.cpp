#include "core/model/graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace shardscope::core {
namespace {

Workload workloadOf(const char* model) {
    Workload w;
    w.model.name = model;
    return w;
}

TEST(Gpt, DefaultHasTheParametersOfItsFormula) {
    EXPECT_EQ(buildGraph(workloadOf("gpt"))->parameterCount(), 10'770'432);
}

TEST(Gpt, Gpt2SmallHas124MillionParameters) {
    Workload w = workloadOf("gpt");
    w.model = {
        .name = "gpt", .layers = 12, .hidden = 768, .heads = 12, .vocab = 50257, .sequence = 1024};
    EXPECT_EQ(buildGraph(w)->parameterCount(), 124'439'808);
}

/// Sizes as in the models' config.json.
ModelShape llama31With8B() {
    return {.name = "llama",
            .layers = 32,
            .hidden = 4096,
            .heads = 32,
            .vocab = 128256,
            .sequence = 8,
            .intermediate = 14336,
            .kvHeads = 8};
}

int64_t parametersOf(const ModelShape& model) {
    Workload w;
    w.model = model;
    return buildGraph(w)->parameterCount();
}

TEST(Llama, HasThePublishedParameterCounts) {
    EXPECT_EQ(parametersOf(llama31With8B()), 8'030'261'248);
    EXPECT_EQ(parametersOf({.name = "llama",  // Llama-2-7B
                            .layers = 32,
                            .hidden = 4096,
                            .heads = 32,
                            .vocab = 32000,
                            .sequence = 8}),
              6'738'415'616);
    EXPECT_EQ(parametersOf({.name = "llama",  // Qwen2.5-7B
                            .layers = 28,
                            .hidden = 3584,
                            .heads = 28,
                            .vocab = 152064,
                            .sequence = 8,
                            .intermediate = 18944,
                            .kvHeads = 4,
                            .qkvBias = true}),
              7'615'616'512);
    EXPECT_EQ(parametersOf({.name = "llama",  // Qwen3-0.6B
                            .layers = 28,
                            .hidden = 1024,
                            .heads = 16,
                            .vocab = 151936,
                            .sequence = 8,
                            .intermediate = 3072,
                            .kvHeads = 8,
                            .headDim = 128,
                            .qkNorm = true,
                            .tied = true}),
              596'049'920);
}

/// Forward's products cost 2 · rows · (parameters of matrices, without the embedding) and attention
/// 4 · T² · heads · columns; backward's twice that.
TEST(Llama, MatmulFlopsAreThoseOfItsMatrices) {
    Workload w;
    w.model = llama31With8B();
    w.model.layers = 2;
    const Graph graph = *buildGraph(w);
    int64_t matrices = 0, forward = 0, backward = 0;
    for (const Parameter& p : graph.parameters) {
        if (p.shape.size() == 2 && p.name != "model.embed_tokens.weight") matrices += p.elements();
    }
    for (const auto& [pass, sum] :
         {std::pair{&graph.forward, &forward}, {&graph.backward, &backward}}) {
        for (const Node& node : *pass) {
            if (std::holds_alternative<Matmul>(node.operation)) *sum += flopsOf(node.operation);
        }
    }
    EXPECT_EQ(forward, 2 * w.model.sequence * matrices);
    EXPECT_EQ(backward, 2 * forward);
}

TEST(Llama, ABucketIsALayerAndTheEndsHaveTheirOwn) {
    for (bool tied : {false, true}) {
        Workload w = workloadOf("llama");
        w.model.tied = tied;
        const Graph graph = *buildGraph(w);
        for (const Parameter& p : graph.parameters) {
            int expected = static_cast<int>(w.model.layers);
            if (p.name.starts_with("model.layers.")) expected = p.name[13] - '0';
            if (p.name.starts_with("model.embed_tokens")) expected = -1;
            if (tied && p.name == "model.norm.weight") expected = 5;
            EXPECT_EQ(p.bucketGroup, expected) << p.name;
        }
    }
}

/// All models, llama also with all it may have, in both kinds of attention, and checkpointed.
std::vector<Workload> everyModel() {
    std::vector<Workload> all;
    for (const char* model : {"gpt", "llama", "mlp", "conformance"}) {
        all.push_back(workloadOf(model));
    }
    all.push_back(workloadOf("llama"));
    all.back().model.qkvBias = all.back().model.qkNorm = all.back().model.tied = true;
    for (size_t i : {0, 1, 4}) {
        all.push_back(all[i]);
        all.back().attention = Attention::Flash;
        for (Checkpointing checkpointing : {Checkpointing::Selective, Checkpointing::Full}) {
            all.push_back(all[i]);
            all.back().checkpointing = checkpointing;
        }
    }
    return all;
}

TEST(Graph, EveryValueIsWrittenBeforeItIsRead) {
    for (const Workload& workload : everyModel()) {
        const std::string& model = workload.model.name;
        const Graph graph = *buildGraph(workload);
        std::set<TensorId> written;
        for (size_t i = 0; i < graph.parameters.size(); ++i) {
            written.insert(TensorId{static_cast<int32_t>(i)});
        }
        for (const auto* pass : {&graph.forward, &graph.backward}) {
            for (const Node& node : *pass) {
                const Operands operands = operandsOf(node.operation, 0);
                for (TensorId id : operands.reads) {
                    EXPECT_TRUE(written.count(id))
                        << model << " " << node.name << " reads " << graph.tensors[id.index()].name;
                }
                written.insert(operands.writes.begin(), operands.writes.end());
            }
        }
    }
}

TEST(Graph, EveryGradientIsWrittenAndOnlyTheTiedOneTwice) {
    for (const Workload& workload : everyModel()) {
        const Graph graph = *buildGraph(workload);
        std::vector<int> writes(graph.parameters.size(), 0);
        for (const Node& node : graph.backward) {
            for (TensorId id : operandsOf(node.operation, 0).writes) {
                const GraphTensor& t = graph.tensors[id.index()];
                if (t.role == TensorRole::Gradient) ++writes[t.parameter.index()];
            }
        }
        for (size_t p = 0; p < writes.size(); ++p) {
            EXPECT_EQ(writes[p], graph.parameters[p].tied ? 2 : 1) << graph.parameters[p].name;
        }
    }
}

TEST(Graph, TheLastContributionOfATiedParameterAddsToTheFirst) {
    const Graph graph = *buildGraph(workloadOf("gpt"));
    const TensorId tied = graph.gradientOf(ParameterId{0});
    std::vector<Write> modes;
    for (Node node : graph.backward) {
        const auto writes = operandsOf(node.operation, 0).writes;
        if (std::find(writes.begin(), writes.end(), tied) == writes.end()) continue;
        modes.push_back(*writeModeOf(node.operation));
    }
    EXPECT_EQ(modes, (std::vector<Write>{Write::Overwrite, Write::Accumulate}));
}

TEST(Graph, AnUnknownModelIsRefusedWithWhatIsAllowed) {
    const auto graph = buildGraph(workloadOf("gpt5"));
    ASSERT_FALSE(graph);
    EXPECT_NE(graph.error().message.find("gpt, llama, mlp, conformance"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::core
