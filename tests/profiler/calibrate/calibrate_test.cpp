// A calibration of this machine, as short as it can be: what the file then knows.

#include "profiler/calibrate/calibrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/plan/planner.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_writer.h"
#include "core/sim/measured/measured_costs.h"

namespace shardscope::profiler {
namespace {

core::Workload small() {
    core::Workload workload;
    workload.model.layers = 2;
    workload.model.hidden = 64;
    workload.model.heads = 2;
    workload.model.sequence = 16;
    return workload;
}

class CalibrateTest : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        auto result = calibrate({.workloads = {small()}, .seconds = 0.3, .ranks = 2},
                                [](const std::string& what, double) { said_.insert(what); });
        ASSERT_TRUE(result) << core::toString(result.error());
        calibration_ = std::move(*result);
    }
    static core::Hardware hardware() {
        const auto read = core::parseHardware(core::hardwareText(calibration_.document), "file");
        EXPECT_TRUE(read) << core::toString(read.error());
        const auto machine = core::assembleHardware(*read, {}, core::builtinHardware);
        EXPECT_TRUE(machine) << core::toString(machine.error());
        return *machine;
    }

    static inline Calibration calibration_;
    static inline std::set<std::string> said_;
};

TEST_F(CalibrateTest, KnowsEveryKernelOfEveryStageOfItsWorkload) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        for (const int ranks : {1, 2}) {
            const auto problem =
                core::makeProblem(small(), *core::presetNamed(preset, "test"), ranks);
            ASSERT_TRUE(problem) << core::toString(problem.error());
            EXPECT_EQ(core::unmeasuredKernels(hardware(), *problem), std::vector<std::string>{})
                << preset << " on " << ranks;
        }
    }
}

TEST_F(CalibrateTest, EveryCoefficientSaysThatItWasMeasuredHere) {
    for (const core::HardwareCoefficient& coefficient : calibration_.document.coefficients) {
        EXPECT_TRUE(coefficient.source.starts_with("measured by shardscope calibrate on "))
            << coefficient.path;
        if (coefficient.path == "memory.slack") continue;  // a driver may take nothing beyond
        EXPECT_GT(coefficient.values.front(), 0.0) << coefficient.path;
    }
    EXPECT_GE(hardware().cpu.sharing, 1.0);
    EXPECT_FALSE(hardware().measured.collectives.empty());
}

TEST_F(CalibrateTest, KnowsWhatTheKernelTakesBeyondSegments) {
    EXPECT_TRUE(said_.contains("rounding of the allocator"));
    const auto& all = calibration_.document.coefficients;
    const auto slack = std::ranges::find(all, "memory.slack", &core::HardwareCoefficient::path);
    ASSERT_NE(slack, all.end());
    EXPECT_LT(slack->values.front(), 0.05);
}

TEST_F(CalibrateTest, SaysWhatItDoes) {
    EXPECT_TRUE(said_.contains("gpt, bf16 materialized, 2 ranks"));
    EXPECT_TRUE(said_.contains("collectives, 2 ranks"));
}

}  // namespace
}  // namespace shardscope::profiler
