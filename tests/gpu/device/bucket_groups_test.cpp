// What belongs to one bucket goes out as one group of NCCL's: counted on the double against the plan, and
// what is said when a group or one of its calls fails.

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "gpu/communicators/nccl_communicator.h"
#include "gpu/cuda_device.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope {
namespace {

using conformance::Outcome;
using conformance::Setting;
using core::Action;
using core::Collective;
using doubles::cuda::librariesDouble;

constexpr int kGpus = 4;

/// Collectives of a rank, and the pieces of work that carry them when a bucket's neighbours go together.
struct Sent {
    int64_t collectives = 0, pieces = 0;
    int64_t scattered = 0;  ///< pieces of which their bucket, phase and repetition had one before
};

bool isOnHostOnly(const Action& action) {
    return std::holds_alternative<core::Allocate>(action.what) ||
           std::holds_alternative<core::Free>(action.what);
}

bool together(const Action& a, const Action& b) {
    const auto& first = std::get<Collective>(a.what);
    const auto& second = std::get<Collective>(b.what);
    return a.bucket.valid() && a.bucket == b.bucket && first.kind == second.kind &&
           first.group == second.group && first.stream == second.stream;
}

class Counter {
  public:
    void see(const Action& action, int microBatch) {
        if (isOnHostOnly(action)) return;
        const auto* collective = std::get_if<Collective>(&action.what);
        if (collective) {
            ++sent.collectives;
            if (!last_ || !together(*last_, action)) begin(action, *collective, microBatch);
        }
        last_ = collective ? &action : nullptr;
    }
    Sent sent;

  private:
    void begin(const Action& action, const Collective& collective, int microBatch) {
        ++sent.pieces;
        if (!action.bucket.valid()) return;
        const bool first = seen_
                               .insert({action.bucket.value, static_cast<int>(action.phase),
                                        microBatch, static_cast<int>(collective.kind),
                                        collective.group.first, collective.group.stride})
                               .second;
        sent.scattered += !first;
    }
    const Action* last_ = nullptr;
    std::set<std::tuple<int, int, int, int, int, int>> seen_;
};

Sent sentBy(const core::StepPlan& plan, bool first) {
    Counter counter;
    core::forEachAction(plan, true, [&](const Action& action, int microBatch) {
        if (!action.once || first) counter.see(action, microBatch);
    });
    return counter.sent;
}

/// All ranks' over a run of @p setting.
Sent sentInRun(const Setting& setting) {
    const core::Problem problem = conformance::problemOf(setting);
    Sent all;
    const auto add = [&](const Sent& sent) {
        all.collectives += sent.collectives;
        all.pieces += sent.pieces;
        all.scattered += sent.scattered;
    };
    for (int rank = 0; rank < setting.ranks; ++rank) {
        add(sentBy(*core::planSetup(problem, core::Rank{rank}), true));
        const auto plan = *core::planStep(problem, core::Rank{rank});
        for (int64_t step = 0; step < setting.steps; ++step) add(sentBy(plan, step == 0));
    }
    return all;
}

/// @p setting over NCCL; what @p ready does comes after the communicators are made.
Outcome overNccl(
    const Setting& setting, const std::function<void()>& ready = [] {},
    std::chrono::milliseconds patience = gpu::kNcclPatience) {
    static const gpu::Libraries libraries = librariesDouble();
    const core::Problem problem = conformance::problemOf(setting);
    const conformance::Machine machine{
        .communicators =
            [&](int) {
                auto made = gpu::makeNcclCommunicators(
                    doubles::cuda::ncclDouble(), {0, 1, 2, 3},
                    {.shardGroup = problem.strategy.shardGroup, .patience = patience});
                ready();
                return made;
            },
        .device =
            [&](const core::RunContext& context, core::Communicator& communicator,
                core::Observer* observer) {
                return gpu::makeCudaDevice(context,
                                           static_cast<gpu::GpuCommunicator&>(communicator),
                                           observer, libraries, {});
            }};
    return conformance::run(setting, problem, machine);
}

void expectNothingLeft(const std::string& when) {
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0) << when;
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 0) << when;
    EXPECT_EQ(doubles::cuda::tally().liveEvents, 0) << when;
}

Setting ofPreset(const std::string& preset, int gradAccum = 1) {
    return {.preset = preset, .ranks = kGpus, .gradAccum = gradAccum, .steps = 2, .layers = 1};
}

/// One reduce-scatter and one all-gather a parameter.
Setting byParameter(int gradAccum, int shardGroup = 0) {
    Setting setting = ofPreset("zero-2", gradAccum);
    setting.axes = [shardGroup](core::Strategy& s) {
        s.layout = core::ShardLayout::PerParameter;
        s.shardGroup = shardGroup;
    };
    return setting;
}

