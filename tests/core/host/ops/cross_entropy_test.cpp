#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kRows = 4, kVocab = 37;

struct Loss {
    Workbench bench;
    TensorId logits, targets, logSumExp, losses, dLogits;

    explicit Loss(DType dtype, int gradAccum = 1) {
        bench.problem->workload.gradAccum = gradAccum;
        logits = bench.random(kRows * kVocab, 1, dtype);
        targets = bench.integers({0, 36, 7, 7});
        logSumExp = bench.output(kRows);
        losses = bench.output(gradAccum);
        dLogits = bench.output(kRows * kVocab, dtype);
    }
    void forward() {
        bench.run(CrossEntropyForward{.logits = logits,
                                      .targets = targets,
                                      .logSumExp = logSumExp,
                                      .losses = losses,
                                      .rows = kRows,
                                      .vocab = kVocab});
    }
    void backward() {
        bench.run(CrossEntropyBackward{.logits = logits,
                                       .targets = targets,
                                       .logSumExp = logSumExp,
                                       .dLogits = dLogits,
                                       .rows = kRows,
                                       .vocab = kVocab});
    }
};

TEST(HostCrossEntropy, IsTheMeanNegativeLogProbability) {
    Loss loss(DType::Fp32);
    loss.forward();
    const Values logits = loss.bench.get(loss.logits);
    const int targets[] = {0, 36, 7, 7};
    double expected = 0.0;
    for (size_t row = 0; row < kRows; ++row) {
        double sum = 0.0;
        for (size_t i = 0; i < kVocab; ++i) sum += std::exp(logits[row * kVocab + i]);
        expected += (std::log(sum) - logits[row * kVocab + static_cast<size_t>(targets[row])]);
        EXPECT_NEAR(loss.bench.get(loss.logSumExp)[row], std::log(sum), 1e-6);
    }
    EXPECT_NEAR(loss.bench.get(loss.losses)[0], expected / kRows, 1e-6);
}

TEST(HostCrossEntropy, WritesTheLossOfItsMicroBatchOnly) {
    Loss loss(DType::Fp32, 3);
    loss.bench.set(loss.losses, {-1.0, -1.0, -1.0});
    loss.bench.scalars.microBatch = 1;
    loss.forward();
    const Values losses = loss.bench.get(loss.losses);
    EXPECT_EQ(losses[0], -1.0);
    EXPECT_GT(losses[1], 0.0);
    EXPECT_EQ(losses[2], -1.0);
}

TEST(HostCrossEntropy, BackwardMatchesFiniteDifferences) {
    Loss loss(DType::Fp32);
    loss.forward();
    loss.backward();
    expectGradient(
        loss.bench, loss.logits, loss.losses, {1.0}, loss.bench.get(loss.dLogits),
        [&] { loss.forward(); }, 1e-4);
}

TEST(HostCrossEntropy, AppliesLossScaleAndOneOverMicroBatchesTimesRanks) {
    Loss plain(DType::Fp32), scaled(DType::Fp32, 4);
    plain.forward();
    plain.backward();
    scaled.bench.scalars.lossScale = 1024.0;
    scaled.bench.context.ranks = 8;
    scaled.forward();
    scaled.backward();
    Values expected = plain.bench.get(plain.dLogits);
    for (double& value : expected) value *= 1024.0 / 32.0;
    EXPECT_EQ(scaled.bench.get(scaled.dLogits), expected);
}

TEST(HostCrossEntropy, StandsLargeLogits) {
    Loss loss(DType::Bf16);
    Values large(kRows * kVocab, -30000.0);
    for (size_t row = 0; row < kRows; ++row) large[row * kVocab] = 30000.0;
    loss.bench.set(loss.logits, large);
    loss.forward();
    loss.backward();
    EXPECT_NEAR(loss.bench.get(loss.losses)[0], 45000.0, 500.0);
    for (double value : loss.bench.get(loss.dLogits)) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace shardscope::core::test
