// Published sizes of model states, to the digits that were printed.

#include "core/capacity/formulas/model_states.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/units.h"

namespace shardscope::core {
namespace {

constexpr double kGB = 1e9;
constexpr double kLlama3_8B = 8'030'261'248.0;  // Llama-3.1-8B
constexpr double kGpt2Padded = 124'475'904.0;   // GPT-2 124M, vocabulary padded to 50304

double bytes(std::string_view convention, int stage, double parameters, int ranks) {
    const auto states =
        stateBytes(*stateConventionNamed(convention, "test"), stage, parameters, ranks);
    return states ? states->total() : -1.0;
}

/// A row of the paper's table 1: GB a rank at stages 1, 2, 3, as printed.
struct PaperRow {
    double parameters;
    int ranks;
    double stage1, stage2, stage3;
    double tolerance;  ///< half of the last printed digit
};

TEST(PaperStates, AreTableOneOfTheZeroPaper) {
    for (const PaperRow& row :
         {PaperRow{7.5e9, 4, 52.5, 41.25, 30.0, 0.05}, PaperRow{7.5e9, 16, 35.6, 21.6, 7.5, 0.051},
          PaperRow{7.5e9, 64, 31.4, 16.6, 1.88, 0.051},
          PaperRow{7.5e9, 256, 30.4, 15.4, 0.47, 0.051},
          PaperRow{7.5e9, 1024, 30.1, 15.1, 0.12, 0.051}, PaperRow{128e9, 1, 2048, 2048, 2048, 0.5},
          PaperRow{128e9, 4, 896, 704, 512, 0.5}, PaperRow{128e9, 16, 608, 368, 128, 0.5},
          PaperRow{128e9, 64, 536, 284, 32, 0.5}, PaperRow{128e9, 1024, 513.5, 257.8, 2, 0.051},
          PaperRow{1e12, 64, 4187.5, 2218.8, 250, 0.051},
          PaperRow{1e12, 256, 4046.9, 2054.7, 62.5, 0.051},
          PaperRow{1e12, 1024, 4011.7, 2013.7, 15.6, 0.051}}) {
        EXPECT_NEAR(bytes("paper", 1, row.parameters, row.ranks) / kGB, row.stage1, row.tolerance);
        EXPECT_NEAR(bytes("paper", 2, row.parameters, row.ranks) / kGB, row.stage2, row.tolerance);
        EXPECT_NEAR(bytes("paper", 3, row.parameters, row.ranks) / kGB, row.stage3, row.tolerance);
        EXPECT_DOUBLE_EQ(bytes("paper", 0, row.parameters, row.ranks), 16.0 * row.parameters);
    }
    EXPECT_DOUBLE_EQ(bytes("paper", 3, 7.5e9, 64), 1.875 * kGB);
}

TEST(PaperStates, SaveLlmCsMeasuredBytesAtStageOne) {
    // llm.c PR 309 on 4 GPUs: 16661 - 15593 MiB, and 35975 - 22601 MiB.
    const auto saved = [](double parameters) {
        return (bytes("llm.c", 0, parameters, 4) - bytes("llm.c", 1, parameters, 4)) / kMiB;
    };
    EXPECT_NEAR(saved(kGpt2Padded), 1068.4, 0.05);
    EXPECT_NEAR(saved(1'557'686'400.0), 13369.7, 0.05);
    EXPECT_NEAR(saved(kGpt2Padded) / 1068.0, 1.0, 0.001);
    EXPECT_NEAR(saved(1'557'686'400.0) / 13374.0, 1.0, 0.001);
}

TEST(PaperStates, AreLlmCsPrintedCategories) {
    const auto states = *stateBytes(*stateConventionNamed("llm.c", "test"), 1, kGpt2Padded, 4);
    EXPECT_EQ(std::floor(states.weights / kMiB), 237);
    EXPECT_EQ(std::floor(states.gradients / kMiB), 237);
    EXPECT_EQ(std::floor(states.optimizer / 3 / kMiB), 118);  // each of m, v, master
    const auto whole = *stateBytes(*stateConventionNamed("llm.c", "test"), 0, kGpt2Padded, 1);
    EXPECT_EQ(std::floor(whole.optimizer / 3 / kMiB), 474);
}

TEST(MegatronStates, AreItsBytesPerParameter) {
    EXPECT_DOUBLE_EQ(bytes("megatron", 0, 1.0, 1), 18.0);
    EXPECT_DOUBLE_EQ(bytes("megatron", 1, 1.0, 1), 18.0);
    EXPECT_DOUBLE_EQ(bytes("megatron", 1, 1.0, 8), 7.5);
    EXPECT_DOUBLE_EQ(bytes("megatron-fp16", 1, 1.0, 1), 20.0);
    EXPECT_DOUBLE_EQ(bytes("megatron-fp16", 1, 1.0, 8), 6.0);
    EXPECT_DOUBLE_EQ(bytes("megatron-fp32", 1, 1.0, 1), 16.0);
    EXPECT_DOUBLE_EQ(bytes("megatron-fp32", 1, 1.0, 8), 9.0);
    EXPECT_EQ(bytes("megatron", 2, 1.0, 8), -1.0);  // its gradients are never sharded
}

TEST(DeepSpeedStates, DifferBetweenCodeDocumentationAndPaper) {
    constexpr double kT5 = 2.851e9;
    EXPECT_NEAR(bytes("deepspeed", 2, kT5, 8) / kGiB, 11.28, 0.005);
    EXPECT_NEAR(bytes("deepspeed-docs", 2, kT5, 8) / kGiB, 15.93, 0.005);
    EXPECT_NEAR(bytes("paper", 2, kT5, 8) / kGiB, 9.96, 0.005);
    EXPECT_EQ(bytes("deepspeed", 1, kT5, 8), -1.0);  // it has no estimate of stage 1
}

TEST(AccelerateStates, AreItsBertBaseCasedRow) {
    constexpr double kBert = 108'310'272.0;
    const auto states = *stateBytes(*stateConventionNamed("accelerate-fp32", "test"), 0, kBert, 1);
    EXPECT_NEAR(states.weights / kMiB, 413.18, 0.015);
    EXPECT_NEAR(states.total() / kGiB, 1.61, 0.005);
    EXPECT_NEAR(states.total() / kGiB, 1.614, 0.0005);
    EXPECT_DOUBLE_EQ(bytes("accelerate-fp16", 0, kBert, 1), 8.0 * kBert);
}

TEST(PlaybookStates, AreItsLlama8BFigure) {
    const auto states = *stateBytes(*stateConventionNamed("playbook", "test"), 0, kLlama3_8B, 1);
    EXPECT_EQ(std::round(states.weights / kGiB), 15);
    EXPECT_EQ(std::round(states.gradients / kGiB), 15);
    EXPECT_EQ(std::round(states.optimizer / kGiB), 60);
}

TEST(OtherStates, AreBytesPerParameter) {
    EXPECT_DOUBLE_EQ(bytes("llama-factory-amp", 0, 1e9, 1), 18.0 * kGB);
    EXPECT_DOUBLE_EQ(bytes("llama-factory-bf16", 0, 1e9, 1), 8.0 * kGB);
    EXPECT_DOUBLE_EQ(bytes("fsdp2", 3, 1.0, 8), 2.0);
    EXPECT_DOUBLE_EQ(bytes("torch-zero", 1, 1.0, 8), 9.0);
}

TEST(StateConventions, AreListedWhenTheNameIsUnknown) {
    const auto found = stateConventionNamed("papper", "--convention");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().where, "--convention");
    EXPECT_NE(found.error().message.find("did you mean paper?; allowed: paper, deepspeed"),
              std::string::npos)
        << found.error().message;
}

TEST(StateConventions, HaveASourceAndOnlyTheirStages) {
    for (const StateConvention& convention : stateConventions()) {
        EXPECT_FALSE(convention.source.empty()) << convention.name;
        EXPECT_FALSE(stateBytes(convention, 4, 1.0, 1)) << convention.name;
        EXPECT_FALSE(stateBytes(convention, -1, 1.0, 1)) << convention.name;
    }
}

}  // namespace
}  // namespace shardscope::core
