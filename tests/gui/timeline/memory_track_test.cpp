// The summaries of a rank's memory against a walk over every call.

#include "gui/model/memory_track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "gui/model/device_clock.h"
#include "gui/model/interval_sets.h"

namespace shardscope::gui {
namespace {

MemoryTrack randomTrack(size_t calls) {
    std::mt19937 random(7);
    std::vector<MemoryCall> rows;
    std::vector<std::pair<core::Category, int64_t>> live;
    for (size_t i = 0; i < calls; ++i) {
        const bool frees = !live.empty() && random() % 2 == 0;
        MemoryCall call{.timeNs = static_cast<int64_t>(i / 3)};
        if (frees) {
            call.category = live.back().first;
            call.change = -live.back().second;
            live.pop_back();
        } else {
            call.category = static_cast<core::Category>(random() % core::kCategories);
            call.change = 1 + static_cast<int64_t>(random() % 1000);
            live.emplace_back(call.category, call.change);
        }
        rows.push_back(call);
    }
    return MemoryTrack(std::move(rows));
}

TEST(MemoryTrack, FindsTheHighestAndLowestOfAnyRange) {
    const MemoryTrack track = randomTrack(5000);
    std::mt19937 random(9);
    const auto& calls = track.calls();
    for (int i = 0; i < 2000; ++i) {
        const size_t a = random() % calls.size(), b = a + 1 + random() % (calls.size() - a);
        const auto begin = calls.begin() + static_cast<std::ptrdiff_t>(a);
        const auto end = calls.begin() + static_cast<std::ptrdiff_t>(b);
        const auto [low, high] = std::ranges::minmax_element(begin, end, {}, &MemoryCall::live);
        EXPECT_EQ(calls[track.highestIn({a, b})].live, high->live);
        const Extremes extremes = track.extremesIn({a, b});
        EXPECT_EQ(extremes.most, high->live);
        EXPECT_EQ(extremes.least, low->live);
        EXPECT_EQ(calls[extremes.leastAt].live, low->live);
        // The peak is the first instant that reached it, as the report has it.
        const auto first = std::ranges::max_element(begin, end, {}, &MemoryCall::live);
        EXPECT_EQ(track.highestIn({a, b}), static_cast<size_t>(first - calls.begin()));
    }
}

TEST(MemoryTrack, CompositionsAreTheSumsOfAllCallsBefore) {
    const MemoryTrack track = randomTrack(1000);
    core::CategoryBytes bytes{};
    for (size_t i = 0; i < track.calls().size(); ++i) {
        bytes[static_cast<size_t>(track.calls()[i].category)] += track.calls()[i].change;
        ASSERT_EQ(track.compositionAt(i), bytes) << i;
    }
}

TEST(MemoryTrack, KnowsTheCallsOfARangeAndTheOneBeforeAnInstant) {
    const MemoryTrack track = randomTrack(9);  // times 0 0 0 1 1 1 2 2 2
    EXPECT_EQ(track.callsIn(1, 2).begin, 3U);
    EXPECT_EQ(track.callsIn(1, 2).end, 6U);
    EXPECT_EQ(track.callAt(1), 5U);
    EXPECT_EQ(track.callAt(-1), 9U);  // none
}

TEST(MemoryTrack, KnowsTheCallsOfTheHostsClock) {
    std::vector<MemoryCall> calls;
    for (int64_t i = 0; i < 1000; ++i) calls.push_back({.timeNs = i, .hostNs = i / 7, .change = 1});
    const MemoryTrack track(std::move(calls));
    for (const size_t from : {size_t{0}, size_t{5}, size_t{700}}) {
        for (int64_t ns = 0; ns < 150; ++ns) {
            const auto wanted = std::min<size_t>(1000, static_cast<size_t>(ns) * 7);
            EXPECT_EQ(track.hostCallsTo(from, ns), std::max(from, wanted)) << from << ' ' << ns;
        }
    }
    EXPECT_EQ(track.hostCallsTo(1000, 3), 1000U);
    EXPECT_EQ(MemoryTrack().hostCallsTo(0, 3), 0U);
}

/// Live bytes in [beginNs, endNs), those from before included, by a look at every call.
MemorySlot liveIn(const MemoryTrack& track, int64_t beginNs, int64_t endNs) {
    MemorySlot all;
    for (size_t i = 0; i < track.calls().size(); ++i) {
        const MemoryCall& call = track.calls()[i];
        if (call.timeNs >= endNs) break;
        const bool over = i + 1 < track.calls().size() && track.calls()[i + 1].timeNs < beginNs;
        if (!over) all.widen({call.live, call.live, static_cast<uint32_t>(i)});
    }
    return all;
}

TEST(MemorySlots, HoldWhatIsLiveInEachSlot) {
    MemoryTrack track = randomTrack(5000);  // times 0 to 1666
    const SlotGrid grid{.beginNs = 0, .slotNs = 3, .count = 556};
    track.makeSlots(grid);
    for (const int64_t columnNs : {12, 24, 48, 96}) {
        const int level = track.timeSlots().levelFor(columnNs);
        ASSERT_GE(level, 0);
        for (int64_t at = 0; at < 1650; at += columnNs) {
            const MemorySlot slot = track.timeSlots().in(level, at, at + columnNs);
            const MemorySlot wanted = liveIn(track, at, at + columnNs);
            EXPECT_EQ(slot.most, wanted.most) << at;
            EXPECT_EQ(slot.least, wanted.least) << at;
            EXPECT_EQ(track.calls()[slot.mostAt].live, slot.most);
        }
    }
    EXPECT_EQ(track.timeSlots().levelFor(11), -1);  // not four timeSlots
    EXPECT_EQ(track.timeSlots().in(0, 5000, 5012).most, track.calls().back().live);
    EXPECT_TRUE(track.timeSlots().in(0, -20, -8).empty());
}

TEST(MemorySlots, ColumnsThatAreNotOnTheGridMissNothing) {
    MemoryTrack track = randomTrack(5000);
    track.makeSlots({.beginNs = 0, .slotNs = 2, .count = 834});
    const int level = track.timeSlots().levelFor(13);
    int64_t most = 0;
    for (int64_t at = 0; at < 1700; at += 13) {
        most = std::max(most, track.timeSlots().in(level, at, at + 13).most);
    }
    EXPECT_EQ(most, track.mostLive());
}

TEST(MemorySlots, OfSeveralRanksAreTheLeastAndTheMostOfAll) {
    MemoryTrack one = randomTrack(3000), other = randomTrack(1500);
    const SlotGrid grid{.beginNs = 0, .slotNs = 2, .count = 500};
    one.makeSlots(grid);
    other.makeSlots(grid);
    MemorySlots both(grid);
    both.merge(one.timeSlots());
    both.merge(other.timeSlots());
    for (int64_t at = 0; at < 990; at += 8) {
        MemorySlot wanted = liveIn(one, at, at + 8);
        wanted.widen(liveIn(other, at, at + 8));
        const MemorySlot slot = both.in(both.levelFor(8), at, at + 8);
        EXPECT_EQ(slot.most, wanted.most) << at;
        EXPECT_EQ(slot.least, wanted.least) << at;
    }
}

TEST(DeviceClock, CallsTakeTheInstantsOfTheOperationsAroundThem) {
    const auto at = [](int32_t action) { return PlanPosition{0, 0, action}; };
    std::vector<PlacedCall> calls{{at(1), 0, {.hostNs = 5, .change = 8}},
                                  {at(3), 1, {.hostNs = 6, .change = 8}},
                                  {at(5), 2, {.hostNs = 7, .change = -8}},
                                  {at(9), 3, {.hostNs = 8, .change = -8}}};
    tellDeviceTimes(calls, {{at(2), 0, 100, 150}, {at(4), 0, 200, 250}, {at(6), 0, 300, 350}});
    EXPECT_EQ(calls[0].call.timeNs, 100);  // its first user begins
    EXPECT_EQ(calls[1].call.timeNs, 200);
    EXPECT_EQ(calls[2].call.timeNs, 250);  // its last user ended
    EXPECT_EQ(calls[3].call.timeNs, 350);
}

TEST(IntervalSets, WhatIsOutsideAndHowMuchIsInside) {
    const std::vector<traces::Interval> of{{0, 10}, {20, 30}}, covered{{5, 22}, {25, 26}};
    EXPECT_EQ(outside(of, covered), (std::vector<traces::Interval>{{0, 5}, {22, 25}, {26, 30}}));
    EXPECT_EQ(lengthIn(of, 5, 25), 10);
    EXPECT_EQ(lengthIn(of, 12, 18), 0);
}

}  // namespace
}  // namespace shardscope::gui
