// Utilisation that papers and logs report, from their step times and throughputs.

#include "core/capacity/formulas/flops.h"

#include <gtest/gtest.h>

#include <cmath>

namespace shardscope::core {
namespace {

constexpr double kA100 = 312e12;
constexpr double kH100 = 989e12;

TransformerShape korthikanti(int64_t h, int64_t l) {
    return {.sequence = 2048, .hidden = h, .layers = l, .vocab = 51200};
}

struct IterationRow {
    TransformerShape shape;
    double batch, seconds;
    int gpus;
    double recomputed;  ///< per cent, by our formula, to its printed digits
    double published;
};

TEST(Flops, GiveKorthikantisUtilisation) {
    for (const IterationRow& row :
         {IterationRow{korthikanti(6144, 48), 4, 1.10, 8, 41.65, 41.5},
          IterationRow{korthikanti(12288, 96), 64, 13.75, 64, 51.39, 51.4},
          IterationRow{korthikanti(20480, 105), 280, 37.83, 280, 56.05, 56.0},
          IterationRow{korthikanti(25600, 128), 512, 71.49, 512, 56.27, 56.3}}) {
        const double achieved = flopsPerIteration(row.batch, row.shape) / row.seconds / row.gpus;
        const double percent = utilisation(achieved, kA100) * 100.0;
        EXPECT_NEAR(percent, row.recomputed, 0.006);
        EXPECT_NEAR(percent, row.published, 0.2);
    }
}

TEST(Flops, GiveTorchtitansLlama8BLog) {
    const TransformerShape llama{.sequence = 8192, .hidden = 4096, .layers = 32, .vocab = 128256};
    const double withoutEmbedding = 8'030'261'248.0 - 128'256.0 * 4096.0;
    const double achieved = 6567.0 * flopsPerToken(withoutEmbedding, llama);
    EXPECT_NEAR(achieved / 1e12, 380.32, 0.006);
    EXPECT_NEAR(utilisation(achieved, kH100) * 100.0, 38.46, 0.006);
}

struct MosaicRow {
    double parameters;
    int64_t layers, hidden;
    double tokensPerSecond, peak, percent, tolerance;
};

TEST(Flops, GiveMosaicsBenchmarkTables) {
    constexpr double kMpt1b = 1'315'950'592.0, kMpt7b = 6'658'859'008.0;
    for (const MosaicRow& row : {MosaicRow{kMpt1b, 24, 2048, 45455, 989.5e12, 41.8, 0.051},
                                 MosaicRow{kMpt7b, 32, 4096, 10643, 989.5e12, 46.44, 0.006},
                                 MosaicRow{kMpt1b, 24, 2048, 20513, kA100, 59.9, 0.051},
                                 MosaicRow{kMpt7b, 32, 4096, 4641, kA100, 64.2, 0.051}}) {
        const TransformerShape mpt{.sequence = 2048, .hidden = row.hidden, .layers = row.layers};
        const double achieved = row.tokensPerSecond * flopsPerToken(row.parameters, mpt);
        EXPECT_NEAR(utilisation(achieved, row.peak) * 100.0, row.percent, row.tolerance);
    }
}

TEST(Flops, RecomputingTheForwardCostsAThirdMore) {
    const TransformerShape gpt = korthikanti(6144, 48);
    EXPECT_DOUBLE_EQ(hardwareFlopsPerIteration(4, gpt), flopsPerIteration(4, gpt) * 4.0 / 3.0);
}

}  // namespace
}  // namespace shardscope::core