void expectGrouped(const Setting& setting, bool severalABucket) {
    doubles::cuda::reset({.devices = kGpus});
    const Sent sent = sentInRun(setting);
    EXPECT_EQ(sent.scattered, 0) << nameOf(setting) << ": the plan tears a bucket apart";
    const Outcome outcome = overNccl(setting);
    ASSERT_TRUE(outcome.result) << nameOf(setting) << toString(outcome.result.error());
    EXPECT_EQ(doubles::cuda::tally().collectives, sent.collectives) << nameOf(setting);
    EXPECT_EQ(doubles::cuda::tally().ncclKernels, sent.pieces) << nameOf(setting);
    EXPECT_EQ(sent.pieces < sent.collectives, severalABucket) << nameOf(setting);
    expectNothingLeft(nameOf(setting));
}

TEST(NcclBucketGroups, WhatABucketSendsIsOneKernelWhateverTheStrategy) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3", "ddp", "deepspeed-1",
                               "deepspeed-2", "megatron", "fsdp2"}) {
        for (int gradAccum : {1, 2}) expectGrouped(ofPreset(preset, gradAccum), false);
    }
    for (const char* preset : {"llm.c", "torch-zero"}) {
        for (int gradAccum : {1, 2}) expectGrouped(ofPreset(preset, gradAccum), true);
    }
}

TEST(NcclBucketGroups, ShardsOfParametersToo) {
    for (int gradAccum : {1, 2}) {
        expectGrouped(byParameter(gradAccum), true);
        expectGrouped(byParameter(gradAccum, 2), true);
    }
}

TEST(NcclBucketGroups, RanksOfOneGpuSendEveryCollectiveByItself) {
    doubles::cuda::reset();
    const auto outcome =
        conformance::runOnGpus(byParameter(2), core::GpuComm::SameGpu, librariesDouble());
    ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
    EXPECT_EQ(doubles::cuda::tally().ncclKernels, 0);
    doubles::cuda::reset({.devices = kGpus});
    EXPECT_EQ(outcome.weightHashes(), overNccl(byParameter(2)).weightHashes());
}

TEST(NcclBucketGroups, ARefusedCallNamesItsRankAndCollective) {
    for (int64_t refused : {1, 2, 9}) {
        doubles::cuda::reset({.devices = kGpus}, {.refuseCollective = refused});
        const Outcome outcome = overNccl(ofPreset("torch-zero"));
        ASSERT_FALSE(outcome.result) << refused;
        const std::string said = toString(outcome.result.error());
        EXPECT_NE(said.find("rank "), std::string::npos) << said;
        EXPECT_NE(said.find("NCCL says"), std::string::npos) << said;
        EXPECT_NE(said.find(" in step "), std::string::npos) << said;
        EXPECT_EQ(said.find(" more of its bucket"), std::string::npos)
            << "it is one call that was refused: " << said;
        expectNothingLeft("a refused call");
    }
}

TEST(NcclBucketGroups, AGroupThatDoesNotEndWellIsNamedAsAWhole) {
    doubles::cuda::reset({.devices = kGpus}, {.failGroupEnd = 2});
    const Outcome outcome = overNccl(ofPreset("torch-zero"));
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_NE(said.find(" more of its bucket: NCCL says"), std::string::npos) << said;
    expectNothingLeft("a group's end");
}

TEST(NcclBucketGroups, AGroupThatHangsIsNamedAsAWhole) {
    doubles::cuda::reset({.devices = kGpus}, {.hangCollective = 1});
    const Outcome outcome = overNccl(
        ofPreset("torch-zero"), [] {}, std::chrono::milliseconds(200));
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_NE(said.find("did not end in 0.2 s"), std::string::npos) << said;
    expectNothingLeft("a group that hangs");
}

// NCCL_COMM_BLOCKING=0: every start answers that it is in progress.
TEST(NcclBucketGroups, CommunicatorsThatDoNotBlockAreWaitedFor) {
    for (const Setting& setting : {ofPreset("torch-zero"), byParameter(2, 2)}) {
        doubles::cuda::reset({.devices = kGpus}, {.slowNccl = 3});
        const Outcome slow = overNccl(setting);
        ASSERT_TRUE(slow.result) << toString(slow.result.error());
        doubles::cuda::reset({.devices = kGpus});
        EXPECT_EQ(slow.weightHashes(), overNccl(setting).weightHashes());
        expectNothingLeft("communicators that do not block");
    }
}

TEST(NcclBucketGroups, OneThatStaysInProgressIsAnError) {
    doubles::cuda::reset({.devices = kGpus});
    const Outcome outcome = overNccl(
        ofPreset("zero-2"), [] { doubles::cuda::setDrills({.slowNccl = 1 << 30}); },
        std::chrono::milliseconds(50));
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_NE(said.find("in progress"), std::string::npos) << said;
    EXPECT_NE(said.find("rank "), std::string::npos) << said;
    expectNothingLeft("one that stays in progress");
}

}  // namespace
}  // namespace shardscope
