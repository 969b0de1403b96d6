#include "core/engine/pool_replay.h"

#include <gtest/gtest.h>

#include <random>

#include "core/base/units.h"

namespace shardscope::core {
namespace {

PoolCall take(int32_t buffer, int64_t bytes, StreamId home = kCompute) {
    PoolCall call;
    call.buffer = buffer;
    call.requested = bytes;
    call.home = home;
    return call;
}
PoolCall give(int32_t buffer) {
    PoolCall call;
    call.allocate = false;
    call.buffer = buffer;
    return call;
}

std::vector<PoolCall> randomCalls(uint32_t seed, int count) {
    std::mt19937 random(seed);
    std::vector<PoolCall> calls;
    std::vector<int32_t> live;
    for (int32_t i = 0; i < count; ++i) {
        if (live.empty() || random() % 9 < 5) {
            const int64_t top = random() % 3 ? 30 * kMiB : kMiB;
            calls.push_back(take(i, 1 + random() % top, StreamId{random() % 4 == 0}));
            live.push_back(i);
        } else {
            std::swap(live[random() % live.size()], live.back());
            calls.push_back(give(live.back()));
            live.pop_back();
        }
    }
    return calls;
}

TEST(Replays, SucceedsUnderALimitThatHoldsAndFailsUnderOneThatDoesNot) {
    const std::vector<PoolCall> calls{take(0, 10 * kMiB), take(1, 12 * kMiB), give(0), give(1)};
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        EXPECT_TRUE(replays(calls, policy, 0));
        EXPECT_TRUE(replays(calls, policy, 22 * kMiB));
        EXPECT_FALSE(replays(calls, policy, 22 * kMiB - 1));
    }
}

TEST(Replays, ReleasesAndRetriesAsTheEngineDoes) {
    const std::vector<PoolCall> calls{take(0, 10 * kMiB), give(0), take(1, 12 * kMiB, StreamId{1})};
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        EXPECT_TRUE(replays(calls, policy, 12 * kMiB));
        EXPECT_FALSE(replays(calls, policy, 12 * kMiB - 1));
    }
}

TEST(Replays, TakesHalfRecordedPairsAsTheyAre) {
    const std::vector<PoolCall> calls{give(7), take(0, 4 * kMiB), take(0, 6 * kMiB), give(0)};
    EXPECT_TRUE(replays(calls, PoolPolicy::Expandable, 10 * kMiB));
    EXPECT_EQ(smallestLimit(calls, PoolPolicy::Expandable), 10 * kMiB);
}

TEST(SmallestLimit, IsZeroForNoCallsAndASegmentForOneByte) {
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        EXPECT_EQ(smallestLimit({}, policy), 0);
        EXPECT_EQ(smallestLimit(std::vector{take(0, 1)}, policy), 2 * kMiB);
    }
    EXPECT_EQ(smallestLimit(std::vector{take(0, 2 * kMiB)}, PoolPolicy::Classic), 20 * kMiB);
    EXPECT_EQ(smallestLimit(std::vector{take(0, 2 * kMiB)}, PoolPolicy::Expandable), 2 * kMiB);
}

TEST(SmallestLimit, CountsABufferThatComesBackOnce) {
    const std::vector<PoolCall> calls{take(0, 4 * kMiB), give(0), take(0, 6 * kMiB), give(0)};
    EXPECT_EQ(smallestLimit(calls, PoolPolicy::Expandable), 6 * kMiB);
}

TEST(SmallestLimit, IsTheFirstOfAllStepsThatReplays) {
    for (const PoolPolicy policy : {PoolPolicy::Classic, PoolPolicy::Expandable}) {
        for (uint32_t seed = 0; seed < 30; ++seed) {
            const std::vector<PoolCall> calls = randomCalls(seed, 60);
            int64_t first = 2 * kMiB;
            while (!replays(calls, policy, first)) first += 2 * kMiB;
            EXPECT_EQ(smallestLimit(calls, policy), first) << seed;
        }
    }
}

// Why a bisection would be wrong. At 42 MiB buffer 2 is refused until 0's segment is released, so 3
// and 4 share a new one of 20 MiB. At 48 MiB nothing is refused before 3 has gone into 0's old segment,
// which pins it; then 4 needs a 20 MiB segment more, and 10 + 22 + 20 do not fit.
TEST(SmallestLimit, IsFoundWhereALargerLimitFails) {
    const StreamId other{1};
    const std::vector<PoolCall> calls{take(0, 10 * kMiB, other), give(0), take(1, 22 * kMiB, other),
                                      take(2, 16 * kMiB),        give(2), take(3, 4 * kMiB, other),
                                      take(4, 8 * kMiB, other)};
    EXPECT_TRUE(replays(calls, PoolPolicy::Classic, 42 * kMiB));
    EXPECT_FALSE(replays(calls, PoolPolicy::Classic, 48 * kMiB));
    EXPECT_EQ(smallestLimit(calls, PoolPolicy::Classic), 42 * kMiB);
}

// Expected values: `xxhsum -H3` over six little-endian 64-bit words a call.
TEST(CallSequenceHash, IsXxh3OfTheDocumentedWords) {
    CallSequenceHash hash;
    EXPECT_EQ(hash.digest(), "2d06800538d394c2");
    PoolCall call = take(3, 700);
    call.tag = Category::Gradients;
    call.block = {1, 512, 1024};
    hash.add(call);
    EXPECT_EQ(hash.digest(), "8937b1fa6a50ae98");
}

TEST(CallSequenceHash, SeesEveryFieldAndTheOrder) {
    const PoolCall base{.allocate = true,
                        .buffer = 3,
                        .requested = 700,
                        .tag = Category::Gradients,
                        .home = kCompute,
                        .block = {1, 512, 1024}};
    const auto hashOf = [](std::initializer_list<PoolCall> calls) {
        CallSequenceHash hash;
        for (const PoolCall& call : calls) hash.add(call);
        return hash.digest();
    };
    const auto changed = [&](auto&& change) {
        PoolCall call = base;
        change(call);
        return hashOf({call});
    };
    EXPECT_EQ(changed([](PoolCall&) {}), hashOf({base}));
    EXPECT_NE(changed([](PoolCall& c) { c.allocate = false; }), hashOf({base}));
    EXPECT_NE(changed([](PoolCall& c) { c.requested = 701; }), hashOf({base}));
    EXPECT_NE(changed([](PoolCall& c) { c.tag = Category::Buckets; }), hashOf({base}));
    EXPECT_NE(changed([](PoolCall& c) { c.home = kCommunication; }), hashOf({base}));
    EXPECT_NE(changed([](PoolCall& c) { c.block.segment = 2; }), hashOf({base}));
    EXPECT_NE(changed([](PoolCall& c) { c.block.offset = 0; }), hashOf({base}));
    PoolCall other = base;
    other.requested = 1;
    EXPECT_NE(hashOf({base, other}), hashOf({other, base}));
}

}  // namespace
}  // namespace shardscope::core
