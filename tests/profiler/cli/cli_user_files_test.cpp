// --model with a name or a config.json, and --deepspeed with a ds_config.json.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/profiler/cli/request_fixture.h"

namespace shardscope::cli {
namespace {

std::string write(const char* name, const std::string& text) {
    const std::string path = testing::TempDir() + std::to_string(getpid()) + "_shardscope_" + name;
    std::ofstream(path) << text;
    return path;
}

bool hasNote(const profiler::RunRequest& request, const std::string& part) {
    return std::ranges::any_of(request.notes, [&](const std::string& note) {
        return note.find(part) != std::string::npos;
    });
}

TEST(CliModel, ANameOfTheCatalogueGivesTheShape) {
    const auto request = requestOf("--model gpt2-medium");
    ASSERT_TRUE(request) << core::toString(request.error());
    const core::ModelShape& model = request->workload.model;
    EXPECT_EQ(model, (core::ModelShape{.name = "gpt",
                                       .layers = 24,
                                       .hidden = 1024,
                                       .heads = 16,
                                       .vocab = 50257,
                                       .sequence = 1024}));
    EXPECT_TRUE(hasNote(*request, "gpt2-medium: gpt2, 354,823,168 parameters"));
}

TEST(CliModel, ALlamaKeepsItsOwnSizes) {
    const auto request = requestOf("--model meta-llama/Llama-3.2-1B --layers 2");
    ASSERT_TRUE(request) << core::toString(request.error());
    const core::ModelShape& model = request->workload.model;
    EXPECT_EQ(model.name, "llama");
    EXPECT_EQ(model.layers, 2);
    EXPECT_EQ(model.intermediate, 8192);
    EXPECT_EQ(model.kvHeads, 8);
    EXPECT_TRUE(model.tied);
    EXPECT_EQ(model.ropeTheta, 5e5);
    EXPECT_EQ(model.ropeScaling.factor, 32.0);
    EXPECT_EQ(model.sequence, 2048);
}

TEST(CliModel, ItsOwnNameIsKept) {
    EXPECT_EQ(requestOf("--model meta-llama/Llama-3.2-1B")->modelName, "llama-3.2-1b");
    EXPECT_EQ(requestOf("--model gpt")->modelName, "");
}

TEST(CliModel, RotaryEmbeddingsThatAreNotComputedAreSimulatedAndNotRun) {
    const std::string path = write("longrope.json", R"({"model_type": "llama", "hidden_size": 64,
        "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 300, "max_position_embeddings": 4096,
        "rope_scaling": {"rope_type": "longrope", "factor": 4.0}})");
    EXPECT_TRUE(requestOf("--model " + path + " --seq 16", "{}", kSimulate));
    expectFault("--model " + path + " --seq 16", "rotary embeddings of type \"longrope\"");
    const std::string yarn = write("yarn.json", R"({"model_type": "llama", "hidden_size": 64,
        "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 300, "max_position_embeddings": 4096,
        "rope_scaling": {"type": "yarn", "factor": 4.0, "beta_fast": 24}})");
    const auto request = requestOf("--model " + yarn + " --seq 16");
    ASSERT_TRUE(request) << core::toString(request.error());
    const core::RopeScaling& scaling = request->workload.model.ropeScaling;
    EXPECT_EQ(scaling.stretch, core::RopeStretch::Yarn);
    EXPECT_EQ(scaling.originalLength, 4096);
    EXPECT_EQ(scaling.fastTurns, 24.0);
    EXPECT_NEAR(scaling.attentionFactor, 1.138629436111989, 1e-12);
    std::filesystem::remove(path);
    std::filesystem::remove(yarn);
}

TEST(CliModel, AConfigIsReadAndItsDefaultsAreSaid) {
    const std::string path = write("model.json", R"({"model_type": "llama", "hidden_size": 64,
        "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 300, // small
        })");
    const auto request = requestOf("--model " + path + " --seq 16");
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(request->workload.model.intermediate, 96);
    EXPECT_EQ(request->workload.model.sequence, 16);
    EXPECT_TRUE(hasNote(*request, "num_key_value_heads is not given; 4 is used"));
    std::filesystem::remove(path);
}

