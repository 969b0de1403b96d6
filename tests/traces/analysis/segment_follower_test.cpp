// What is read off the calls is what the pool itself mapped, call by call.

#include "traces/analysis/segment_follower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base/units.h"

namespace shardscope::traces {
namespace {

using core::kMiB;

using Mapped = std::map<int32_t, ByteRuns>;

/// A source that notes what the pool has mapped, and may refuse below the limit.
class NotingSource : public core::PhantomSource {
  public:
    bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t) override {
        if (capacity_ > 0 && held_ + bytes > capacity_) return false;
        held_ += bytes;
        mapped[ordinal].add({offset, offset + bytes});
        return true;
    }
    void unmap(int32_t ordinal, int64_t offset, int64_t bytes) override {
        held_ -= bytes;
        mapped[ordinal].remove({offset, offset + bytes});
    }
    explicit NotingSource(int64_t capacity) : capacity_(capacity) {}

    Mapped mapped;

  private:
    int64_t capacity_, held_ = 0;
};

Mapped withoutEmpty(Mapped mapped) {
    std::erase_if(mapped, [](const auto& each) { return each.second.empty(); });
    return mapped;
}

std::string textOf(const Mapped& mapped) {
    std::string text;
    for (const auto& [ordinal, runs] : withoutEmpty(mapped)) {
        text += std::to_string(ordinal) + ":";
        for (const ByteRun& run : runs.all())
            text += " " + std::to_string(run.begin) + "-" + std::to_string(run.end);
        text += "; ";
    }
    return text;
}

void apply(Mapped& mapped, const std::vector<SegmentChange>& changes) {
    for (const SegmentChange& change : changes) {
        ByteRuns& runs = mapped[change.segment];
        change.mapped ? runs.add(change.run) : runs.remove(change.run);
    }
}

struct Case {
    core::PoolPolicy policy;
    int64_t limit = 0, capacity = 0;
};

/// Random calls on both streams, small and large. @return how often the pool gave something back.
int follow(const Case& what, uint32_t seed, int count) {
    std::mt19937 random(seed);
    NotingSource source(what.capacity);
    core::MemoryPool pool(what.policy, what.limit, source);
    SegmentFollower follower(core::nameOf(what.policy));
    std::vector<core::PoolCall> live;
    Mapped mapped;
    int released = 0;
    for (int i = 0; i < count; ++i) {
        core::PoolCall call;
        if (live.empty() || random() % 9 < 5) {
            const auto most = static_cast<uint32_t>(random() % 3 ? 24 * kMiB : kMiB);
            call.buffer = i;
            call.requested = static_cast<int64_t>(1 + random() % most);
            call.home = core::StreamId{random() % 4 == 0};
            const auto block = core::allocateOrRelease(pool, call.requested, call.home);
            if (!block) return released;  // out of memory: the run ends
            call.block = *block;
            live.push_back(call);
        } else {
            std::swap(live[random() % live.size()], live.back());
            call = live.back();
            call.allocate = false;
            live.pop_back();
            pool.free(call.block);
        }
        const auto& changes = follower.take(call, pool.totals().reserved);
        released += std::ranges::any_of(changes, [](const auto& each) { return !each.mapped; });
        apply(mapped, changes);
        EXPECT_EQ(follower.reserved(), pool.totals().reserved) << seed << " call " << i;
        EXPECT_EQ(textOf(mapped), textOf(source.mapped)) << seed << " call " << i;
        if (::testing::Test::HasFailure()) return released;
    }
    return released;
}

TEST(SegmentFollower, MapsWhatThePoolMapped) {
    using enum core::PoolPolicy;
    for (const core::PoolPolicy policy : {Classic, Expandable}) {
        for (uint32_t seed = 0; seed < 8; ++seed) EXPECT_EQ(follow({policy}, seed, 400), 0);
    }
}

TEST(SegmentFollower, SeesWhatWasGivenBackUnderALimit) {
    using enum core::PoolPolicy;
    for (const core::PoolPolicy policy : {Classic, Expandable}) {
        int released = 0;
        for (uint32_t seed = 0; seed < 60; ++seed) {
            released += follow({policy, (100 + 20 * (seed % 6)) * kMiB}, seed, 400);
        }
        EXPECT_GT(released, 50);
    }
}

TEST(SegmentFollower, SeesItWhereADeviceRefusedBelowTheLimit) {
    using enum core::PoolPolicy;
    for (const core::PoolPolicy policy : {Classic, Expandable}) {
        int released = 0;
        for (uint32_t seed = 0; seed < 40; ++seed)
            released += follow({policy, 0, 130 * kMiB}, seed, 400);
        EXPECT_GT(released, 10);
    }
}

TEST(SegmentFollower, CallsThatAreMissingShowInWhatIsReserved) {
    SegmentFollower follower("expandable");
    core::PoolCall call{.buffer = 1, .requested = 3 * kMiB, .tag = {}, .home = core::kCompute};
    call.block = {.segment = 0, .offset = 4 * kMiB, .bytes = 3 * kMiB};
    follower.take(call, 8 * kMiB);
    EXPECT_EQ(follower.reserved(), 4 * kMiB);
}

TEST(ByteRuns, WhatTouchesIsOneRunAndWhatIsTakenOutSplits) {
    ByteRuns runs;
    runs.add({0, 10});
    runs.add({20, 30});
    runs.add({10, 20});
    EXPECT_EQ(runs.all(), (std::vector<ByteRun>{{0, 30}}));
    runs.remove({5, 25});
    EXPECT_EQ(runs.all(), (std::vector<ByteRun>{{0, 5}, {25, 30}}));
    EXPECT_EQ(runs.missingIn({2, 28}), (std::vector<ByteRun>{{5, 25}}));
    runs.add({3, 27});
    EXPECT_EQ(runs.all(), (std::vector<ByteRun>{{0, 30}}));
    EXPECT_EQ(runs.bytes(), 30);
    runs.remove({40, 50});
    EXPECT_EQ(runs.bytes(), 30);
}

}  // namespace
}  // namespace shardscope::traces
