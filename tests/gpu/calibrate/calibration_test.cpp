// A calibration of the double, whose kernels, copies and collectives are given their speeds.

#include <gtest/gtest.h>

#include <atomic>

#include "core/base/units.h"
#include "core/sim/cost/matmul.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_writer.h"
#include "gpu/accelerator.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/rank_sum.h"
#include "profiler/calibrate/gpu/gpu_calibrate.h"
#include "profiler/cupti/cupti_timing.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope::profiler {
namespace {

using doubles::cuda::Drills;
using doubles::cuda::Machine;
using doubles::cuda::PacedWork;

/// Speeds of the double. Everything that has no speed takes kernelNs.
struct Speeds {
    double copyGBps = 100;  ///< bytes read and written by casts
    double tflops = 2;      ///< of products
    double linkGBps = 25;   ///< of collectives, on the wire
    double latencyNs = 8000;
    int64_t smallestNs = 2000;
    int64_t kernelNs = 40000;
    double layernorm = 1;  ///< how much longer layer norms take
};

bool names(const PacedWork& work, std::string_view part) {
    return work.kernel.find(part) != std::string_view::npos;
}

int64_t nsOf(const PacedWork& work, const Speeds& speeds) {
    if (names(work, "shardscope_cast")) {
        const auto& cast = *static_cast<const gpu::CastArgs*>(work.argument);
        const int64_t bytes = core::bytesOf(cast.inDtype) + core::bytesOf(cast.outDtype);
        return speeds.smallestNs +
               static_cast<int64_t>(static_cast<double>(cast.elements * bytes) / speeds.copyGBps);
    }
    if (names(work, "shardscope_fill")) {  // slow, so that the host is far ahead of the stream
        const auto& fill = *static_cast<const gpu::FillArgs*>(work.argument);
        return speeds.smallestNs + (fill.bytes > 4096 ? fill.bytes * 50 : 0);
    }
    if (names(work, "gemm")) {
        return speeds.smallestNs + static_cast<int64_t>(work.amount / speeds.tflops / 1e3);
    }
    if (names(work, "rank_sum")) {  // of two ranks: half of the array each
        const auto& sum = *static_cast<const gpu::RankSumArgs*>(work.argument);
        const auto bytes = static_cast<double>(sum.elements * core::bytesOf(sum.dtype));
        return static_cast<int64_t>(speeds.latencyNs + bytes / speeds.linkGBps);
    }
    if (names(work, "shardscope_gather")) {
        const auto& gather = *static_cast<const gpu::GatherArgs*>(work.argument);
        return static_cast<int64_t>(speeds.latencyNs +
                                    static_cast<double>(gather.shardBytes) / speeds.linkGBps);
    }
    if (names(work, "nccl")) {  // of two ranks
        const double wire = names(work, "AllReduce") ? work.amount : work.amount / 2;
        return static_cast<int64_t>(speeds.latencyNs + wire / speeds.linkGBps);
    }
    if (names(work, "column_sum")) return 1;  // of layer norms' backward and of biases
    if (names(work, "layernorm")) {
        return static_cast<int64_t>(static_cast<double>(speeds.kernelNs) * speeds.layernorm);
    }
    return speeds.kernelNs;
}

class GpuCalibration : public testing::Test {
  protected:
    static void machine(const Machine& machine, const Drills& drills = {}) {
        doubles::cuda::reset(machine, drills);
        doubles::cuda::resetCupti();
    }
    GpuCalibrationRequest request(int ranks) {
        GpuCalibrationRequest request;
        core::Workload workload;
        workload.model = {
            .name = "gpt", .layers = 4, .hidden = 64, .heads = 2, .vocab = 64, .sequence = 16};
        request.workloads = {workload};
        workload.attention = core::Attention::Flash;
        request.workloads.push_back(workload);
        request.seconds = 0.2;
        request.ranks = ranks;
        request.relative = "h100-sxm";
        request.stop = &stop;
        request.gpu.open = [](const core::AcceleratorRequest& asked) {
            return gpu::openAccelerator(asked, doubles::cuda::librariesDouble());
        };
        request.gpu.startTiming = [] {
            return cupti::startCuptiTiming(doubles::cuda::cuptiDouble());
        };
        return request;
    }
    core::Result<Calibration> calibrate(int ranks, const Speeds& speeds) {
        doubles::cuda::setPace([speeds](const PacedWork& work) { return nsOf(work, speeds); });
        return calibrateGpu(request(ranks), {});
    }
    /// The machine that simulate would make of the file.
    static core::Hardware assembled(const core::Result<Calibration>& calibration) {
        EXPECT_TRUE(calibration) << core::toString(calibration.error());
        if (!calibration) return {};
        const auto read =
            core::parseHardware(core::hardwareText(calibration->document), "the file");
        EXPECT_TRUE(read) << core::toString(read.error());
        const auto hardware = core::assembleHardware(*read, {}, core::builtinHardware);
        EXPECT_TRUE(hardware) << core::toString(hardware.error());
        return hardware ? *hardware : core::Hardware{};
    }
    static bool notes(const Calibration& calibration, const std::string& part) {
        for (const std::string& note : calibration.notes) {
            if (note.find(part) != std::string::npos) return true;
        }
        return false;
    }