TEST(CliModel, AShorterSequenceOfAPositionTableIsSaid) {
    const auto request = requestOf("--model gpt2 --seq 256");
    ASSERT_TRUE(request);
    EXPECT_TRUE(hasNote(*request,
                        "the last 768 of its 1024 positions are left out with --seq 256: "
                        "589,824 parameters less"));
}

TEST(CliModel, WhatHasNoTimeModelIsRefusedWithTheReason) {
    expectFault(
        "--model mixtral-8x7b-v0.1",
        "--model: mixtral-8x7b-v0.1: this mixtral has experts and their router, which nothing "
        "here computes");
    expectFault(
        "--model gpt2 --seq 2048",
        "--seq: found 2048; allowed: at most 1,024, the rows of the model's position table");
    expectFault("--model lama-3.1-8b", "did you mean llama-3.1-8b?");
    expectFault("--model none/config.json",
                "none/config.json: cannot read the model's config.json");
    expectFault("", "w.json:1:2: model.name: found \"gpt2xl\", which is neither",
                R"({"model": "gpt2xl"})");
}

class CliDeepSpeed : public testing::Test {
  protected:
    void TearDown() override { std::filesystem::remove(path_); }

    std::string with(const std::string& json, const std::string& more = "") {
        path_ = write("ds.json", json);
        return "--strategy zero-2 --deepspeed " + path_ + " " + more;
    }

    std::string path_;
};

TEST_F(CliDeepSpeed, GivesWhatOptionsDoNot) {
    const auto request = requestOf(with(R"({"train_batch_size": 32, "bf16": {"enabled": true},
        "gradient_accumulation_steps": 2, "zero_optimization": {"stage": 2,
        "reduce_bucket_size": 5e6, "allgather_bucket_size": 5e8},
        "optimizer": {"type": "Adam", "params": {"lr": 0.5, "betas": [0.8, 0.9]}}})",
                                        "--lr 0.25"));
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(request->workload.microBatch, 4);
    EXPECT_EQ(request->gradAccums, std::vector<int>{2});
    EXPECT_EQ(request->workload.clip, 0.0);
    EXPECT_EQ(request->workload.optimizer.learningRate, 0.25);
    EXPECT_EQ(request->workload.optimizer.beta1, 0.8);
    EXPECT_EQ(request->strategies[0].bucket.elements, 5'000'000);
    EXPECT_FALSE(request->strategies[0].overlap);
    EXPECT_TRUE(
        hasNote(*request, "zero_optimization.allgather_bucket_size: is ignored by DeepSpeed"));
}

TEST_F(CliDeepSpeed, AConflictNamesTheFileAndTheProduct) {
    const std::string fault =
        faultOf(with("{\"train_batch_size\": 64,\n \"train_micro_batch_size_per_gpu\": 2, "
                     "\"gradient_accumulation_steps\": 4}"));
    EXPECT_NE(fault.find("shardscope_ds.json:1:2: train_batch_size: found 64, but micro-batch x "
                         "grad-accum x ranks = 2 x 4 x 4 = 32"),
              std::string::npos)
        << fault;
}

TEST_F(CliDeepSpeed, AutoNamesTheOptionThatGivesIt) {
    const std::string json = "{\"train_micro_batch_size_per_gpu\": \"auto\"}";
    EXPECT_NE(faultOf(with(json)).find("train_micro_batch_size_per_gpu: is \"auto\""),
              std::string::npos);
    const auto request = requestOf(with(json, "--micro-batch 2"));
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(request->workload.microBatch, 2);
    EXPECT_EQ(request->workload.dtype, core::DType::Fp32);
}

}  // namespace
}  // namespace shardscope::cli
