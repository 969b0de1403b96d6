// Coefficients from measurements: what went in comes out, whatever a busy machine adds.

#include "profiler/calibrate/samples.h"

#include <gtest/gtest.h>

#include <array>

#include "core/plan/step_plan.h"
#include "core/sim/measured/rate_table.h"
#include "profiler/calibrate/collective_sweep.h"

namespace shardscope::profiler {
namespace {

core::KernelShape product(double m) {
    return {.kernel = "matmul",
            .variant = "bf16 bf16 > bf16",
            .shape = {m, 384, 384},
            .work = 2.0 * m * 384 * 384,
            .arithmetic = true};
}

/// A machine of 50 GFLOP/s on the mean, where every other measurement is held up.
Samples machine() {
    Samples samples;
    for (const double m : {64.0, 256.0}) {
        for (int i = 0; i < 20; ++i) {
            samples.addKernel(product(m), 1, product(m).work / 50.0 * (i % 2 == 0 ? 0.9 : 1.1));
        }
    }
    for (const double ns : {300.0, 400.0, 500.0}) samples.addHandOver(ns);
    for (const double ns : {50e3, 70e3}) samples.addWakeUp(ns);
    samples.addMeeting(1e6, 0.0);
    samples.addMeeting(3e6, 0.2e6);
    for (const double bytes : {1e5, 1e6}) {
        samples.addCollective(core::CollectiveKind::AllGather, core::DType::Bf16, 2, bytes, bytes);
    }
    return samples;
}

TEST(Samples, GiveBackTheRatesThatWentIn) {
    const Samples samples = machine();
    EXPECT_NEAR(samples.bestProductRate(core::DType::Bf16), 50e9, 1e3);
    EXPECT_EQ(samples.bestProductRate(core::DType::Fp32), 0.0);
    EXPECT_DOUBLE_EQ(samples.handOverUs(), 0.4);
    EXPECT_DOUBLE_EQ(samples.wakeUpUs(), 60.0);
    EXPECT_DOUBLE_EQ(samples.lateness(), 0.05);
    EXPECT_EQ(Samples().lateness(), 0.0);
    const core::MeasuredRates rates = samples.rates();
    ASSERT_EQ(rates.kernels.size(), 2U);
    for (const double m : {64.0, 100.0, 1000.0}) {
        EXPECT_NEAR(*core::kernelUs(rates, product(m), 1), product(m).work / 50e3, 1e-6) << m;
    }
    EXPECT_NEAR(
        *core::collectiveUs(rates, core::CollectiveKind::AllGather, core::DType::Bf16, 3e5, 2, 2),
        300.0, 1e-9);
}

TEST(Samples, MemoryRateIsOfLargeArraysAlone) {
    Samples samples;
    const auto add = [&](double bytes, double ns) {
        samples.addKernel({.kernel = "adamw", .variant = "x", .shape = {bytes}, .work = bytes}, 1,
                          ns);
    };
    add(1e3, 1e6);
    add(1e8, 1e7);
    EXPECT_NEAR(samples.memoryRate(), 10e9, 1.0);
}

TEST(LargestSweep, IsAGigabyteWhereAQuarterOfMemoryHoldsIt) {
    EXPECT_EQ(largestSweepBytes(int64_t{64} << 30, 2), kMostSweepBytes);
    EXPECT_EQ(largestSweepBytes(int64_t{8} << 30, 2), int64_t{512} << 20);
    EXPECT_EQ(largestSweepBytes(0, 2), kLeastSweepBytes);
}

TEST(SweepCollectives, MeasuresEveryKindInEveryDtypeItSums) {
    Samples samples;
    const std::array dtypes{core::DType::Fp32, core::DType::Bf16};
    const auto largest = sweepCollectives(2, dtypes, kLeastSweepBytes, 0.01, samples);
    ASSERT_TRUE(largest) << core::toString(largest.error());
    EXPECT_EQ(*largest, kLeastSweepBytes);
    // Three kinds sum two dtypes, two copy; of two sizes.
    EXPECT_EQ(samples.collectives(), 2U * (3 * 2 + 2));
}

}  // namespace
}  // namespace shardscope::profiler
