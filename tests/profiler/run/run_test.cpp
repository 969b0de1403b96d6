// The main job as a library: strategies interleaved, recorded, judged, and read back.

#include "profiler/run/run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "profiler/cli/output/failure_text.h"
#include "traces/file.h"

namespace shardscope::profiler {
namespace {

namespace fs = std::filesystem;

class Run : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() /
                  ("shardscope-run-" + std::to_string(::getpid()) + "-" +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder_);
        request_.out = folder_.string();
        request_.workload.model = {
            .name = "gpt", .layers = 2, .hidden = 96, .heads = 3, .vocab = 64, .sequence = 16};
        request_.workload.steps = 3;
        request_.ranks = 2;
        use({"zero-1", "zero-2"});
    }
    void TearDown() override { fs::remove_all(folder_); }

    void use(const std::vector<const char*>& presets, core::Omit omit = core::Omit::Nothing) {
        request_.strategies.clear();
        for (const char* preset : presets) {
            request_.strategies.push_back(*core::presetNamed(preset, "test"));
            request_.strategies.back().omit = omit;
        }
    }
    RunOutcome go() {
        auto outcome = run(request_, sink_, stop_);
        EXPECT_TRUE(outcome) << toString(outcome.error());
        return outcome ? std::move(*outcome) : RunOutcome{};
    }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    fs::path folder_;
    RunRequest request_;
    ProgressSink sink_;
    std::atomic<bool> stop_ = false;
};

TEST_F(Run, ReportOfARecordingIsWhatTheRunReturned) {
    const RunOutcome outcome = go();
    ASSERT_EQ(outcome.reports.size(), 2U);
    EXPECT_TRUE(outcome.ok);
    for (const traces::RunReport& report : outcome.reports) {
        const auto trace = traces::readTrace(report.recording);
        ASSERT_TRUE(trace) << toString(trace.error());
        EXPECT_FALSE(trace->incomplete);
        const auto again = traces::analyse(*trace, report.recording);
        ASSERT_TRUE(again);
        EXPECT_EQ(toJson(*again), toJson(report));
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"zero-1.trace.json.gz", "zero-2.trace.json.gz"}));
}

TEST_F(Run, WritingWhatWasReadGivesTheSameBytes) {
    const RunOutcome outcome = go();
    const auto bytes = [](const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    for (const traces::RunReport& report : outcome.reports) {
        const std::string copy = (folder_ / "copy.trace.json.gz").string();
        ASSERT_TRUE(traces::writeTrace(*traces::readTrace(report.recording), copy));
        EXPECT_EQ(bytes(copy), bytes(report.recording)) << report.name;
    }
}

TEST_F(Run, ObservesEveryStageAsItsName) {
    use({"zero-0", "zero-1", "zero-2", "zero-3"});
    request_.gradAccums = {1, 3};
    const RunOutcome outcome = go();
    ASSERT_EQ(outcome.reports.size(), 8U);
    for (const traces::RunReport& report : outcome.reports) {
        EXPECT_TRUE(report.observed.distinguishable) << report.name;
        EXPECT_TRUE(report.observed.agrees) << report.name;
        EXPECT_EQ("zero-" + std::to_string(report.observed.stage.value_or(-1)),
                  report.name.substr(0, 6));
    }
}

TEST_F(Run, AMislabelledStrategyIsCaughtR25) {
    use({"zero-1"});
    request_.strategies[0].preset = "zero-2";
    const RunOutcome outcome = go();
    EXPECT_FALSE(outcome.reports[0].observed.agrees);
    EXPECT_EQ(outcome.reports[0].observed.stage, 1);
}

TEST_F(Run, SimulatedRunsHaveTheHostsPoolCalls) {
    use({"zero-0", "zero-1", "zero-2", "zero-3"});
    const RunOutcome host = go();
    request_.device = DeviceKind::Simulated;
    const RunOutcome simulated = go();
    for (size_t i = 0; i < 4; ++i) {
        const auto& a = host.reports[i].memory;
        const auto& b = simulated.reports[i].memory;
        EXPECT_EQ(a.callSequenceHash, b.callSequenceHash);
        EXPECT_EQ(a.peak.bytes, b.peak.bytes);
        EXPECT_EQ(a.smallestLimitBytes, b.smallestLimitBytes);
        EXPECT_EQ(simulated.reports[i].source, "simulated");
    }
}

/// Records of a rank and step, each at the price that was measured beside the run.
TEST_F(Run, WhatRecordingCostIsMeasured) {
    const RunOutcome outcome = go();
    ASSERT_EQ(outcome.reports.size(), 2U);
    for (const traces::RunReport& report : outcome.reports) {
        const traces::Json recorder = toJson(report).at("recorder");
        ASSERT_TRUE(recorder.at("recordNs").is_number()) << report.name << recorder;
        const double each = recorder.at("recordNs").get<double>();
        EXPECT_GT(each, 0.0) << report.name;
        const double records = recorder.at("events").get<double>() / request_.ranks /
                               static_cast<double>(request_.workload.steps);
        const double share = records * each / static_cast<double>(report.time.stepNs.median);
        EXPECT_GT(share, 0.0) << report.name;
        EXPECT_NEAR(recorder.at("stepShare").get<double>(), share, 1e-9 * share) << report.name;
    }
}

TEST_F(Run, OnAVirtualClockRecordingCostsNothing) {
    request_.device = DeviceKind::Simulated;
    const RunOutcome outcome = go();
    ASSERT_EQ(outcome.reports.size(), 2U);
    for (const traces::RunReport& report : outcome.reports) {
        const traces::Json recorder = toJson(report).at("recorder");
        EXPECT_TRUE(recorder.at("recordNs").is_null()) << report.name << recorder;
        EXPECT_TRUE(recorder.at("stepShare").is_null()) << report.name << recorder;
    }
}

TEST_F(Run, WithoutAllGatherSaysAtWhichStepRanksPartAndWhy) {
    use({"zero-2"}, core::Omit::AllGather);
    const RunOutcome outcome = go();
    EXPECT_FALSE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 2U);
    EXPECT_EQ(outcome.reports[0].status, "ok");
    EXPECT_EQ(outcome.reports[1].status, "failed");
    const std::string text = cli::failureText(outcome.reports);
    EXPECT_NE(text.find("part after step 1"), std::string::npos) << text;
    EXPECT_NE(text.find("all-gathered"), std::string::npos) << text;
}

