// Rules about micro-batches in a plan: what is added up where, and in which number format.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/core/plan/planned_step.h"

namespace shardscope::core {
namespace {

TEST(AccumulationR20, Stages0And1ReduceOncePerStepInTheLastMicroBatch) {
    for (const char* preset : {"zero-0", "zero-1"}) {
        const auto step = stepOf({.preset = preset, .gradAccum = 4});
        for (const auto& [action, m] : step->actions) {
            const auto* call = std::get_if<Collective>(&action->what);
            if (call && call->purpose == Purpose::Gradient) {
                EXPECT_EQ(m, 3) << preset;
            }
        }
    }
}

TEST(AccumulationR20, Stages0And1AddEveryContributionIntoTheFullGradient) {
    const auto step = stepOf({.preset = "zero-1", .gradAccum = 4});
    for (const BiasGradient* op : launches<BiasGradient>(*step)) {
        EXPECT_EQ(op->write, Write::AccumulateAfterFirst);
    }
    for (const TokenEmbeddingBackward* op : launches<TokenEmbeddingBackward>(*step)) {
        EXPECT_EQ(op->write, Write::Accumulate);
    }
    const auto second = stepOf({.gradAccum = 4});
    for (const BiasGradient* op : launches<BiasGradient>(*second)) {
        EXPECT_EQ(op->write, Write::Overwrite);
    }
}

TEST(ScaleR22, TheLossGradientIsTheOnlyOperationThatKnowsTheScale) {
    // One operation a micro-batch divides by G·N; collectives are plain sums and have no factor.
    EXPECT_EQ(launches<CrossEntropyBackward>(*stepOf({.gradAccum = 4})).size(), 4U);
}

TEST(AccumulatorR23, Fp32AccumulationIsCountedInFullAtStage1AndByShardAtStage2) {
    for (const char* preset : {"zero-1", "zero-2"}) {
        const auto step = stepOf({.preset = preset, .gradAccum = 2, .accumulate = DType::Fp32});
        int64_t full = 0, shards = 0, staging = 0;
        for (const BufferSpec& b : step->plan.layout.buffers) {
            if (b.category == Category::Gradients) full += b.bytes;
            if (b.category == Category::GradientShards) shards += b.bytes;
            if (b.category == Category::Buckets) staging += b.bytes;
        }
        const int64_t elements = step->problem.buckets.elements();
        EXPECT_EQ(full, 4 * elements);
        EXPECT_EQ(staging, 2 * elements);
        EXPECT_EQ(shards, std::string(preset) == "zero-2" ? elements : 0);
    }
}

TEST(IncomingR24, FromTheSecondMicroBatchOnTheReducedPartHasABufferOfItsOwn) {
    const auto step = stepOf({.gradAccum = 2});
    std::map<int, int> incoming;
    for (const auto& [action, m] : step->actions) {
        const auto* allocate = std::get_if<Allocate>(&action->what);
        if (allocate && action->name.starts_with("incoming")) ++incoming[m];
    }
    EXPECT_EQ(incoming, (std::map<int, int>{{1, 4}}));
    EXPECT_EQ(launches<AddInto>(*step).size(), 4U);
}

}  // namespace
}  // namespace shardscope::core
