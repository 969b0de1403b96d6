#include "core/catalogue/time_model.h"

#include <gtest/gtest.h>

#include "core/catalogue/catalogue.h"
#include "core/catalogue/parameters.h"
#include "core/model/graph.h"

namespace shardscope::core {
namespace {

Architecture model(const char* name) { return catalogueNamed(name, "test")->architecture; }

/// Ψ of the graph that @p name runs as, cut to @p layers; -1 when it does not run.
int64_t graphCount(Architecture a) {
    const auto shape = timeModelOf(a, "--model");
    EXPECT_TRUE(shape) << toString(shape.error());
    if (!shape) return -1;
    Workload workload{.model = *shape};
    if (a.learnedPositions) workload.model.sequence = a.positions;
    const auto graph = buildGraph(workload);
    EXPECT_TRUE(graph) << toString(graph.error());
    return graph ? graph->parameterCount() : -1;
}

TEST(TimeModel, TheGraphHasTheArchitecturesParameters) {
    for (const char* name :
         {"gpt2", "llama-2-7b", "llama-3.1-8b", "llama-3.2-1b", "mistral-7b-v0.1",
          "mistral-nemo-base-2407", "qwen2.5-0.5b", "qwen2.5-7b", "qwen3-0.6b", "qwen3-8b",
          "phi-3-mini-4k-instruct", "tinyllama-1.1b"}) {
        Architecture a = model(name);
        a.layers = 3;
        EXPECT_EQ(graphCount(a), parameterCount(a)) << name;
    }
}

TEST(TimeModel, KeepsRopeAndEpsilon) {
    const auto shape = timeModelOf(model("llama-3.1-8b"), "");
    ASSERT_TRUE(shape);
    EXPECT_EQ(shape->ropeTheta, 5e5);
    EXPECT_EQ(shape->ropeScaling.factor, 8.0);
    EXPECT_EQ(shape->ropeScaling.originalLength, 8192);
    EXPECT_EQ(timeModelOf(model("qwen2.5-7b"), "")->normEpsilon, 1e-6);
}

TEST(TimeModel, TakesEveryStretchOfTheRotaryEmbeddingAndRunsThoseItComputes) {
    Architecture a = model("llama-2-7b");
    for (const char* type : {"linear", "llama3", "yarn"}) {
        a.rope = {.type = type, .factor = 4.0, .attentionFactor = 1.1};
        const auto shape = timeModelOf(a, "--model");
        ASSERT_TRUE(shape) << type;
        EXPECT_EQ(nameOf(shape->ropeScaling.stretch), type);
        EXPECT_EQ(shape->ropeScaling.factor, 4.0);
        EXPECT_EQ(shape->ropeScaling.attentionFactor, 1.1);
        EXPECT_TRUE(checkRuns(a, "--model")) << type;
    }
    a.rope = {.type = "longrope"};
    EXPECT_TRUE(timeModelOf(a, "--model")) << "memory and times are known";
    const auto runs = checkRuns(a, "--model");
    ASSERT_FALSE(runs);
    EXPECT_NE(toString(runs.error()).find("rotary embeddings of type \"longrope\""),
              std::string::npos);
}

TEST(TimeModel, RefusesWhatNothingComputesWithTheReason) {
    const auto fault = [](const Architecture& a) {
        const auto shape = timeModelOf(a, "--model");
        return shape ? "(runs)" : toString(shape.error());
    };
    EXPECT_EQ(
        fault(model("mixtral-8x7b-v0.1")),
        "--model: this mixtral has experts and their router, which nothing here computes, so it "
        "has no time model; allowed: gpt2, llama, mistral, qwen2, qwen3, phi3");
    Architecture a = model("llama-2-7b");
    a.qkvBias = a.outputBias = true;
    EXPECT_NE(fault(a).find("has biases of the output projection"), std::string::npos);
    a = model("llama-2-7b");
    a.rope = {.partial = 0.5};
    EXPECT_NE(fault(a).find("a part of each head"), std::string::npos);
    a = model("gpt2");
    a.intermediate = 1000;
    EXPECT_NE(fault(a).find("a feed-forward of 1000 columns"), std::string::npos);
    a = model("gpt2");
    a.activation = "relu";
    EXPECT_NE(fault(a).find("the activation relu"), std::string::npos);
}

TEST(TimeModel, EveryFamilyRunsOrSaysWhyNot) {
    for (const CatalogueEntry& entry : catalogue()) {
        const auto shape = timeModelOf(entry.architecture, "--model");
        if (!shape) continue;
        Workload workload{.model = *shape};
        const auto valid = validate(workload);
        EXPECT_TRUE(valid) << entry.name << ": " << toString(valid.error());
    }
}

TEST(TimeModel, TheSequenceFitsPositionsAndWindow) {
    EXPECT_EQ(defaultSequence(model("gpt2")), 1024);
    EXPECT_EQ(defaultSequence(model("llama-3.1-8b")), 2048);
    EXPECT_EQ(defaultSequence(model("phi-3-mini-4k-instruct")), 2047);
    EXPECT_TRUE(checkSequence(model("llama-3.1-8b"), 1 << 17, "--seq"));
    EXPECT_EQ(toString(checkSequence(model("gpt2"), 1025, "--seq").error()),
              "--seq: found 1025; allowed: at most 1,024, the rows of the model's position table");
    EXPECT_EQ(toString(checkSequence(model("mistral-7b-v0.1"), 8192, "--seq").error()),
              "--seq: found 8192; allowed: at most 4,096, the model's attention window");
}

}  // namespace
}  // namespace shardscope::core
