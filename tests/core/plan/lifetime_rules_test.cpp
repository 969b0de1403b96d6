// Rules about buckets in a plan: who owns what, when a gradient is born, reduced and freed.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/core/plan/planned_step.h"

namespace shardscope::core {
namespace {

TEST(LayoutR2, TheDefaultSplitsEachBucketAmongAllRanks) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        const auto step = stepOf({.preset = preset});
        EXPECT_EQ(step->problem.strategy.layout, ShardLayout::PerBucket);
        for (const Collective* call : collectives(*step, Purpose::Gradient)) {
            EXPECT_EQ(call->kind, CollectiveKind::ReduceScatter);
            EXPECT_EQ(step->plan.layout[call->output].elements * 4, call->elements);
        }
    }
}

TEST(SingleRankR6, HasNoCollectiveAtAnyStage) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        EXPECT_TRUE(all<Collective>(*stepOf({.preset = preset, .ranks = 1}, 0)).empty()) << preset;
    }
}

TEST(ReadinessR11, ATiedBucketIsBornAtTheHeadAndReadyLast) {
    const auto step = stepOf({});
    std::vector<BucketId> born, ready;
    for (const auto& [action, m] : step->actions) {
        const auto* allocate = std::get_if<Allocate>(&action->what);
        if (allocate && step->plan.layout[allocate->buffer].category == Category::Gradients) {
            born.push_back(action->bucket);
        }
        const auto* mark = std::get_if<Mark>(&action->what);
        if (mark && mark->kind == MarkKind::GradientReady) ready.push_back(action->bucket);
    }
    EXPECT_EQ(born, (std::vector<BucketId>{{3}, {0}, {1}, {2}}));
    EXPECT_EQ(ready, (std::vector<BucketId>{{0}, {1}, {2}, {3}}));
}

TEST(ReadinessR13, EachBucketIsLaunchedOnceAMicroBatch) {
    const auto step = stepOf({.gradAccum = 3});
    std::map<std::pair<int, BucketId>, int> launched;
    for (const auto& [action, m] : step->actions) {
        const auto* call = std::get_if<Collective>(&action->what);
        if (call && call->purpose == Purpose::Gradient) ++launched[{m, action->bucket}];
    }
    EXPECT_EQ(launched.size(), 3U * 4U);
    for (const auto& [key, count] : launched) EXPECT_EQ(count, 1);
}

TEST(LifetimeR14, Stage0AllReducesInPlaceAndFreesAfterTheUpdate) {
    const auto step = stepOf({.preset = "zero-0"});
    for (const Collective* call : collectives(*step, Purpose::Gradient)) {
        EXPECT_EQ(call->kind, CollectiveKind::AllReduce);
        EXPECT_EQ(call->input, call->output);
    }
    for (int b = 0; b < 4; ++b) {
        const size_t update = positionOf(*step, [&](const Action& a, int) {
            const auto* launch = std::get_if<Launch>(&a.what);
            return launch && std::holds_alternative<AdamW>(launch->operation) &&
                   a.bucket == BucketId{b};
        });
        const size_t free = positionOf(*step, [&](const Action& a, int) {
            return isFree(a, *step, Category::Gradients, BucketId{b});
        });
        EXPECT_LT(update, free);
    }
}

TEST(LifetimeR15, Stage1PoisonsWhatIsDeadInDebugPlans) {
    const auto step = stepOf({.preset = "zero-1", .poison = true});
    int64_t poisoned = 0;
    for (const Poison* p : launches<Poison>(*step)) poisoned += p->elements;
    EXPECT_EQ(poisoned, step->problem.buckets.elements() * 3 / 4);
    EXPECT_TRUE(launches<Poison>(*stepOf({.preset = "zero-1", .poison = false})).empty());
}

TEST(LifetimeR16, Stage2FreesABucketOnlyAfterComputeWaitedForItsReduction) {
    const auto step = stepOf({.gradAccum = 2});
    std::set<BucketId> waited;
    for (const auto& [action, m] : step->actions) {
        const auto* wait = std::get_if<WaitEvent>(&action->what);
        if (wait && wait->stream == kCompute &&
            (wait->cause == WaitCause::InFlight || wait->cause == WaitCause::Drain)) {
            waited.insert(action->bucket);
        }
        for (int b = 0; b < 4; ++b) {
            if (!isFree(*action, *step, Category::Gradients, BucketId{b})) continue;
            EXPECT_EQ(waited.erase(BucketId{b}), 1U);
        }
    }
}

TEST(StallR17, WaitingForTheOldestReductionIsAWaitOfItsOwnCause) {
    const auto step = stepOf({});
    int inFlight = 0;
    for (const Action* a : all<WaitEvent>(*step)) {
        inFlight += std::get<WaitEvent>(a->what).cause == WaitCause::InFlight;
    }
    EXPECT_EQ(inFlight, 1);  // three untied buckets, two in flight
}

TEST(Stage3R18, GathersEveryBucketTwiceAMicroBatchAndReturnsNothing) {
    const auto step = stepOf({.preset = "zero-3", .gradAccum = 2});
    std::map<BucketId, int> gathers;
    for (const Action* a : all<Collective>(*step)) {
        const auto& call = std::get<Collective>(a->what);
        if (call.purpose != Purpose::Parameter) continue;
        EXPECT_EQ(call.kind, CollectiveKind::AllGather);
        EXPECT_NE(a->phase, Phase::Optimizer);
        ++gathers[a->bucket];
    }
    EXPECT_EQ(gathers.size(), 4U);
    for (const auto& [bucket, count] : gathers) EXPECT_EQ(count, 4);
}

/// torch's foreach_reduce: the allocator keeps a pool a stream, so that the shards' memory is never what
/// backward has freed.
TEST(SystemsLifetime, Fsdp2sReducedGradientsBelongToTheReduceScattersStream) {
    for (const int gradAccum : {1, 3}) {
        const auto step = stepOf({.preset = "fsdp2", .gradAccum = gradAccum});
        int shards = 0;
        for (const BufferSpec& buffer : step->plan.layout.buffers) {
            if (buffer.category != Category::GradientShards) continue;
            EXPECT_EQ(buffer.home, kCommunication) << buffer.name;
            ++shards;
        }
        EXPECT_GE(shards, step->problem.buckets.count());
    }
    const auto paper = stepOf({.preset = "zero-3"});
    for (const BufferSpec& buffer : paper->plan.layout.buffers) {
        if (buffer.category != Category::GradientShards) continue;
        EXPECT_EQ(buffer.home, kCompute) << buffer.name;
    }
}

}  // namespace
}  // namespace shardscope::core
