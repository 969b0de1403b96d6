// Random call sequences: the pool does what the naive model does, and what every allocator must.

#include "tests/core/engine/pool_model.h"

#include <gtest/gtest.h>

#include <random>

#include "core/engine/memory_pool.h"

namespace shardscope::core {
namespace {

struct Setting {
    PoolPolicy policy;
    int64_t limit;
    uint32_t seed;
};

struct LiveBlock {
    Block block;
    int64_t requested;
};

/// Sizes around the rules' thresholds, more small ones than large.
int64_t randomBytes(std::mt19937& random) {
    constexpr int64_t kTops[] = {2 * kKiB, 64 * kKiB, kMiB + 1024, 4 * kMiB, 11 * kMiB, 15 * kMiB};
    return 1 + static_cast<int64_t>(random()) % kTops[random() % 6];
}

class RandomCalls : public testing::TestWithParam<Setting> {
  protected:
    /// Plays @p calls random calls on @p pool, and hands each outcome to @p check.
    template <class Allocated, class Freed>
    std::vector<LiveBlock> play(MemoryPool& pool, int calls, Allocated&& allocated, Freed&& freed) {
        std::mt19937 random(GetParam().seed);
        std::vector<LiveBlock> live;
        for (int i = 0; i < calls; ++i) {
            if (live.empty() || random() % 9 < 5) {
                const int64_t bytes = randomBytes(random);
                const StreamId home{static_cast<int32_t>(random() % 2)};
                const auto block = pool.allocate(bytes, home);
                if (block) live.push_back({*block, bytes});
                allocated(bytes, home, block, live);
            } else {
                std::swap(live[random() % live.size()], live.back());
                const LiveBlock last = live.back();
                live.pop_back();
                pool.free(last.block);
                freed(last.block);
            }
        }
        return live;
    }

    MemoryPool makePool() { return {GetParam().policy, GetParam().limit, source_}; }
    PhantomSource source_;
};

void expectDisjoint(const std::vector<LiveBlock>& live) {
    const Block& last = live.back().block;
    for (size_t i = 0; i + 1 < live.size(); ++i) {
        const Block& other = live[i].block;
        ASSERT_TRUE(other.segment != last.segment || other.offset + other.bytes <= last.offset ||
                    last.offset + last.bytes <= other.offset);
    }
}

TEST_P(RandomCalls, AreAnsweredAsTheModelAnswers) {
    MemoryPool pool = makePool();
    PoolModel model(GetParam().policy, GetParam().limit);
    int refusals = 0;
    play(
        pool, 500,
        [&](int64_t bytes, StreamId home, std::optional<Block> block, const auto&) {
            ASSERT_EQ(block, model.allocate(bytes, home)) << bytes;
            ASSERT_EQ(pool.totals().reserved, model.reserved());
            if (block) return;
            ++refusals;
            pool.releaseFree();
            model.releaseFree();
            ASSERT_EQ(pool.totals().reserved, model.reserved());
        },
        [&](const Block& block) { model.free(block); });
    EXPECT_EQ(refusals > 0, GetParam().limit > 0);
}

TEST_P(RandomCalls, NeverOverlapAndTotalsAddUp) {
    MemoryPool pool = makePool();
    play(
        pool, 2000,
        [&](int64_t, StreamId, std::optional<Block> block, const std::vector<LiveBlock>& live) {
            if (block) expectDisjoint(live);
            PoolTotals sum;
            for (const LiveBlock& each : live) {
                sum.requested += each.requested;
                sum.allocated += each.block.bytes;
                ASSERT_GE(each.block.bytes, each.requested);
            }
            ASSERT_EQ(pool.totals().requested, sum.requested);
            ASSERT_EQ(pool.totals().allocated, sum.allocated);
            ASSERT_GE(pool.totals().reserved, sum.allocated);
        },
        [](const Block&) {});
}

TEST_P(RandomCalls, GiveTheSameBlocksEachTime) {
    std::vector<std::optional<Block>> runs[2];
    for (auto& run : runs) {
        MemoryPool pool = makePool();
        play(
            pool, 2000,
            [&](int64_t, StreamId, std::optional<Block> block, const auto&) {
                run.push_back(block);
                if (!block) pool.releaseFree();
            },
            [](const Block&) {});
    }
    EXPECT_EQ(runs[0], runs[1]);
}

TEST_P(RandomCalls, FreeingEverythingMergesBackToWholeSegments) {
    MemoryPool pool = makePool();
    const auto nothing = [](auto&&...) {};
    for (const LiveBlock& each : play(pool, 700, nothing, nothing)) pool.free(each.block);
    EXPECT_EQ(pool.totals().requested, 0);
    EXPECT_EQ(pool.totals().allocated, 0);
    EXPECT_GT(pool.totals().reserved, 0);
    pool.releaseFree();
    EXPECT_EQ(pool.totals().reserved, 0);
}

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        for (const int64_t limit : {int64_t{0}, 90 * kMiB}) {
            for (const uint32_t seed : {1U, 2U, 3U}) all.push_back({policy, limit, seed});
        }
    }
    return all;
}

