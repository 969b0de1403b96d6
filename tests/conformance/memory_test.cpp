// Memory is a fact: the design's formulas to the byte, and the same pool calls on every device.

#include <gtest/gtest.h>

#include "core/engine/pool_replay.h"
#include "tests/conformance/same_pool.h"

namespace shardscope::conformance {
namespace {

using namespace core;

constexpr const char* kPresets[] = {"zero-0", "zero-1", "zero-2", "zero-3"};

int64_t live(const PoolEvent& event, Category category) {
    return event.live[static_cast<size_t>(category)];
}

/// Σ bytes of bucket elements over [first, last], tied ones left out.
int64_t untied(const BucketMap& map, int first, int last, int64_t perElement) {
    int64_t sum = 0;
    for (int j = std::max(first, 0); j <= last; ++j) {
        const Bucket& bucket = map[BucketId{j}];
        if (!bucket.tied) sum += bucket.elements * perElement;
    }
    return sum;
}

/// What must be live right after allocate(bucket i) of micro-batch m (0-based) on one rank.
struct Expected {
    int64_t full = 0, shards = 0;
};

Expected expectedAt(const Problem& p, int bucket, int m) {
    const int64_t g = bytesOf(p.workload.accumulateDtype);
    const int64_t ranks = p.buckets.ranks;
    const bool tiedItself = p.buckets[BucketId{bucket}].tied;
    const int last =
        tiedItself ? -1 : bucket;  // the tied one is born at the head, before all others
    int64_t tied = 0;
    for (const Bucket& b : p.buckets.buckets) tied += b.tied ? b.elements * g : 0;
    if (p.strategy.storage == FullGradientStorage::UntilStep) {
        return {.full = tied + untied(p.buckets, 0, last, g), .shards = 0};
    }
    const int k = p.strategy.inFlight;
    Expected e{.full = tied + untied(p.buckets, last - k + 1, last, g), .shards = 0};
    if (m == 0) {
        e.shards = untied(p.buckets, 0, last - 1, g) / ranks;
    } else {
        e.shards =
            g * p.buckets.elements() / ranks + untied(p.buckets, last - k + 1, last - 1, g) / ranks;
    }
    return e;
}

void expectFormulas(const Setting& setting) {
    const Problem problem = problemOf(setting);
    const Outcome outcome = run(setting);
    ASSERT_TRUE(outcome.result) << nameOf(setting);
    int checked = 0;
    for (size_t r = 0; r < outcome.pool.size(); ++r) {
        const StepPlan plan = *planStep(problem, Rank{static_cast<int32_t>(r)});
        for (const PoolEvent& event : outcome.pool[r]) {
            if (!event.call.allocate || event.call.tag != Category::Gradients) continue;
            const BufferSpec& buffer = plan.layout.buffers[static_cast<size_t>(event.call.buffer)];
            const Expected e = expectedAt(problem, buffer.bucket.value, event.ref.microBatch);
            ASSERT_EQ(live(event, Category::Gradients), e.full)
                << nameOf(setting) << " " << buffer.name << " micro-batch " << event.ref.microBatch;
            ASSERT_EQ(live(event, Category::GradientShards), e.shards)
                << nameOf(setting) << " " << buffer.name << " micro-batch " << event.ref.microBatch;
            ++checked;
        }
    }
    EXPECT_GT(checked, 0);
}

TEST(LiveGradientBytesR19, EqualTheFormulasAtEveryBirth) {
    for (const char* preset : kPresets) {
        for (int g : {1, 2, 4}) {
            for (int inFlight : {1, 2, 3}) {
                for (const char* bucket : {"layer", "2000"}) {
                    expectFormulas({.preset = preset,
                                    .gradAccum = g,
                                    .dtype = DType::Bf16,
                                    .bucket = bucket,
                                    .inFlight = inFlight,
                                    .simulated = true});
                }
            }
        }
    }
}

TEST(LiveGradientBytesR19, AreZeroAfterTheStepAtEveryStage) {
    for (const char* preset : kPresets) {
        const Outcome outcome = run({.preset = preset, .gradAccum = 2});
        const PoolEvent& last = outcome.pool[0].back();
        EXPECT_EQ(live(last, Category::Gradients), 0) << preset;
        EXPECT_EQ(live(last, Category::GradientShards), 0) << preset;
        EXPECT_EQ(live(last, Category::Activations), 0) << preset;
        EXPECT_EQ(live(last, Category::ActivationGradients), 0) << preset;
    }
}

TEST(LiveGradientBytesR16, Stage2NeverHoldsMoreFullBucketsThanInFlightBesidesTheTiedOne) {
    for (int inFlight : {1, 2, 3}) {
        const Setting setting{.preset = "zero-2", .inFlight = inFlight, .simulated = true};
        const Problem problem = problemOf(setting);
        const StepPlan plan = *planStep(problem, Rank{0});
        const Outcome outcome = run(setting);
        int alive = 0, most = 0;
        for (const PoolEvent& event : outcome.pool[0]) {
            const BufferSpec& buffer = plan.layout.buffers[static_cast<size_t>(event.call.buffer)];
            if (buffer.category != Category::Gradients) continue;
            if (problem.buckets[buffer.bucket].tied) continue;
            alive += event.call.allocate ? 1 : -1;
            most = std::max(most, alive);
        }
        EXPECT_EQ(most, std::min(inFlight, problem.buckets.count() - 1));
    }
}

std::vector<Setting> grid() {
    std::vector<Setting> all;
    for (const char* preset : kPresets)
        for (int ranks : {1, 2, 3, 4, 8})
            for (int g : {1, 4})
                for (DType dtype : {DType::Fp32, DType::Bf16})
                    for (PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable})
                        all.push_back({.preset = preset,
                                       .ranks = ranks,
                                       .gradAccum = g,
                                       .steps = 2,
                                       .dtype = dtype,
                                       .policy = policy});
    for (const char* preset : {"zero-2", "zero-3"})
        for (int inFlight : {1, 3})
            for (bool overlap : {true, false})
                for (const char* bucket : {"layer", "3000"})
                    all.push_back({.preset = preset,
                                   .gradAccum = 2,
                                   .steps = 2,
                                   .bucket = bucket,
                                   .inFlight = inFlight,
                                   .overlap = overlap});
    return all;
}

TEST(PoolIdentity, SimulatedAndHostRunsMakeTheSameCallsAndPeaks) {
    for (const Setting& host : grid()) expectSamePoolSimulated(host);
}

std::vector<PoolCall> callsOf(const Outcome& outcome, size_t rank) {
    std::vector<PoolCall> calls;
    for (const PoolEvent& event : outcome.pool[rank]) calls.push_back(event.call);
    return calls;
}

TEST(MemoryLimit, TheSmallestLimitTrainsAndAStepBelowItRunsOutOfMemory) {
    for (const char* preset : kPresets) {
        Setting setting{.preset = preset, .gradAccum = 2, .hidden = 192};
        const Outcome free = run(setting);
        setting.memoryLimit = smallestLimit(callsOf(free, 0), setting.policy);
        ASSERT_GT(setting.memoryLimit, 0);
        const Outcome fits = run(setting);
        EXPECT_TRUE(fits.result) << preset << ": " << toString(fits.result.error());
        EXPECT_EQ(fits.weightHashes(), free.weightHashes());

        setting.memoryLimit -= 2 * 1024 * 1024;
        const Outcome dies = run(setting);
        ASSERT_FALSE(dies.result) << preset;
        EXPECT_EQ(dies.result.error().code, ErrorCode::OutOfMemory);
        ASSERT_FALSE(dies.outOfMemory.empty());
        const OutOfMemoryReport& report = dies.outOfMemory.front();
        EXPECT_EQ(report.limit, setting.memoryLimit);
        EXPECT_GT(report.requested, 0);
        EXPECT_FALSE(report.largest.empty());
        int64_t sum = 0;
        for (int64_t bytes : report.live) sum += bytes;
        EXPECT_EQ(sum, report.totals.requested);
    }
}

TEST(MemoryLimit, Stage2NeedsLessThanStage1OnTheDefaultWorkload) {
    for (int g : {1, 4}) {
        Setting setting{.gradAccum = g,
                        .dtype = DType::Bf16,
                        .simulated = true,
                        .hidden = 384,
                        .layers = 6,
                        .heads = 6,
                        .vocab = 256,
                        .sequence = 64};
        setting.preset = "zero-1";
        const int64_t one = smallestLimit(callsOf(run(setting), 0), setting.policy);
        setting.preset = "zero-2";
        const int64_t two = smallestLimit(callsOf(run(setting), 0), setting.policy);
        EXPECT_LT(two, one) << "G " << g;
    }
}

}  // namespace
}  // namespace shardscope::conformance
