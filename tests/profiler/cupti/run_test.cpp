// The whole main job on the GPU's double, timed by the double's CUPTI: what is recorded, lost and reported.

#include "profiler/run/run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "gpu/accelerator.h"
#include "gpu/communicators/same_gpu.h"
#include "profiler/cupti/cupti_timing.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/profiler/recorder_events.h"
#include "traces/analysis/json_access.h"
#include "traces/file.h"
#include "traces/vocabulary.h"

namespace shardscope {

namespace {

namespace fs = std::filesystem;
using doubles::cuda::librariesDouble;

class GpuRun : public testing::Test {
  protected:
    void SetUp() override {
        out = fs::temp_directory_path() / ("shardscope-gpu-run-" + std::to_string(::getpid()));
        fs::create_directories(out);
    }
    void TearDown() override { fs::remove_all(out); }

    profiler::RunRequest request(std::vector<std::string> presets, int ranks, core::GpuComm comm) {
        profiler::RunRequest request;
        request.workload.model = {
            .name = "gpt", .layers = 2, .hidden = 32, .heads = 2, .vocab = 64, .sequence = 8};
        request.workload.steps = 4;
        request.ranks = ranks;
        request.device = profiler::DeviceKind::Cuda;
        request.gpuComm = comm;
        request.out = out.string();
        for (const std::string& name : presets) {
            request.strategies.push_back(*core::presetNamed(name, "test"));
        }
        request.gpu.open = [](const core::AcceleratorRequest& asked) {
            return gpu::openAccelerator(asked, librariesDouble());
        };
        request.gpu.startTiming = [] {
            return profiler::cupti::startCuptiTiming(doubles::cuda::cuptiDouble());
        };
        return request;
    }
    profiler::RunOutcome run(const profiler::RunRequest& request) {
        auto outcome = profiler::run(request, {}, stop);
        EXPECT_TRUE(outcome) << toString(outcome.error());
        return outcome ? std::move(*outcome) : profiler::RunOutcome{.ok = false};
    }
    fs::path out;
    std::atomic<bool> stop{false};
};

void expectSound(const traces::RunReport& report) {
    EXPECT_EQ(report.status, "ok") << report.name;
    EXPECT_TRUE(report.observed.agrees) << report.name;
    EXPECT_EQ(traces::integerOf(report.recorder, "dropped"), 0) << report.name;
    EXPECT_EQ(traces::integerOf(report.recorder, "unmatched"), 0) << report.name;
    EXPECT_GT(traces::integerOf(report.recorder, "events"), 0) << report.name;
    EXPECT_GT(report.time.computeNs, 0) << report.name;
    EXPECT_GT(report.time.communicationNs, 0) << report.name;
}

void machine(const doubles::cuda::Machine& machine, const doubles::cuda::Drills& drills = {},
             const doubles::cuda::CuptiSetup& setup = {}) {
    doubles::cuda::reset(machine, drills);
    doubles::cuda::resetCupti(setup);
}

TEST_F(GpuRun, RanksOfOneGpuAreRecordedWithoutALoss) {
    machine({});
    const auto outcome = run(request({"zero-1", "zero-2"}, 4, core::GpuComm::SameGpu));
    EXPECT_TRUE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 2U);
    for (const auto& report : outcome.reports) expectSound(report);
}

// CUPTI gives every thread that calls CUDA a buffer of its own.
TEST_F(GpuRun, AsManyRanksAsShareAGpuAreRecordedWithoutALoss) {
    machine({});
    profiler::RunRequest asked =
        request({"zero-1"}, gpu::kMostSameGpuRanks, core::GpuComm::SameGpu);
    asked.workload.steps = 3;
    asked.workload.model.layers = 1;
    const auto outcome = run(asked);
    EXPECT_TRUE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 1U);
    expectSound(outcome.reports.front());
}

/// Rank 0's events of a category.
std::vector<profiler::Seen> eventsOfRank0(const traces::Trace& trace, std::string_view category) {
    std::vector<profiler::Seen> found;
    for (const traces::Event& event : trace.events) {
        const bool mine = event.pid == traces::pidOfRank(0);
        if (mine && trace.text(event.category) == category) {
            found.push_back(profiler::seenOf(trace, event));
        }
    }
    return found;
}

