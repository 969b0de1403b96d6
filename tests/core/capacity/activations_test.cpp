// Korthikanti et al.'s own memory figures, and the playbook's.

#include "core/capacity/formulas/activations.h"

#include <gtest/gtest.h>

#include <array>

#include "core/base/units.h"

namespace shardscope::core {
namespace {

constexpr ActivationMode kNone{};
constexpr ActivationMode kSequence{.sequenceParallel = true};
constexpr ActivationMode kSelective{.recompute = Recompute::Selective};
constexpr ActivationMode kBoth{.sequenceParallel = true, .recompute = Recompute::Selective};
constexpr ActivationMode kFull{.recompute = Recompute::Full};

struct PaperModel {
    TransformerShape shape;
    double statesGiB, noneGiB, bothGiB;
    std::array<double, 4> shares;  ///< figure 7, per cent of none: sequence, selective, both, full
    int digits;                    ///< decimals of bothGiB as printed
};

TransformerShape shape(int64_t h, int64_t l, int64_t a, int64_t b, int64_t pp, int64_t m) {
    return {.sequence = 2048,
            .microBatch = b,
            .hidden = h,
            .heads = a,
            .layers = l,
            .vocab = 51200,
            .tensorParallel = 8,
            .pipelineParallel = pp,
            .interleave = m};
}

const std::array kModels{
    PaperModel{
        shape(6144, 48, 64, 4, 1, 1), 45.5625, 59.25, 9.5625, {66.84, 49.42, 16.18, 7.64}, 6},
    PaperModel{
        shape(12288, 96, 96, 1, 8, 3), 45.5625, 66.84375, 12.3516, {62.04, 56.53, 18.49, 8.71}, 4},
    PaperModel{shape(20480, 105, 128, 1, 35, 3),
               31.640625,
               114.0234,
               23.0762,
               {58.31, 62.04, 20.27, 9.42},
               4},
    PaperModel{shape(25600, 128, 160, 1, 64, 1),
               32.9590,
               131.25,
               26.5625,
               {58.31, 62.04, 20.27, 9.42},
               4}};

double gib(double bytes) { return bytes / static_cast<double>(kGiB); }

TEST(Activations, EqualTheSelectiveRecomputationPaper) {
    for (const PaperModel& model : kModels) {
        EXPECT_NEAR(gib(modelStateBytes(model.shape)), model.statesGiB, 5e-5);
        EXPECT_NEAR(gib(activationBytes(model.shape, kNone)), model.noneGiB, 5e-5);
        EXPECT_NEAR(gib(activationBytes(model.shape, kBoth)), model.bothGiB, 5e-5);
    }
    // Whole multiples of a byte's power of two: no rounding at all.
    EXPECT_EQ(gib(modelStateBytes(kModels[0].shape)), 45.5625);
    EXPECT_EQ(gib(activationBytes(kModels[0].shape, kBoth)), 9.5625);
    EXPECT_EQ(gib(activationBytes(kModels[3].shape, kNone)), 131.25);
}

TEST(Activations, AreFigureSevensSharesWithinItsReading) {
    for (const PaperModel& model : kModels) {
        const double none = activationBytes(model.shape, kNone);
        const std::array modes{kSequence, kSelective, kBoth, kFull};
        for (size_t i = 0; i < modes.size(); ++i) {
            EXPECT_NEAR(activationBytes(model.shape, modes[i]) / none * 100.0, model.shares[i],
                        0.15);
        }
    }
    // The formula's own values, which the figure is read within.
    const double none = activationBytes(kModels[0].shape, kNone);
    EXPECT_NEAR(activationBytes(kModels[0].shape, kSequence) / none * 100.0, 66.77, 0.005);
    EXPECT_NEAR(activationBytes(kModels[0].shape, kSelective) / none * 100.0, 49.37, 0.005);
    EXPECT_NEAR(activationBytes(kModels[0].shape, kBoth) / none * 100.0, 16.14, 0.005);
    EXPECT_NEAR(activationBytes(kModels[0].shape, kFull) / none * 100.0, 7.59, 0.006);
}

TEST(Activations, AreThePlaybooksLlama8BFigure) {
    for (const auto& [sequence, printed] : {std::pair{1024, 4.25}, {4096, 17.0}, {16384, 68.0}}) {
        const TransformerShape llama{
            .sequence = sequence, .microBatch = 1, .hidden = 4096, .heads = 32, .layers = 32};
        EXPECT_EQ(gib(activationBytes(llama, kSelective)), printed);  // 34sbhL: flash attention
    }
}

TEST(Activations, WithoutTensorParallelismAre34And5as) {
    const TransformerShape gpt{
        .sequence = 1024, .microBatch = 2, .hidden = 1024, .heads = 16, .layers = 24};
    const double sbh = 1024.0 * 2 * 1024;
    EXPECT_DOUBLE_EQ(activationBytesPerLayer(gpt, kNone), sbh * (34.0 + 5.0 * 16 * 1024 / 1024));
    EXPECT_DOUBLE_EQ(activationBytesPerLayer(gpt, kSequence), activationBytesPerLayer(gpt, kNone));
    EXPECT_DOUBLE_EQ(activationBytesPerLayer(gpt, kFull), 2.0 * sbh);
}

TEST(Activations, InterleavingHoldsMoreOnTheFirstStage) {
    EXPECT_DOUBLE_EQ(interleaveFactor(shape(8, 8, 8, 1, 8, 3)), 1.0 + 7.0 / 24.0);
    EXPECT_DOUBLE_EQ(interleaveFactor(shape(8, 8, 8, 1, 8, 1)), 1.0);
}

TEST(Activations, LogitsAreFourBytesAWord) {
    const TransformerShape llama{.sequence = 8192, .microBatch = 1, .vocab = 128256};
    EXPECT_DOUBLE_EQ(logitBytes(llama), 4.0 * 8192 * 128256);
}

}  // namespace
}  // namespace shardscope::core