    std::atomic<bool> stop{false};
};

TEST_F(GpuCalibration, SaysWhatTheGpuIsAndWhatItsMemoryHolds) {
    machine({.contextBytes = 300 * core::kMiB, .allocationStepBytes = 2 * core::kMiB});
    const auto calibration = calibrate(1, {});
    const core::Hardware gpu = assembled(calibration);
    EXPECT_EQ(gpu.name, "measured-h100-sxm");
    EXPECT_EQ(gpu.gpu.memoryMiB, 4096);
    EXPECT_EQ(gpu.gpu.multiprocessors, 4);
    EXPECT_EQ(gpu.memory.contextMiB, 300);
    EXPECT_EQ(gpu.memory.libraryMiB, 32) << "the workspace of products";
    EXPECT_EQ(gpu.node.linkGBps, core::gpuNamed("h100-sxm", {})->node.linkGBps)
        << "one rank has no link";
    for (const auto& coefficient : calibration->document.coefficients) {
        EXPECT_TRUE(coefficient.source.starts_with(
            "measured by shardscope calibrate on Double GPU, 4 multiprocessors, 4"))
            << coefficient.source;
        EXPECT_NE(coefficient.source.find("memory in steps of 2"), std::string::npos)
            << coefficient.source;
    }
    EXPECT_TRUE(notes(*calibration, "--ranks measures them"));
}

TEST_F(GpuCalibration, AllocatorRoundingIsWhatSegmentsTakeBeyond) {
    machine({.allocationStepBytes = 2 * core::kMiB});
    EXPECT_EQ(assembled(calibrate(1, {})).memory.slack, 0);
    // Of segments of 2, 2, 2, 2, 20, 20, 12 and 26 MiB, and of 54 MiB that a segment grows by.
    machine({.allocationStepBytes = 8 * core::kMiB});
    const core::Hardware coarse = assembled(calibrate(1, {}));
    EXPECT_GT(coarse.memory.slack, (4 * 8 + 24 + 24 + 16 + 32 + 54) / 140.0 - 1 - 1e-4);
}

TEST_F(GpuCalibration, RatesFollowTheSpeedsOfTheGpu) {
    const Speeds usual;
    machine({});
    const core::Hardware gpu = assembled(calibrate(1, usual));
    EXPECT_NEAR(gpu.gpu.memoryBandwidthGBps, 100, 2);
    EXPECT_NEAR(gpu.kernels.launchUs, 2, 0.05);
    // The largest square and its tiles: by the simulator the same product takes the same time.
    core::Hardware ideal = gpu;
    ideal.kernels.matmul = ideal.kernels.sustained = 1;
    const double seconds =
        core::matmulSeconds(ideal, {.m = 256, .n = 256, .k = 256, .dtype = core::DType::Bf16});
    const double measured = 2.0 * 256 * 256 * 256 / 2e12 + 2e-6;
    EXPECT_NEAR(seconds / measured, 1, 0.02);

    machine({});
    Speeds slow = usual;
    slow.copyGBps = 50;
    slow.tflops = 1;
    slow.layernorm = 3;
    slow.smallestNs = 4000;
    const core::Hardware half = assembled(calibrate(1, slow));
    EXPECT_NEAR(half.gpu.memoryBandwidthGBps, 50, 1);
    EXPECT_NEAR(half.kernels.launchUs, 4, 0.1);
    EXPECT_NEAR(half.gpu.bf16Tflops / gpu.gpu.bf16Tflops, 0.5, 0.03);
    EXPECT_NEAR(half.gpu.fp32Tflops / gpu.gpu.fp32Tflops, 0.5, 0.03);
    // 40 us less a launch, against 120 us less one; and the fraction is of half the bandwidth.
    const double norm = half.kernels.normalization * half.gpu.memoryBandwidthGBps /
                        (gpu.kernels.normalization * gpu.gpu.memoryBandwidthGBps);
    EXPECT_NEAR(norm, (40.0 - 2) / (120 - 4), 0.02);
    const double lookup = half.kernels.lookup * half.gpu.memoryBandwidthGBps /
                          (gpu.kernels.lookup * gpu.gpu.memoryBandwidthGBps);
    EXPECT_GT(lookup, 0.9) << "embeddings are as fast as before";
}

TEST_F(GpuCalibration, RanksOnOneGpuHaveTheirCommunicatorsLink) {
    Speeds speeds;
    machine({});
    const auto calibration = calibrate(2, speeds);
    const core::Hardware gpu = assembled(calibration);
    EXPECT_EQ(gpu.gpusPerNode(), 2);
    EXPECT_NEAR(gpu.node.linkGBps, 25, 1);
    EXPECT_EQ(gpu.memory.ncclBaseMiB, 0);
    EXPECT_TRUE(notes(*calibration, "same-GPU communicator"));
    speeds.linkGBps = 5;
    machine({});
    EXPECT_NEAR(assembled(calibrate(2, speeds)).node.linkGBps, 5, 0.2);
}

TEST_F(GpuCalibration, AGpuForEachRankIsMeasuredOverNccl) {
    machine({.devices = 2, .communicatorBytes = 9 * core::kMiB});
    const auto calibration = calibrate(0, {});
    const core::Hardware gpu = assembled(calibration);
    EXPECT_EQ(gpu.gpusPerNode(), 2) << "as many ranks as GPUs";
    EXPECT_NEAR(gpu.node.linkGBps, 25, 1);
    EXPECT_NEAR(gpu.nccl.ringBaseUs[2], 8, 1);
    EXPECT_EQ(gpu.memory.ncclBaseMiB, 9);
    EXPECT_FALSE(notes(*calibration, "same-GPU communicator"));
}

TEST_F(GpuCalibration, RefusalsInTheMiddleAreErrors) {
    GpuCalibrationRequest least = request(2);
    least.seconds =
        1e-6;  // the fewest rounds: as many calls each time, however fast the machine is
    for (int run = 0; run < 2;
         ++run) {  // the first also tries products' algorithms, once a process
        machine({});
        ASSERT_TRUE(calibrateGpu(least, {}));
    }
    const auto whole = doubles::cuda::tally();
    for (int part = 1; part <= 6; ++part) {
        machine({}, {.fullFrom = whole.allocations * part / 7 + 1});
        const auto full = calibrateGpu(least, {});
        ASSERT_FALSE(full) << part;
        EXPECT_NE(full.error().code, core::ErrorCode::InvalidInput) << core::toString(full.error());
        EXPECT_NE(core::toString(full.error()).find("B"), std::string::npos)
            << "how much was asked: " << core::toString(full.error());
        machine({}, {.failLaunch = whole.launches * part / 7 + 1});
        const auto broken = calibrateGpu(least, {});
        ASSERT_FALSE(broken) << part;
        EXPECT_EQ(broken.error().code, core::ErrorCode::Failed);
    }
    EXPECT_EQ(doubles::cuda::tally().liveStreams, 0);
}

TEST_F(GpuCalibration, StopsWhenAskedTo) {
    machine({});
    int said = 0;
    const auto stopped = calibrateGpu(request(1), [&](const std::string&, double) {
        if (++said == 3) stop = true;
    });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, core::ErrorCode::Interrupted);
    EXPECT_EQ(said, 3);
}

TEST_F(GpuCalibration, WithoutADriverSaysWhatRunDoes) {
    machine({.driver = false});
    auto asked = request(1);
    asked.timing = GpuTimingKind::Events;
    const auto calibration = calibrateGpu(asked, {});
    ASSERT_FALSE(calibration);
    const auto opened = gpu::openAccelerator({.ranks = 1}, doubles::cuda::librariesDouble());
    EXPECT_EQ(calibration.error(), opened.error());
}

}  // namespace
}  // namespace shardscope::profiler
