// How long strategies of other systems hold gradients and weights, as their code does.
// Figures: each system's code, as named in core/plan/strategy_presets.cpp.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/shard/ownership.h"
#include "tests/conformance/systems.h"

namespace shardscope::conformance {
namespace {

using namespace core;

/// Live bytes when the step is over, and when its first micro-batch is.
int64_t after(const Outcome& outcome, Category category) {
    return live(outcome.pool[0].back(), category);
}
int64_t between(const Outcome& outcome, Category category) {
    int64_t bytes = 0;
    for (const PoolEvent& event : outcome.pool[0]) {
        if (event.ref.step == 0 && event.ref.microBatch == 0) bytes = live(event, category);
    }
    return bytes;
}

struct Facts {
    Problem problem;
    Outcome outcome;
    int64_t padded, real, largestParameter = 0, largestBucket = 0;
};

Facts factsOf(const char* preset, int gradAccum, const char* bucket = "layer") {
    Setting setting{.preset = preset,
                    .gradAccum = gradAccum,
                    .steps = 2,
                    .dtype = DType::Bf16,
                    .bucket = bucket,
                    .simulated = true};
    setting.overlap = presetNamed(preset, "test")->overlap;
    Facts facts{problemOf(setting), run(setting), 0, 0};
    facts.padded = facts.problem.buckets.elements();
    facts.real = facts.problem.graph.parameterCount();
    for (const Parameter& p : facts.problem.graph.parameters) {
        facts.largestParameter = std::max(facts.largestParameter, p.elements());
    }
    for (const Bucket& b : facts.problem.buckets.buckets) {
        facts.largestBucket = std::max(facts.largestBucket, b.elements);
    }
    return facts;
}

TEST(LiveGradientBytes, DdpHasPersistentBucketsBesideGradientsThatLiveToTheStep) {
    for (int g : {1, 4}) {
        const Facts f = factsOf("ddp", g);
        EXPECT_EQ(most(f.outcome, Category::Buckets), 2 * f.padded);
        EXPECT_EQ(after(f.outcome, Category::Buckets), 2 * f.padded);  // in forward too
        EXPECT_EQ(most(f.outcome, Category::Gradients), 2 * f.real);
        EXPECT_EQ(between(f.outcome, Category::Gradients), 2 * f.real);
        EXPECT_EQ(after(f.outcome, Category::Gradients), 0);
        EXPECT_EQ(most(f.outcome, Category::GradientShards), 0);
    }
}

TEST(LiveGradientBytes, MegatronHasFp32MainGradientsThatAreNeverFreed) {
    for (int g : {1, 4}) {
        const Facts f = factsOf("megatron", g);
        EXPECT_EQ(after(f.outcome, Category::Gradients), 4 * f.padded);
        EXPECT_EQ(between(f.outcome, Category::Gradients), 4 * f.padded);
        const int64_t transient = most(f.outcome, Category::Gradients) - 4 * f.padded;
        EXPECT_GE(transient, 2 * f.largestParameter);  // the tied table and one more
        EXPECT_LE(transient, 4 * f.largestParameter);
        EXPECT_EQ(most(f.outcome, Category::GradientShards), 0);  // fp32 already: no copy
        // 6 + 12/N bytes a parameter: bf16 weights, fp32 gradients, 12 sharded.
        int64_t states = 0;
        for (Category c : {Category::Weights, Category::MasterWeights, Category::OptimizerState,
                           Category::Gradients}) {
            states += after(f.outcome, c);
        }
        EXPECT_EQ(states, 6 * f.padded + 12 * f.padded / 4);
    }
}

TEST(LiveGradientBytes, LlmCHasOnePersistentFullGradient) {
    const Facts f = factsOf("llm.c", 4);
    for (const PoolEvent& event : f.outcome.pool[0]) {
        if (event.ref.step >= 0) {
            ASSERT_EQ(live(event, Category::Gradients), 2 * f.padded);
        }
    }
    EXPECT_EQ(after(f.outcome, Category::OptimizerState), 8 * f.padded / 4);
}

/// Whole sizes of the parameters that touch rank 0's range, as places in buckets.
int64_t wholeTouching(const Problem& problem) {
    const Ownership owners(problem.buckets, ShardLayout::Contiguous);
    int64_t sum = 0;
    for (int32_t b = 0; b < problem.buckets.count(); ++b) {
        for (Range range : owners.rangesOf(BucketId{b}, Rank{0})) {
            for (const Segment& s : problem.buckets[BucketId{b}].segments) {
                if (s.offset < range.begin && s.offset + s.elements > range.begin) {
                    range.begin = s.offset;
                }
                if (s.offset < range.end && s.offset + s.elements > range.end) {
                    range.end = s.offset + s.elements;
                }
            }
            sum += range.end - range.begin;
        }
    }
    return sum;
}

TEST(LiveGradientBytes, DeepSpeed1HoldsAllGradientsAndABucketUntilTheLastReduction) {
    for (int g : {1, 4}) {
        const Facts f = factsOf("deepspeed-1", g, "60000");
        EXPECT_EQ(most(f.outcome, Category::Gradients), 2 * f.real);
        if (g > 1) {
            EXPECT_EQ(between(f.outcome, Category::Gradients), 2 * f.real);
            EXPECT_EQ(between(f.outcome, Category::Buckets), 2 * 60000);
            EXPECT_EQ(between(f.outcome, Category::GradientShards), 0);
        }
        // One buffer without overlap, and the flattened copy of a bucket in reduction.
        EXPECT_LE(most(f.outcome, Category::Buckets), 2 * (60000 + f.largestBucket));
        EXPECT_GT(most(f.outcome, Category::Buckets), 2 * 60000);
        // The step: whole boundary parameters, flattened, then in fp32.
        const int64_t part = f.padded / 4;
        EXPECT_EQ(most(f.outcome, Category::GradientShards),
                  2 * wholeTouching(f.problem) + 2 * part + 4 * part);
        EXPECT_EQ(after(f.outcome, Category::Gradients), 0);
        EXPECT_EQ(after(f.outcome, Category::Buckets), 0);
    }
}

TEST(LiveGradientBytes, DeepSpeed2HoldsBucketsAndTwoShards) {
    const Facts f = factsOf("deepspeed-2", 4, "60000");
    EXPECT_EQ(between(f.outcome, Category::Gradients), 0);
    EXPECT_EQ(between(f.outcome, Category::Buckets), 0);
    EXPECT_EQ(between(f.outcome, Category::GradientShards), 2 * wholeTouching(f.problem));
    EXPECT_LE(most(f.outcome, Category::Gradients), 4 * f.largestParameter);
    const int64_t part = f.padded / 4;
    const int64_t shard = 2 * wholeTouching(f.problem);
    EXPECT_EQ(most(f.outcome, Category::GradientShards),
              std::max(2 * shard, shard + 2 * part + 4 * part));
}

TEST(LiveGradientBytes, DeepSpeedsOverlapTakesASecondBucketAsIssue1302Measured) {
    for (const char* preset : {"deepspeed-1", "deepspeed-2"}) {
        Setting setting{.preset = preset, .dtype = DType::Bf16, .bucket = "500000"};
        setting.simulated = true;
        setting.overlap = false;
        const int64_t one = most(run(setting), Category::Buckets);
        setting.overlap = true;
        const int64_t two = most(run(setting), Category::Buckets);
        setting.bucket = "400000";
        const int64_t smaller = most(run(setting), Category::Buckets);
        EXPECT_EQ(two - one, 2 * 500000) << preset;
        EXPECT_EQ(two - smaller, 2 * 2 * 100000) << preset;
    }
}

// fp32 sums sent as bf16: a bucket's copy lives for its collective, however many buckets there are.
TEST(LiveGradientBytes, ConvertedCopiesLiveOneAtATime) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2"}) {
        for (const auto& [overlap, inFlight] : {std::pair{true, 1}, {true, 4}, {false, 2}}) {
            Setting setting{.preset = preset, .dtype = DType::Bf16, .simulated = true};
            setting.accumulateDtype = DType::Fp32;
            setting.overlap = overlap;
            setting.inFlight = inFlight;
            int64_t largest = 0;
            const Problem problem = problemOf(setting);
            for (const Bucket& b : problem.buckets.buckets) {
                largest = std::max(largest, b.elements);
            }
            EXPECT_EQ(most(run(setting), Category::Buckets), 2 * largest)
                << preset << " overlap " << overlap << " in-flight " << inFlight;
        }
    }
}