// The host waits for both streams at the end of a step, and for an event before it fills a batch's buffer anew.
TEST_F(GpuRun, TheHostsWaitsAreOnItsLaneInsideOfTheirSteps) {
    machine({});
    auto asked = request({"zero-2"}, 2, core::GpuComm::SameGpu);
    asked.workload.gradAccum = 3;
    const auto outcome = run(asked);
    ASSERT_EQ(outcome.reports.size(), 1U);
    expectSound(outcome.reports.front());
    const auto trace = traces::readTrace(outcome.reports[0].recording);
    ASSERT_TRUE(trace);
    std::map<int64_t, profiler::Seen> steps;
    for (const auto& step : eventsOfRank0(*trace, traces::kStepCategory)) {
        steps.emplace(step["step"], step);
    }
    ASSERT_EQ(steps.size(), 4U);
    std::map<std::pair<int64_t, std::string>, int> waits;  // by step
    for (const auto& wait : eventsOfRank0(*trace, traces::kHostWaitCategory)) {
        if (wait["step"] < 0) continue;
        EXPECT_EQ(wait.tid, traces::kHostTid);
        EXPECT_GE(wait["action"], 0);
        EXPECT_GE(wait.tsNs, steps.at(wait["step"]).tsNs);
        // In the first step products' algorithms are tried, too.
        if (wait.name == "waits for an event" && wait["step"] > 0) {
            EXPECT_EQ(wait.text("phase"), "forward") << "where batches are loaded";
        }
        ++waits[{wait["step"], wait.name}];
    }
    for (const auto& [step, event] : steps) {
        for (const char* what : {"the compute stream", "the communication stream", "an event"}) {
            EXPECT_GT((waits[{step, std::string("waits for ") + what}]), 0) << step << what;
        }
    }
}

TEST_F(GpuRun, EightGpusOverNcclAreRecordedWithoutALoss) {
    machine({.devices = 8});
    const auto outcome = run(request({"zero-2"}, 8, core::GpuComm::Nccl));
    EXPECT_TRUE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 1U);
    expectSound(outcome.reports.front());
}

TEST_F(GpuRun, GroupsOfRanksOverNcclAreRecordedWithoutALoss) {
    machine({.devices = 8});
    auto asked = request({"zero-2"}, 8, core::GpuComm::Nccl);
    asked.strategies.front().shardGroup = 4;
    const auto outcome = run(asked);
    EXPECT_TRUE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 1U);
    EXPECT_EQ(outcome.reports[0].status, "ok");
    EXPECT_EQ(traces::integerOf(outcome.reports[0].recorder, "dropped"), 0);
    EXPECT_EQ(traces::integerOf(outcome.reports[0].recorder, "unmatched"), 0);
    EXPECT_GT(outcome.reports[0].time.communicationNs, 0);
}

/// Spans of the collectives that return weights in rank 0's last step, by bucket.
std::map<int64_t, std::vector<profiler::Seen>> weightsSent(const traces::Trace& trace) {
    std::map<int64_t, std::vector<profiler::Seen>> sent;
    for (const auto& work : eventsOfRank0(trace, traces::kKernelCategory)) {
        if (work["step"] == 3 && work.text("purpose") == "parameter") {
            sent[work["bucket"]].push_back(work);
        }
    }
    return sent;
}

// One kernel carries all that a bucket sends; which part of it ran when nobody can know.
TEST_F(GpuRun, TheFirstCollectiveOfAGroupHasItsTimeAndTheOthersEndWithIt) {
    machine({.devices = 2}, {.stretchCopyNs = 100000});
    const auto outcome = run(request({"torch-zero"}, 2, core::GpuComm::Nccl));
    ASSERT_EQ(outcome.reports.size(), 1U);
    expectSound(outcome.reports.front());
    const auto trace = traces::readTrace(outcome.reports[0].recording);
    ASSERT_TRUE(trace);
    size_t several = 0;
    for (const auto& [bucket, spans] : weightsSent(*trace)) {
        EXPECT_GE(spans.front().endNs - spans.front().tsNs, 100000) << bucket;
        for (size_t i = 1; i < spans.size(); ++i) {
            EXPECT_EQ(spans[i].tsNs, spans[i].endNs) << bucket;
            EXPECT_EQ(spans[i].tsNs, spans[0].endNs) << bucket;
        }
        several += spans.size() > 1;
    }
    EXPECT_GT(several, 0U);
}

TEST_F(GpuRun, DeviceMemoryHasNamesThatAddUp) {
    machine({.devices = 2, .contextBytes = 300 << 20, .communicatorBytes = 9 << 20});
    const auto outcome = run(request({"zero-1", "zero-2"}, 2, core::GpuComm::Nccl));
    ASSERT_EQ(outcome.reports.size(), 2U);
    const traces::MemoryReport& memory = outcome.reports[1].memory;
    ASSERT_TRUE(memory.deviceUsedPeakBytes);
    int64_t sum = 0;
    for (const char* part : {"reserved", "nccl", "products", "scratch", "other"}) {
        EXPECT_GT(traces::integerOf(memory.deviceMemory, part), 0) << part;
        sum += traces::integerOf(memory.deviceMemory, part);
    }
    EXPECT_EQ(sum, *memory.deviceUsedPeakBytes);
    EXPECT_EQ(traces::integerOf(memory.deviceMemory, "nccl"), 2 * (9 << 20)) << "of two strategies";
    EXPECT_EQ(traces::integerOf(memory.deviceMemory, "recorder"), 3 * 3200000);
}

