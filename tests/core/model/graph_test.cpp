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

TEST(Graph, EveryValueIsWrittenBeforeItIsRead) {
    for (const char* model : {"gpt", "mlp", "conformance"}) {
        const Graph graph = *buildGraph(workloadOf(model));
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
    for (const char* model : {"gpt", "mlp", "conformance"}) {
        const Graph graph = *buildGraph(workloadOf(model));
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
    EXPECT_NE(graph.error().message.find("gpt, mlp, conformance"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::core