TEST_F(Run, WithoutReduceScatterSaysAtWhichStepWeightsPartAndWhy) {
    use({"zero-1"}, core::Omit::ReduceScatter);
    const RunOutcome outcome = go();
    EXPECT_FALSE(outcome.ok);
    const std::string text = outcome.reports[1].error.get<std::string>();
    EXPECT_NE(text.find("at step 1"), std::string::npos) << text;
    EXPECT_NE(text.find("its owner's samples"), std::string::npos) << text;
}

TEST_F(Run, OutOfMemoryKeepsItsReportAndTheOthersGoOn) {
    request_.workload.model.hidden = 384;
    request_.workload.model.layers = 4;
    request_.ranks = 4;
    const RunOutcome free = go();
    request_.memoryLimit = free.reports[1].memory.smallestLimitBytes;
    ASSERT_LT(request_.memoryLimit, free.reports[0].memory.smallestLimitBytes);
    const RunOutcome limited = go();
    EXPECT_FALSE(limited.ok);
    EXPECT_EQ(limited.reports[0].status, "oom");
    EXPECT_EQ(limited.reports[1].status, "ok");
    const std::string text = cli::failureText(limited.reports);
    for (const char* part : {"backward", "gradients", "largest live tensors", "enough would"}) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
    const int64_t enough = limited.reports[0].outOfMemory["enough"].get<int64_t>();
    EXPECT_EQ(enough, free.reports[0].memory.smallestLimitBytes);
}

TEST_F(Run, AStopLeavesReadableMarkedRecordings) {
    request_.workload.steps = 1000;
    sink_ = [this](const Progress& progress) { stop_ = progress.step >= 3; };
    const RunOutcome outcome = go();
    EXPECT_FALSE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 2U);
    for (const traces::RunReport& report : outcome.reports) {
        EXPECT_EQ(report.status, "interrupted");
        EXPECT_GT(report.steps, 0);
        EXPECT_LT(report.steps, 1000);
        EXPECT_TRUE(traces::readTrace(report.recording));
    }
    EXPECT_EQ(files().size(), 2U);
}

TEST_F(Run, WithoutRecordingFilesTheReportIsTheSame) {
    request_.record = false;
    const RunOutcome outcome = go();
    ASSERT_EQ(outcome.reports.size(), 2U);
    EXPECT_EQ(outcome.reports[1].observed.stage, 2);
    EXPECT_EQ(outcome.reports[1].recording, "");
    EXPECT_TRUE(files().empty());
}

TEST_F(Run, MoreThanTheMachineHasIsRefusedBeforeItIsTaken) {
    request_.workload.model.hidden = 24'000;
    request_.workload.model.layers = 96;
    const auto outcome = run(request_, sink_, stop_);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, core::ErrorCode::InvalidInput);
    EXPECT_NE(outcome.error().message.find("are available"), std::string::npos);
}

TEST_F(Run, WhatCannotBeWrittenIsSaidAndItsReportIsKept) {
    request_.out = "/proc/shardscope";
    const RunOutcome outcome = go();
    EXPECT_FALSE(outcome.ok);
    ASSERT_EQ(outcome.unwritten.size(), 2U);
    EXPECT_EQ(outcome.unwritten[0].code, core::ErrorCode::Io);
    ASSERT_EQ(outcome.reports.size(), 2U);
    EXPECT_EQ(outcome.reports[1].observed.stage, 2);
    EXPECT_EQ(outcome.reports[1].recording, "");
}

TEST_F(Run, OneRankHasNoCollectiveAndAllStagesAreOne) {
    request_.ranks = 1;
    use({"zero-0", "zero-1", "zero-2", "zero-3"});
    const RunOutcome outcome = go();
    for (const traces::RunReport& report : outcome.reports) {
        EXPECT_EQ(report.traffic.elementsPerParameter, 0.0);
        EXPECT_EQ(report.numerics["weightHash"], outcome.reports[0].numerics["weightHash"]);
        EXPECT_FALSE(report.observed.distinguishable);
    }
}

}  // namespace
}  // namespace shardscope::profiler