TEST(LiveGradientBytes, Fsdp2KeepsFp32ShardsAndNoWholeWeights) {
    const Facts f = factsOf("fsdp2", 4);
    const int64_t part = f.padded / 4;
    EXPECT_EQ(after(f.outcome, Category::Weights), 0);
    EXPECT_EQ(after(f.outcome, Category::MasterWeights), 4 * part);
    EXPECT_EQ(after(f.outcome, Category::OptimizerState), 8 * part);
    EXPECT_EQ(between(f.outcome, Category::GradientShards), 4 * part);
    EXPECT_EQ(between(f.outcome, Category::Gradients), 0);
    EXPECT_LE(most(f.outcome, Category::Buckets), 2 * 2 * f.largestBucket);
}

TEST(LiveGradientBytes, TorchZeroOwnsWholeParametersAndKeepsGradientsTwice) {
    const Facts f = factsOf("torch-zero", 2);
    EXPECT_EQ(most(f.outcome, Category::Gradients), 2 * f.real);
    EXPECT_EQ(after(f.outcome, Category::Buckets), 2 * f.padded);
    int64_t states = 0;
    for (size_t r = 0; r < 4; ++r) {
        states += live(f.outcome.pool[r].back(), Category::OptimizerState);
    }
    EXPECT_GE(states, 8 * f.real);  // all of it once, each place rounded up to 128 elements
    EXPECT_LE(states, 8 * f.padded);
}

}  // namespace
}  // namespace shardscope::conformance