std::string nameOfSetting(const testing::TestParamInfo<Setting>& info) {
    return std::string(nameOf(info.param.policy)) + (info.param.limit ? "Limited" : "Unlimited") +
           std::to_string(info.param.seed);
}

INSTANTIATE_TEST_SUITE_P(Pool, RandomCalls, testing::ValuesIn(settings()), nameOfSetting);

// Steady state: what step 2 was given, step 3 is given.

/// A step as ZeRO-2 calls the pool: activations up, buckets of two in flight while they come down.
std::vector<Block> zero2Step(MemoryPool& pool) {
    constexpr int kLayers = 6;
    std::vector<Block> given;
    const auto take = [&](int64_t bytes, StreamId home = kCompute) {
        given.push_back(*allocateOrRelease(pool, bytes, home));
        return given.back();
    };
    std::vector<Block> activations, buckets, shards;
    for (int i = 0; i < kLayers; ++i) activations.push_back(take(900 * kKiB + i * 300 * kKiB));
    for (int i = 0; i < kLayers; ++i) {
        if (i >= 2) pool.free(buckets[static_cast<size_t>(i - 2)]);
        buckets.push_back(take(3'549'184 + i * 70'000));
        shards.push_back(take(900'000, kCommunication));
        const Block scratch = take(5 * kMiB);
        pool.free(scratch);
        pool.free(activations.back());
        activations.pop_back();
    }
    pool.free(buckets[kLayers - 2]);
    pool.free(buckets[kLayers - 1]);
    for (const Block& shard : shards) pool.free(shard);
    return given;
}

TEST(PoolSteadyState, StepTwoGetsTheBlocksOfStepThree) {
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        PhantomSource source;
        MemoryPool pool(policy, 0, source);
        ASSERT_TRUE(pool.allocate(43'000'000, kCompute));  // weights stay
        zero2Step(pool);
        const std::vector<Block> second = zero2Step(pool);
        const int64_t reserved = pool.totals().reserved;
        EXPECT_EQ(zero2Step(pool), second);
        EXPECT_EQ(pool.totals().reserved, reserved);
    }
}

TEST(PoolSteadyState, HoldsUnderALimitThatForcesReleases) {
    for (const auto& [policy, limit] : {std::pair{PoolPolicy::Classic, 86 * kMiB},
                                        std::pair{PoolPolicy::Expandable, 68 * kMiB}}) {
        PhantomSource source;
        MemoryPool pool(policy, limit, source);
        ASSERT_TRUE(pool.allocate(43'000'000, kCompute));
        ASSERT_TRUE(pool.allocate(1000, kCompute));
        pool.free(*pool.allocate(15 * kMiB, kCommunication));  // in the way until released
        zero2Step(pool);
        EXPECT_GT(pool.leastRefusedBytes(), 0);
        const std::vector<Block> second = zero2Step(pool);
        EXPECT_EQ(zero2Step(pool), second);
    }
}

}  // namespace
}  // namespace shardscope::core
