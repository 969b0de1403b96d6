// The strategies of other systems on GPUs, both ways of communicating, against the host: the same sums of
// integers bit by bit, losses nearby, the pool asked call by call as there.

#include <gtest/gtest.h>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope::conformance {
namespace {

using core::DType;

constexpr const char* kSystems[] = {"ddp",   "deepspeed-1", "deepspeed-2", "megatron",
                                    "fsdp2", "llm.c",       "torch-zero"};

Outcome onGpus(const Setting& setting, core::GpuComm comm) {
    doubles::cuda::reset({.devices = setting.ranks});
    return runOnGpus(setting, comm, doubles::cuda::librariesDouble());
}

class SystemsOnGpus : public testing::TestWithParam<core::GpuComm> {};
INSTANTIATE_TEST_SUITE_P(, SystemsOnGpus,
                         testing::Values(core::GpuComm::SameGpu, core::GpuComm::Nccl),
                         [](const auto& test) {
                             return test.param == core::GpuComm::Nccl ? "Nccl" : "SameGpu";
                         });

TEST_P(SystemsOnGpus, HaveTheHostsWeightsOfIntegerGradients) {
    for (const char* system : kSystems) {
        for (int gradAccum : {1, 2}) {
            const Setting setting{.model = "conformance",
                                  .preset = system,
                                  .ranks = 3,
                                  .gradAccum = gradAccum,
                                  .steps = 2,
                                  .hidden = 1000,
                                  .clip = 0.0};
            const Outcome gpu = onGpus(setting, GetParam()), host = run(setting);
            ASSERT_TRUE(gpu.result) << nameOf(setting) << toString(gpu.result.error());
            ASSERT_TRUE(host.result) << nameOf(setting) << toString(host.result.error());
            EXPECT_EQ(gpu.weightHashes(), host.weightHashes()) << nameOf(setting);
            EXPECT_EQ(gpu.ranksAgree, host.ranksAgree) << nameOf(setting);
            EXPECT_EQ(gpu.callSequenceHash, host.callSequenceHash) << nameOf(setting);
        }
    }
}

TEST_P(SystemsOnGpus, HaveLossesNearTheHosts) {
    for (const char* system : kSystems) {
        const Setting setting{.preset = system, .ranks = 2, .dtype = DType::Bf16};
        const Outcome gpu = onGpus(setting, GetParam()), host = run(setting);
        ASSERT_TRUE(gpu.result) << nameOf(setting) << toString(gpu.result.error());
        ASSERT_TRUE(host.result) << nameOf(setting) << toString(host.result.error());
        for (size_t s = 0; s < gpu.losses().size(); ++s) {
            EXPECT_NEAR(gpu.losses()[s], host.losses()[s], 1e-2 * host.losses()[s]) << system;
        }
    }
}

TEST_P(SystemsOnGpus, MomentumIsTheHosts) {
    const Setting setting{.ranks = 2, .steps = 4, .optimizer = core::OptimizerKind::Sgd};
    const Outcome gpu = onGpus(setting, GetParam()), host = run(setting);
    ASSERT_TRUE(gpu.result) << toString(gpu.result.error());
    ASSERT_TRUE(host.result);
    for (size_t s = 0; s < gpu.losses().size(); ++s) {
        EXPECT_NEAR(gpu.losses()[s], host.losses()[s], 1e-4 * host.losses()[s]) << s;
    }
    Setting still = setting;
    still.learningRate = 0.0;
    EXPECT_NE(onGpus(still, GetParam()).weightHashes(), gpu.weightHashes());
}

// What belongs to others holds NaN after the reduction: whoever read it would train on NaN.
TEST_P(SystemsOnGpus, NothingReadsAPoisonedGradient) {
    const Setting setting{.preset = "zero-1", .ranks = 2};
    const auto outcome = [&](bool poison) {
        core::Problem problem = problemOf(setting);
        problem.poison = poison;
        doubles::cuda::reset({.devices = 2});
        return runOnGpus(setting, problem, GetParam(), doubles::cuda::librariesDouble());
    };
    const Outcome sound = outcome(false), poisoned = outcome(true);
    ASSERT_TRUE(poisoned.result) << toString(poisoned.result.error());
    EXPECT_EQ(poisoned.weightHashes(), sound.weightHashes());
    EXPECT_EQ(poisoned.losses(), sound.losses());
}

/// Heads of 64 and 128, of which the matrix units' kernels are.
TEST(AttentionOnMatrixUnits, LossesAreNearTheHostsAndStagesBitEqual) {
    for (core::Attention attention : {core::Attention::Materialized, core::Attention::Flash}) {
        for (int64_t headSize : {64, 128}) {
            Setting setting{.ranks = 2,
                            .steps = 2,
                            .dtype = DType::Bf16,
                            .hidden = 2 * headSize,
                            .layers = 1,
                            .heads = 2,
                            .sequence = 16,
                            .attention = attention};
            const Outcome gpu = onGpus(setting, core::GpuComm::SameGpu), host = run(setting);
            ASSERT_TRUE(gpu.result) << nameOf(setting) << toString(gpu.result.error());
            for (size_t s = 0; s < gpu.losses().size(); ++s) {
                EXPECT_NEAR(gpu.losses()[s], host.losses()[s], 1e-2 * host.losses()[s]);
            }
            setting.preset = "zero-3";
            EXPECT_EQ(onGpus(setting, core::GpuComm::SameGpu).losses(), gpu.losses());
        }
    }
}

}  // namespace
}  // namespace shardscope::conformance
