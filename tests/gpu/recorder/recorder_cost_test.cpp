// The measurement of the recorder's cost, on the double: both sides run the same steps, one is recorded.

#include "tests/gpu/recorder/recorder_cost.h"

#include <gtest/gtest.h>

#include "gpu/accelerator.h"
#include "profiler/cupti/cupti_timing.h"
#include "tests/conformance/harness.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope::recorder {
namespace {

profiler::GpuBackend doubled() {
    return {.open =
                [](const core::AcceleratorRequest& asked) {
                    return gpu::openAccelerator(asked, doubles::cuda::librariesDouble());
                },
            .startTiming =
                [] { return profiler::cupti::startCuptiTiming(doubles::cuda::cuptiDouble()); }};
}

core::Problem small() {
    return conformance::problemOf({.ranks = 2, .dtype = core::DType::Bf16, .layers = 1});
}

constexpr CostRun kShort{.ranks = 2, .warmUp = 1, .steps = 2};

void machine(const doubles::cuda::CuptiSetup& cupti = {}) {
    doubles::cuda::reset();
    doubles::cuda::resetCupti(cupti);
}

TEST(RecorderCost, IsThatOfTheSameStepsRecordedOrNot) {
    machine();
    ASSERT_TRUE(costOf(doubled(), small(), kShort, false)) << "products are chosen here";
    machine();
    const auto without = costOf(doubled(), small(), kShort, false);
    ASSERT_TRUE(without) << toString(without.error());
    const int64_t launches = doubles::cuda::tally().launches;
    machine();
    const auto with = costOf(doubled(), small(), kShort, true);
    ASSERT_TRUE(with) << toString(with.error());
    EXPECT_EQ(doubles::cuda::tally().launches, launches);
    EXPECT_EQ(without->events, 0);
    EXPECT_GT(with->events, 3 * kShort.ranks) << "each rank's actions of three steps";
    EXPECT_GT(without->medianNs, 0);
    EXPECT_GT(with->medianNs, 0);
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
}

TEST(RecorderCost, ARecorderThatCannotStartIsToldAndNothingIsMeasured) {
    machine({.rival = "nsys"});
    const auto with = costOf(doubled(), small(), kShort, true);
    ASSERT_FALSE(with);
    EXPECT_NE(toString(with.error()).find("nsys"), std::string::npos) << toString(with.error());
    EXPECT_TRUE(costOf(doubled(), small(), kShort, false));
}

}  // namespace
}  // namespace shardscope::recorder
