// Hybrid sharding over NCCL, on the double: groups of ranks as in one process on the host.

#include <gtest/gtest.h>

#include <barrier>
#include <thread>

#include "core/host/inproc_communicator.h"
#include "gpu/communicators/nccl_communicator.h"
#include "gpu/cuda_device.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope::conformance {
namespace {

using core::DType;
using doubles::cuda::librariesDouble;

constexpr int kGpus = 8;

/// Eight ranks; shards among @p group of them.
Setting hybrid(const std::string& preset, int group) {
    Setting setting{.preset = preset, .ranks = kGpus, .steps = 2, .layers = 2};
    setting.axes = [group](core::Strategy& s) { s.shardGroup = group; };
    return setting;
}

Setting integers(Setting setting) {
    setting.model = "conformance";
    setting.gradAccum = 2;
    setting.hidden = 1000;
    setting.clip = 0.0;
    return setting;
}

Outcome overNccl(const Setting& setting) {
    return runOnGpus(setting, core::GpuComm::Nccl, librariesDouble());
}

void expectNothingLeft() {
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0);
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
}

TEST(NcclGroups, IntegerGradientsGiveTheHostsWeightsBitByBit) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        for (int group : {1, 2, 4, 8}) {
            doubles::cuda::reset({.devices = kGpus});
            Setting setting = integers(hybrid(preset, group));
            setting.dtype = group == 2 ? DType::Bf16 : DType::Fp32;
            const Outcome gpu = overNccl(setting), host = run(setting);
            ASSERT_TRUE(gpu.result) << toString(gpu.result.error());
            ASSERT_TRUE(host.result) << toString(host.result.error());
            EXPECT_EQ(gpu.weightHashes(), host.weightHashes()) << preset << " S " << group;
            EXPECT_EQ(gpu.losses(), host.losses()) << preset << " S " << group;
            EXPECT_TRUE(gpu.ranksAgree) << preset << " S " << group;
            expectNothingLeft();
        }
    }
}

TEST(NcclGroups, LossesAreNearTheHosts) {
    doubles::cuda::reset({.devices = kGpus});
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        for (int group : {2, 4}) {
            const Setting setting = hybrid(preset, group);
            const Outcome gpu = overNccl(setting), host = run(setting);
            ASSERT_TRUE(gpu.result) << toString(gpu.result.error());
            ASSERT_TRUE(host.result);
            EXPECT_TRUE(gpu.ranksAgree) << preset << " S " << group;
            for (size_t s = 0; s < gpu.losses().size(); ++s) {
                EXPECT_NEAR(gpu.losses()[s], host.losses()[s], 1e-4 * host.losses()[s])
                    << preset << " S " << group << " step " << s;
            }
        }
    }
}

TEST(NcclGroups, EveryCategoryOfMemoryIsAsWithoutThem) {
    doubles::cuda::reset({.devices = kGpus});
    const Setting setting = hybrid("zero-2", 4);
    EXPECT_EQ(overNccl(setting).callSequenceHash, run(setting).callSequenceHash);
}

/// Ranks that join one by one, each in its own thread with its own host communicator, as processes of
/// MPI do.
core::Result<std::vector<std::unique_ptr<core::Communicator>>> joinOneByOne(int group) {
    std::vector<core::Result<std::unique_ptr<core::Communicator>>> made(kGpus);
    auto hosts = core::makeInprocCommunicators(kGpus);
    std::barrier meeting(kGpus);
    std::string message;
    std::vector<std::jthread> threads;
    for (size_t r = 0; r < kGpus; ++r) {
        threads.emplace_back([&, r] {
            const auto broadcast = [&](const std::string& mine) {
                if (r == 0) message = mine;
                meeting.arrive_and_wait();
                return message;
            };
            made[r] =
                gpu::makeNcclCommunicator(doubles::cuda::ncclDouble(), static_cast<int>(r),
                                          std::move(hosts[r]), broadcast, {.shardGroup = group});
        });
    }
    threads.clear();
    std::vector<std::unique_ptr<core::Communicator>> all;
    for (auto& one : made) {
        if (!one) return tl::unexpected(one.error());
        all.push_back(std::move(*one));
    }
    return all;
}

TEST(NcclGroups, RanksThatJoinOneByOneGetTheSameGroups) {
    doubles::cuda::reset({.devices = kGpus});
    const gpu::Libraries libraries = librariesDouble();
    const Setting setting = integers(hybrid("zero-2", 2));
    const Machine machine{.communicators = [](int) { return joinOneByOne(2); },
                          .device =
                              [&](const core::RunContext& context, core::Communicator& communicator,
                                  core::Observer* observer) {
                                  return gpu::makeCudaDevice(
                                      context, static_cast<gpu::GpuCommunicator&>(communicator),
                                      observer, libraries, {});
                              }};
    const Outcome gpu = run(setting, problemOf(setting), machine);
    ASSERT_TRUE(gpu.result) << toString(gpu.result.error());
    EXPECT_EQ(gpu.weightHashes(), run(setting).weightHashes());
    expectNothingLeft();
}

}  // namespace
}  // namespace shardscope::conformance