TEST_F(GpuRun, Tf32IsRefusedWhereNoProductIsFp32) {
    machine({});
    auto asked = request({"zero-2"}, 2, core::GpuComm::SameGpu);
    asked.tf32 = true;
    asked.workload.dtype = core::DType::Bf16;
    const auto outcome = profiler::run(asked, {}, stop);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, core::ErrorCode::InvalidInput);
    EXPECT_EQ(outcome.error().where, "--tf32");
}

// The pool's calls are the plan's, whatever the device: so the recordings say the same of memory.
TEST_F(GpuRun, MemoryIsTheHosts) {
    machine({});
    auto asked = request({"zero-2"}, 2, core::GpuComm::SameGpu);
    const auto gpu = run(asked);
    asked.device = profiler::DeviceKind::Host;
    const auto host = run(asked);
    ASSERT_EQ(gpu.reports.size(), 1U);
    ASSERT_EQ(host.reports.size(), 1U);
    EXPECT_EQ(gpu.reports[0].memory.callSequenceHash, host.reports[0].memory.callSequenceHash);
    EXPECT_EQ(gpu.reports[0].memory.peak.bytes, host.reports[0].memory.peak.bytes);
    EXPECT_EQ(gpu.reports[0].traffic.reduceScatter, host.reports[0].traffic.reduceScatter);
}

TEST_F(GpuRun, LostRecordsAreInTheReport) {
    machine({}, {.loseRecord = 50});
    const auto outcome = run(request({"zero-2"}, 2, core::GpuComm::SameGpu));
    ASSERT_EQ(outcome.reports.size(), 1U);
    EXPECT_EQ(outcome.reports[0].status, "ok");
    EXPECT_GT(traces::integerOf(outcome.reports[0].recorder, "unmatched"), 0);
}

// The pool's segments, workspaces of products, scratch of operations: whichever it is.
TEST_F(GpuRun, AnAllocationThatIsRefusedIsOutOfMemoryAndSaysHowMuchWasAsked) {
    auto asked = request({"zero-2"}, 2, core::GpuComm::SameGpu);
    // A width of its own, so that the process has chosen none of its products' algorithms yet.
    asked.workload.model.hidden = 24;
    asked.workload.steps = 2;
    machine({});
    ASSERT_TRUE(run(asked).ok);
    const int64_t allocations = doubles::cuda::tally().allocations;
    int scratch = 0;
    for (int64_t refused = 1; refused <= allocations; refused += 2) {
        machine({}, {.failAllocation = refused});
        const auto outcome = profiler::run(asked, {}, stop);
        if (!outcome) continue;  // before a strategy began
        ASSERT_EQ(outcome->reports.size(), 1U);
        const traces::RunReport& report = outcome->reports[0];
        if (report.status == "ok") continue;  // asked again, or done without
        EXPECT_EQ(report.status, "oom") << refused << ": " << report.error.dump();
        const std::string said = report.error.dump();
        scratch += said.find(" of scratch memory: ") != std::string::npos;
        EXPECT_NE(said.find("B"), std::string::npos) << said;
    }
    EXPECT_GT(scratch, 0) << "of " << allocations;
}

TEST_F(GpuRun, AKernelThatFailsMidStepFailsTheRunAndItsRecordingIsRead) {
    machine({}, {.failLaunch = 400});
    const auto outcome = run(request({"zero-2"}, 2, core::GpuComm::SameGpu));
    EXPECT_FALSE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 1U);
    EXPECT_EQ(outcome.reports[0].status, "failed");
    EXPECT_TRUE(traces::readTrace(outcome.reports[0].recording));
}

TEST_F(GpuRun, ARivalOrMissingPermissionEndsTheRunWithTheWayAround) {
    for (const doubles::cuda::CuptiSetup& setup :
         {doubles::cuda::CuptiSetup{.rival = "Nsight Compute"},
          doubles::cuda::CuptiSetup{.refuseKind = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES}}) {
        machine({}, {}, setup);
        const auto outcome =
            profiler::run(request({"zero-2"}, 2, core::GpuComm::SameGpu), {}, stop);
        ASSERT_FALSE(outcome);
        EXPECT_NE(outcome.error().message.find("--timing events"), std::string::npos)
            << toString(outcome.error());
    }
}

TEST_F(GpuRun, EventsTimeItWhenAskedTo) {
    machine({}, {}, {.rival = "Nsight Systems"});
    auto asked = request({"zero-2"}, 2, core::GpuComm::SameGpu);
    asked.timing = profiler::GpuTimingKind::Events;
    const auto outcome = run(asked);
    EXPECT_TRUE(outcome.ok);
    ASSERT_EQ(outcome.reports.size(), 1U);
    EXPECT_GT(outcome.reports[0].time.computeNs, 0);
}

}  // namespace

}  // namespace shardscope
