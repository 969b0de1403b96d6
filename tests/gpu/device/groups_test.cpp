// Groups of NCCL's ranks when things go wrong: what is said, and that nothing is left.

#include <gtest/gtest.h>

#include "gpu/accelerator.h"
#include "gpu/communicators/nccl_communicator.h"
#include "gpu/communicators/nccl_groups.h"
#include "gpu/cuda_device.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope {
namespace {

using conformance::Outcome;
using conformance::Setting;
using doubles::cuda::librariesDouble;

Setting hybrid() {
    Setting setting{.ranks = 4, .steps = 2, .layers = 1};
    setting.axes = [](core::Strategy& s) { s.shardGroup = 2; };
    return setting;
}

/// The hybrid setting on communicators with @p options.
Outcome run(const gpu::NcclOptions& options) {
    const gpu::Libraries libraries = librariesDouble();
    const conformance::Machine machine{
        .communicators =
            [&](int) {
                return gpu::makeNcclCommunicators(doubles::cuda::ncclDouble(), {0, 1, 2, 3},
                                                  options);
            },
        .device =
            [&](const core::RunContext& context, core::Communicator& communicator,
                core::Observer* observer) {
                return gpu::makeCudaDevice(context,
                                           static_cast<gpu::GpuCommunicator&>(communicator),
                                           observer, libraries, {});
            }};
    return conformance::run(hybrid(), conformance::problemOf(hybrid()), machine);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void expectNothingLeft(const std::string& when) {
    const auto tally = doubles::cuda::tally();
    EXPECT_EQ(tally.liveBytes, 0) << when;
    EXPECT_EQ(tally.liveStreams, 0) << when;
    EXPECT_EQ(tally.liveEvents, 0) << when;
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0) << when;
}

TEST(NcclGroupsThatFail, ACollectiveThatNeverEndsNamesItsGroup) {
    doubles::cuda::reset({.devices = 4}, {.hangCollective = 3});
    const Outcome outcome = run({.shardGroup = 2, .patience = std::chrono::milliseconds(200)});
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_TRUE(contains(said, "did not end in 0.2 s")) << said;
    EXPECT_TRUE(contains(said, "rank ")) << said;
    EXPECT_TRUE(contains(said, " among ranks ")) << said;
    expectNothingLeft("a collective that hangs");
}

TEST(NcclGroupsThatFail, AnAsynchronousErrorOfAGroupEndsEveryRank) {
    for (int64_t failing : {1, 2, 6}) {
        doubles::cuda::reset({.devices = 4}, {.failCollective = failing});
        const Outcome outcome = run({.shardGroup = 2});
        ASSERT_FALSE(outcome.result) << failing;
        const std::string said = toString(outcome.result.error());
        EXPECT_TRUE(contains(said, "NCCL") || contains(said, "aborted")) << said;
        expectNothingLeft("an asynchronous error");
    }
}

TEST(NcclGroupsThatFail, AnyPartOfASplitMayFail) {
    for (int64_t failing = 1; failing <= 8; ++failing) {
        doubles::cuda::reset({.devices = 4}, {.failSplit = failing});
        const Outcome outcome = run({.shardGroup = 2});
        ASSERT_FALSE(outcome.result) << failing;
        const std::string said = toString(outcome.result.error());
        EXPECT_TRUE(contains(said, "groups of 2 of 4 ranks")) << said;
        expectNothingLeft("split " + std::to_string(failing));
    }
    doubles::cuda::reset({.devices = 4}, {.failSplit = 9});
    EXPECT_TRUE(run({.shardGroup = 2}).result) << "there are 8";
}

TEST(NcclGroupsThatFail, AGroupThatNobodyMadeIsNamed) {
    doubles::cuda::reset({.devices = 4});
    const Outcome outcome = run({});
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_TRUE(contains(said, "among ranks 0, 1: no communicator was made for this group") ||
                contains(said, "among ranks 2, 3: no communicator was made for this group") ||
                contains(said, "aborted"))
        << said;
    expectNothingLeft("no groups");
}

TEST(NcclGroupNames, AreListsWhenTheyAreShort) {
    EXPECT_EQ(gpu::namesOf({.first = 1, .count = 4, .stride = 2}), "ranks 1, 3, 5, 7");
    EXPECT_EQ(gpu::namesOf({.first = 3, .count = 1, .stride = 1}), "rank 3");
    EXPECT_EQ(gpu::namesOf({.first = 3, .count = 32, .stride = 8}), "32 ranks from 3 by 8");
}

}  // namespace
}  // namespace shardscope
