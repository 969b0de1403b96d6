// What a GPU run says of device memory: who measures it, and what of it has a name.

#include <gtest/gtest.h>

#include "core/base/units.h"
#include "gpu/accelerator.h"
#include "gpu/matmul/algorithms.h"
#include "gpu/memory_gauge.h"
#include "tests/conformance/harness.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope {
namespace {

using core::kMiB;
using doubles::cuda::librariesDouble;

constexpr int kNoPermission = 4;  // NVML_ERROR_NO_PERMISSION

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

class MemoryGauge : public testing::Test {
  protected:
    void TearDown() override {
        doubles::cuda::failNvmlMemory(0);
        EXPECT_EQ(doubles::cuda::nvmlSessions(), 0) << "NVML was started and not shut down";
    }
    /// A machine whose devices hold @p held bytes each, and other processes @p others.
    void machine(doubles::cuda::Machine machine) {
        machine.devices = 2;
        machine.contextBytes = 300 * kMiB;
        machine.otherProcessesBytes = 50 * kMiB;
        doubles::cuda::reset(machine);
    }
    const core::Result<const gpu::NvmlApi*> nvml = &doubles::cuda::nvmlDouble();
};

TEST_F(MemoryGauge, NvmlSaysWhatEveryProcessHoldsOfTheDeviceWithThatUuid) {
    machine({});
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    void* some = nullptr;
    ASSERT_EQ(cudaMalloc(&some, 7 * kMiB), cudaSuccess);
    gpu::MemoryGauge first(nvml, 0), second(nvml, 1);
    EXPECT_EQ(first.source(), "NVML");
    EXPECT_EQ(*first.usedBytes(), 50 * kMiB) << "other processes' alone: nothing of ours used it";
    EXPECT_EQ(*second.usedBytes(), 357 * kMiB);
    EXPECT_EQ(cudaFree(some), cudaSuccess);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
}

TEST_F(MemoryGauge, ASliceOfAGpuIsFound) {
    machine({.sliced = true});
    gpu::MemoryGauge gauge(nvml, 1);
    EXPECT_EQ(gauge.source(), "NVML");
    EXPECT_EQ(*gauge.usedBytes(), 50 * kMiB);
}

TEST_F(MemoryGauge, WithoutTheLibraryTheRuntimeSaysAndWhyIsToldWithIt) {
    machine({});
    gpu::MemoryGauge gauge(core::failed("NVML", "cannot be opened: tried libnvidia-ml.so.1"), 0);
    EXPECT_TRUE(contains(gauge.source(), "cudaMemGetInfo (")) << gauge.source();
    EXPECT_TRUE(contains(gauge.source(), "libnvidia-ml.so.1")) << gauge.source();
    EXPECT_EQ(*gauge.usedBytes(), 300 * kMiB);
}

TEST_F(MemoryGauge, ADeviceThatNvmlDoesNotKnowIsNamed) {
    machine({.nvmlHidesGpus = true});
    gpu::MemoryGauge gauge(nvml, 1);
    EXPECT_TRUE(contains(gauge.source(), "-d0b1e000-0000-4000-8000-000000000001: Not Found (6)"))
        << gauge.source();
    EXPECT_EQ(*gauge.usedBytes(), 300 * kMiB);
}

TEST_F(MemoryGauge, MissingPermissionIsTold) {
    machine({});
    doubles::cuda::failNvmlMemory(kNoPermission);
    gpu::MemoryGauge gauge(nvml, 0);
    EXPECT_TRUE(contains(gauge.source(), "Insufficient Permissions (4)")) << gauge.source();
    EXPECT_EQ(*gauge.usedBytes(), 300 * kMiB);
}

TEST_F(MemoryGauge, OneThatFailsLaterFallsBackAndSaysSo) {
    machine({});
    gpu::MemoryGauge gauge(nvml, 0);
    EXPECT_EQ(gauge.source(), "NVML");
    doubles::cuda::failNvmlMemory(kNoPermission);
    EXPECT_EQ(*gauge.usedBytes(), 300 * kMiB);
    EXPECT_TRUE(contains(gauge.source(), "cudaMemGetInfo (")) << gauge.source();
}

/// One step on GPUs, and what is said of the first one's memory while its ranks live.
core::DeviceUse useDuringARun(int ranks, core::GpuComm comm, int shardGroup) {
    conformance::Setting setting{.ranks = ranks, .layers = 1};
    setting.axes = [shardGroup](core::Strategy& s) { s.shardGroup = shardGroup; };
    const core::Problem problem = conformance::problemOf(setting);
    const core::Dataset dataset = *core::Dataset::open(problem.workload);
    auto gpus = *gpu::openAccelerator({.ranks = ranks, .comm = comm}, librariesDouble());
    core::RankGroup group(problem, &dataset, *gpus->communicators(shardGroup),
                          [&](const core::RunContext& context, core::Communicator& communicator,
                              core::Observer* observer) {
                              return gpus->makeDevice(context, communicator, observer, nullptr);
                          },
                          {}, {});
    EXPECT_TRUE(group.setUp());
    EXPECT_TRUE(group.step(0));
    return gpus->use().value_or(core::DeviceUse{});
}

TEST(DeviceUse, NamesPoolsWorkspacesAndScratchOfAllRanksOnTheGpu) {
    doubles::cuda::reset();
    const core::DeviceUse use = useDuringARun(3, core::GpuComm::SameGpu, 0);
    EXPECT_EQ(use.source, "NVML");
    EXPECT_GT(use.pool, 0);
    EXPECT_EQ(use.pool % (2 * kMiB), 0);
    EXPECT_EQ(use.products, 3 * static_cast<int64_t>(gpu::kProductWorkspaceBytes));
    EXPECT_GT(use.scratch, 0);
    EXPECT_EQ(use.nccl, 0);
    EXPECT_GE(use.usedBytes, use.pool + use.products + use.scratch);
    EXPECT_EQ(use.capacity, doubles::cuda::machine().capacityBytes);
}

TEST(DeviceUse, NcclsShareIsThatOfItsCommunicatorsOfAllRanksAndOfGroups) {
    for (const auto& [group, communicators] : {std::pair{0, 1}, std::pair{2, 3}, std::pair{4, 1}}) {
        doubles::cuda::reset({.devices = 4, .communicatorBytes = 9 * kMiB});
        const core::DeviceUse use = useDuringARun(4, core::GpuComm::Nccl, group);
        EXPECT_EQ(use.nccl, communicators * 9 * kMiB) << "S " << group;
        EXPECT_EQ(use.products, static_cast<int64_t>(gpu::kProductWorkspaceBytes))
            << "of the first GPU's rank only";
        EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
    }
}

TEST(DeviceUse, WhatTheDriverTakesByItselfIsAmongTheFacts) {
    doubles::cuda::reset({.devices = 2,
                          .contextBytes = 300 * kMiB,
                          .allocationStepBytes = 64 << 10,
                          .multiprocessors = 7});
    const auto gpus =
        *gpu::openAccelerator({.ranks = 1, .comm = core::GpuComm::SameGpu}, librariesDouble());
    const core::AcceleratorFacts facts = gpus->facts();
    EXPECT_EQ(facts.gpus, 2);
    EXPECT_EQ(facts.multiprocessors, 7);
    EXPECT_EQ(facts.memoryBytes, doubles::cuda::machine().capacityBytes);
    EXPECT_EQ(facts.contextBytes, 300 * kMiB);
    EXPECT_EQ(facts.stepBytes, 64 << 10);
    EXPECT_EQ(facts.runtime.substr(0, 3), "13.");
    EXPECT_FALSE(facts.driver.empty());
}

TEST(DeviceUse, WhatNoLongerIsIsNotCounted) {
    doubles::cuda::reset({.devices = 2, .communicatorBytes = 9 * kMiB});
    auto gpus = *gpu::openAccelerator({.ranks = 2, .comm = core::GpuComm::Nccl}, librariesDouble());
    {
        const auto communicators = gpus->communicators(0);
        ASSERT_TRUE(communicators);
        EXPECT_EQ(gpus->use()->nccl, 9 * kMiB);
    }
    EXPECT_EQ(gpus->use()->nccl, 0);
}

TEST(DeviceUse, ANoteSaysWhoMeasures) {
    doubles::cuda::reset();
    gpu::Libraries libraries = librariesDouble();
    libraries.nvml = core::failed("NVML", "cannot be opened: tried libnvidia-ml.so.1");
    const auto gpus = *gpu::openAccelerator({.ranks = 1}, libraries);
    EXPECT_TRUE(contains(gpus->notes().back(), "cudaMemGetInfo (NVML")) << gpus->notes().back();
}

}  // namespace
}  // namespace shardscope
