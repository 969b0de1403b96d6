// The pool's contract, rule by rule (design, "Determinism", rules 1 to 5).

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "core/engine/memory_pool.h"
#include "tests/core/engine/pool_script.h"

namespace shardscope::core {
namespace {

constexpr std::array kPolicies{PoolPolicy::Classic, PoolPolicy::Expandable};

/// Writes down what it is asked, and can be told to refuse the n-th map from now.
class LoggingSource : public SegmentSource {
  public:
    bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t) override {
        if (refuseIn > 0 && --refuseIn == 0) return false;
        note("map", ordinal, offset, bytes);
        return true;
    }
    void unmap(int32_t ordinal, int64_t offset, int64_t bytes) override {
        note("unmap", ordinal, offset, bytes);
    }
    void* addressOf(int32_t ordinal) const override {
        return const_cast<std::byte*>(&memory_.at(memory_.size() / 2 >> ordinal));
    }

    std::string take() { return std::exchange(log_, ""); }
    int refuseIn = 0;

  private:
    void note(const char* what, int32_t ordinal, int64_t offset, int64_t bytes) {
        log_ += (log_.empty() ? "" : " ") + std::string(what) + ":" + std::to_string(ordinal) +
                "+" + sizeText(offset) + "*" + sizeText(bytes);
    }
    std::string log_;
    std::array<std::byte, 4096> memory_{};
};

std::string play(PoolPolicy policy, const std::string& script, int64_t limit = 0) {
    PhantomSource source;
    return PoolScript(policy, limit, source).play(script);
}

struct Case {
    const char* script;
    const char* blocks;
};

// Rule 1

TEST(PoolRule1, PlacesDoNotDependOnAddresses) {
    const std::string script = "a=3MiB b=700 c=9MiB -a d=1MiB e=2MiB -c ! f=12MiB g=30";
    for (const PoolPolicy policy : kPolicies) {
        LoggingSource descending;
        EXPECT_EQ(PoolScript(policy, 0, descending).play(script), play(policy, script));
    }
}

TEST(PoolRule1, OnlyAllocateAndReleaseTouchTheSource) {
    for (const PoolPolicy policy : kPolicies) {
        LoggingSource source;
        PoolScript script(policy, 0, source);
        script.play("a=3MiB");
        EXPECT_NE(source.take(), "");
        script.play("-a a=3MiB -a");
        EXPECT_EQ(source.take(), "");
        script.play("!");
        EXPECT_NE(source.take(), "");
    }
}

// Rule 2, classic

TEST(PoolRule2Classic, HandComputedBlocks) {
    for (const Case& c : {
             Case{"a=1 b=513 c=1MiB", "a:0+0*512 b:0+512*1K c:0+1536*1M"},
             Case{"a=1048577", "a:0+0*1049088"},            // over 1 MiB: large, split from 20 MiB
             Case{"a=10MiB b=2MiB", "a:0+0*10M b:1+0*2M"},  // own segment, exactly
             Case{"a=11MiB b=512", "a:0+0*12M b:1+0*512"},  // a rest of 1 MiB is not split off
             Case{"a=10.5MiB b=1.25MiB", "a:0+0*10752K b:0+10752K*1536K"},
             Case{"a=9MiB b=9MiB c=1.5MiB", "a:0+0*9M b:0+9M*9M c:0+18M*2M"},
             Case{"a=1MiB b=1048064 c=512", "a:0+0*1M b:0+1M*1048064 c:0+2096640*512"},
             Case{"a=9MiB b=9MiB c=9MiB", "a:0+0*9M b:0+9M*9M c:1+0*9M"},
         }) {
        EXPECT_EQ(play(PoolPolicy::Classic, c.script), c.blocks) << c.script;
    }
}

TEST(PoolRule2Classic, ReservesWholeSegments) {
    for (const auto& [script, reserved] : std::array<std::pair<const char*, int64_t>, 6>{{
             {"a=1", 2 * kMiB},
             {"a=1MiB b=1MiB", 2 * kMiB},
             {"a=1048577", 20 * kMiB},
             {"a=10485248", 20 * kMiB},  // the largest block below 10 MiB
             {"a=10485249", 10 * kMiB},  // rounds up to 10 MiB
             {"a=10485761", 12 * kMiB},
         }}) {
        PhantomSource source;
        PoolScript pool(PoolPolicy::Classic, 0, source);
        pool.play(script);
        EXPECT_EQ(pool.pool().totals().reserved, reserved) << script;
    }
}

TEST(PoolRule2Classic, ReleasedOrdinalsAreUsedAgainLowestFirst) {
    EXPECT_EQ(play(PoolPolicy::Classic, "a=10MiB b=12MiB c=14MiB -a -b ! d=30MiB e=40MiB f=50MiB"),
              "a:0+0*10M b:1+0*12M c:2+0*14M d:0+0*30M e:1+0*40M f:3+0*50M");
}

// Rule 2, both

TEST(PoolRule2, BestFitIsTheSmallestBlockThenTheLowestPlace) {
    const std::string holes = "a=4KiB s=512 b=2KiB t=512 c=2KiB u=512 -c -b -a ";
    for (const PoolPolicy policy : kPolicies) {
        EXPECT_TRUE(play(policy, holes + "d=1KiB").ends_with(" d:0+4608*1K"));
        EXPECT_TRUE(play(policy, holes + "d=2KiB e=2KiB").ends_with(" d:0+4608*2K e:0+7K*2K"));
        EXPECT_TRUE(play(policy, holes + "d=3KiB").ends_with(" d:0+0*3K"));
    }
}

TEST(PoolRule2Classic, EqualBlocksAreTakenInSegmentOrder) {
    EXPECT_TRUE(play(PoolPolicy::Classic, "a=1MiB b=1MiB c=1MiB d=1MiB -c -a e=1MiB f=1MiB")
                    .ends_with(" e:0+0*1M f:1+0*1M"));
}

TEST(PoolRule2, SmallAndLargeNeverShareASegment) {
    for (const PoolPolicy policy : kPolicies) {
        EXPECT_EQ(play(policy, "a=2MiB b=1MiB -a c=1KiB"), "a:0+0*2M b:1+0*1M c:1+1M*1K");
    }
}

TEST(PoolRule2, FreedNeighboursMerge) {
    for (const PoolPolicy policy : kPolicies) {
        for (const char* order : {"-a -b -c ", "-c -b -a ", "-a -c -b ", "-b -a -c "}) {
            const std::string script =
                std::string("a=2MiB b=3MiB c=4MiB d=2MiB ") + order + "e=9MiB";
            EXPECT_TRUE(play(policy, script).ends_with(" e:0+0*9M")) << script;
        }
    }
}

TEST(PoolRule2, TotalsCountRequestsBlocksAndSegments) {
    PhantomSource source;
    PoolScript classic(PoolPolicy::Classic, 0, source);
    classic.play("a=11000001 b=100");  // split from 12 MiB and from 2 MiB
    EXPECT_EQ(classic.pool().totals().requested, 11'000'101);
    EXPECT_EQ(classic.pool().totals().allocated, 11'000'320 + 512);
    EXPECT_EQ(classic.pool().totals().reserved, 14 * kMiB);
    classic.play("-a -b");
    EXPECT_EQ(classic.pool().totals().requested, 0);
    EXPECT_EQ(classic.pool().totals().allocated, 0);
    EXPECT_EQ(classic.pool().totals().reserved, 14 * kMiB);
}

TEST(PoolRule2, RefusesToFreeWhatIsNotLive) {
    PhantomSource source;
    PoolScript script(PoolPolicy::Expandable, 0, source);
    script.play("a=2MiB -a");
    EXPECT_DEATH(script.pool().free(script.block("a")), "freed what is not live: segment 0");
}

// Rule 2, expandable

TEST(PoolRule2Expandable, HandComputedBlocks) {
    for (
        const Case& c : {
            Case{"a=3MiB b=1.5MiB", "a:0+0*3M b:0+3M*1536K"},  // grows from the mapped rest
            Case{"a=11MiB b=1.25MiB", "a:0+0*11M b:0+11M*1280K"},
            // A hole too short is passed over, a long enough one is filled before the end.
            Case{"a=4MiB b=4MiB c=4MiB -b ! d=6MiB e=2MiB",
                 "a:0+0*4M b:0+4M*4M c:0+8M*4M d:0+12M*6M e:0+4M*2M"},
            // b's hole [3 MiB, 6 MiB) keeps its first MiB mapped; d maps the granule that is missing.
            Case{"a=3MiB b=3MiB c=2MiB -b ! d=3MiB", "a:0+0*3M b:0+3M*3M c:0+6M*2M d:0+3M*3M"},
            // Mapped before unmapped: e goes to what c left, not to the lower hole; f does not fit.
            Case{"a=4MiB b=2MiB c=4MiB d=2MiB -a ! -c e=2MiB f=4MiB",
                 "a:0+0*4M b:0+4M*2M c:0+6M*4M d:0+10M*2M e:0+6M*2M f:0+0*4M"},
            Case{"a=15GiB b=2GiB c=1GiB d=20GiB", "a:0+0*15G b:1+0*2G c:0+15G*1G d:2+0*20G"},
        }) {
        EXPECT_EQ(play(PoolPolicy::Expandable, c.script), c.blocks) << c.script;
    }
}

TEST(PoolRule2Expandable, MapsOnlyTheGranulesThatAreMissing) {
    LoggingSource source;
    PoolScript script(PoolPolicy::Expandable, 0, source);
    script.play("a=3MiB");
    EXPECT_EQ(source.take(), "map:0+0*4M");
    script.play("b=3MiB c=2MiB");
    EXPECT_EQ(source.take(), "map:0+4M*2M map:0+6M*2M");
    script.play("-b !");
    EXPECT_EQ(source.take(), "unmap:0+4M*2M");
    EXPECT_EQ(script.pool().totals().reserved, 6 * kMiB);
    script.play("b=3MiB");
    EXPECT_EQ(source.take(), "map:0+4M*2M");
    EXPECT_EQ(script.pool().totals().reserved, 8 * kMiB);
}

TEST(PoolRule2Expandable, ReleasedSegmentsStartAgainAtOffsetZero) {
    LoggingSource source;
    PoolScript script(PoolPolicy::Expandable, 0, source);
    EXPECT_EQ(script.play("a=5MiB -a ! b=1.5MiB"), "a:0+0*5M b:0+0*1536K");
    EXPECT_EQ(source.take(), "map:0+0*6M unmap:0+0*6M map:0+0*2M");
}

// Rule 3

TEST(PoolRule3, AFreedBlockIsReusableAtOnceAndByItsHomeStreamOnly) {
    for (const PoolPolicy policy : kPolicies) {
        EXPECT_EQ(play(policy, "a=2MiB/1 -a b=2MiB/0 c=2MiB/1"), "a:0+0*2M b:1+0*2M c:0+0*2M");
    }
}

// Rule 4 (what it asks of the pool: freeing bucket i−k before bucket i keeps k buckets' room)

TEST(PoolRule4, KBucketsInFlightKeepTheRoomOfKBuckets) {
    for (const PoolPolicy policy : kPolicies) {
        for (size_t k = 1; k <= 3; ++k) {
            PhantomSource source;
            MemoryPool pool(policy, 0, source);
            std::vector<Block> buckets;
            for (size_t i = 0; i < 12; ++i) {
                if (i >= k) pool.free(buckets[i - k]);
                buckets.push_back(*pool.allocate(12 * kMiB, kCompute));
                if (i >= k) {
                    EXPECT_EQ(buckets[i], buckets[i - k]);
                }
            }
            EXPECT_EQ(pool.totals().reserved, static_cast<int64_t>(k) * 12 * kMiB);
        }
    }
}

// Rule 5

TEST(PoolRule5, ARefusalChangesNothing) {
    for (const PoolPolicy policy : kPolicies) {
        PhantomSource source;
        PoolScript script(policy, 24 * kMiB, source);
        script.play("a=9MiB b=9MiB s=700");
        const PoolTotals before = script.pool().totals();
        EXPECT_EQ(script.play("c=9MiB d=7MiB/1 e=100GiB"), "c:refused d:refused e:refused");
        EXPECT_FALSE(script.pool().refusedBySource());
        EXPECT_EQ(script.pool().totals().requested, before.requested);
        EXPECT_EQ(script.pool().totals().allocated, before.allocated);
        EXPECT_EQ(script.pool().totals().reserved, before.reserved);
        const std::string unrefused = play(policy, "a=9MiB b=9MiB s=700 f=2MiB g=1KiB");
        EXPECT_TRUE(unrefused.ends_with(" " + script.play("f=2MiB g=1KiB")));
    }
}

TEST(PoolRule5, TheLimitBoundsReservedBytesExactly) {
    EXPECT_EQ(play(PoolPolicy::Classic, "a=2MiB", 20 * kMiB), "a:0+0*2M");
    EXPECT_EQ(play(PoolPolicy::Classic, "a=2MiB", 20 * kMiB - 1), "a:refused");
    EXPECT_EQ(play(PoolPolicy::Expandable, "a=2MiB b=512", 4 * kMiB), "a:0+0*2M b:1+0*512");
    EXPECT_EQ(play(PoolPolicy::Expandable, "a=2MiB b=512", 4 * kMiB - 1), "a:0+0*2M b:refused");
}

TEST(PoolRule5, ReleasesInOrdinalOrderAndRetriesOnce) {
    LoggingSource source;
    PoolScript script(PoolPolicy::Classic, 40 * kMiB, source);
    script.play("a=12MiB b=12MiB c=14MiB -b -a");
    source.take();
    EXPECT_EQ(script.play("d~20MiB"), "d:0+0*20M");
    EXPECT_EQ(source.take(), "unmap:0+0*12M unmap:1+0*12M map:0+0*20M");
    EXPECT_EQ(script.play("e~10MiB"), "e:refused");
    EXPECT_EQ(source.take(), "");
}

TEST(PoolRule5, SynchronisesOnlyWhenRefusedAndBeforeReleasing) {
    LoggingSource source;
    MemoryPool pool(PoolPolicy::Expandable, 4 * kMiB, source);
    int synchronised = 0;
    const auto synchronize = [&] {
        ++synchronised;
        EXPECT_EQ(source.take(), "map:0+0*4M");
    };
    pool.free(*allocateOrRelease(pool, 4 * kMiB, kCompute, synchronize));
    EXPECT_EQ(synchronised, 0);
    EXPECT_TRUE(allocateOrRelease(pool, 4 * kMiB, kCommunication, synchronize));
    EXPECT_EQ(synchronised, 1);
    EXPECT_EQ(source.take(), "unmap:0+0*4M map:1+0*4M");
}

TEST(PoolRule5, ARefusalOfTheSourceIsToldFromOneOfTheLimit) {
    for (const PoolPolicy policy : kPolicies) {
        LoggingSource source;
        source.refuseIn = 1;
        PoolScript script(policy, 30 * kMiB, source);
        EXPECT_EQ(script.play("a=10MiB"), "a:refused");
        EXPECT_TRUE(script.pool().refusedBySource());
        EXPECT_EQ(script.pool().totals().reserved, 0);
        EXPECT_EQ(script.play("a=10MiB b=40MiB"), "a:0+0*10M b:refused");
        EXPECT_FALSE(script.pool().refusedBySource());
    }
}

TEST(PoolRule5Expandable, WhatWasMappedBeforeTheSourceRefusedIsUnmapped) {
    LoggingSource source;
    PoolScript script(PoolPolicy::Expandable, 0, source);
    script.play("a=2MiB b=2MiB -a ! -b");  // [0, 2 MiB) unmapped, [2 MiB, 4 MiB) mapped and free
    source.take();
    source.refuseIn = 2;
    EXPECT_EQ(script.play("c=5MiB"), "c:refused");
    EXPECT_EQ(source.take(), "map:0+0*2M unmap:0+0*2M");
    EXPECT_EQ(script.pool().totals().reserved, 2 * kMiB);
    EXPECT_EQ(script.play("d=2MiB c=3MiB"), "d:0+2M*2M c:0+4M*3M");
}

TEST(Pool, AddressIsTheSegmentsPlusTheOffset) {
    LoggingSource source;
    PoolScript script(PoolPolicy::Expandable, 0, source);
    script.play("a=2MiB b=1536");
    EXPECT_EQ(script.pool().addressOf({0, 512, 512}),
              static_cast<std::byte*>(source.addressOf(0)) + 512);
    PhantomSource phantom;
    EXPECT_EQ(MemoryPool(PoolPolicy::Classic, 0, phantom).addressOf({0, 512, 512}), nullptr);
}

TEST(PoolPolicyName, ParsesItsOwnNamesAndRefusesOthers) {
    for (const PoolPolicy policy : kPolicies) {
        EXPECT_EQ(*parsePoolPolicy(nameOf(policy), "--allocator"), policy);
    }
    const auto wrong = parsePoolPolicy("growing", "--allocator");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(toString(wrong.error()),
              "--allocator: found \"growing\"; allowed: classic, expandable");
}

}  // namespace
}  // namespace shardscope::core
