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
        EXPECT_EQ(calls[track.lowestIn({a, b})].live, low->live);
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

TEST(MemoryTrack, ColumnsLeaveNoCallOut) {
    const MemoryTrack track = randomTrack(5000);
    for (const int64_t widthNs : {1, 7, 100, 500}) {
        size_t at = 0;
        for (int64_t ns = widthNs; at < track.callsTo(0, ns) || ns < 1700; ns += widthNs) {
            const CallRange range = track.columnFrom(at, ns);
            EXPECT_EQ(range.begin, at);
            EXPECT_LE(range.end, track.callsTo(0, ns));
            EXPECT_GE(range.end + 15, track.callsTo(0, ns));
            at = range.end;
        }
    }
}

TEST(DeviceClock, CallsTakeTheInstantsOfTheOperationsAroundThem) {
    const auto at = [](int64_t action) { return PlanPosition{0, 0, action}; };
    std::vector<PlacedCall> calls{{at(1), 0, {.hostNs = 5, .change = 8}},
                                  {at(3), 1, {.hostNs = 6, .change = 8}},
                                  {at(5), 2, {.hostNs = 7, .change = -8}},
                                  {at(9), 3, {.hostNs = 8, .change = -8}}};
    tellDeviceTimes(calls, {{at(2), 100, 150}, {at(4), 200, 250}, {at(6), 300, 350}});
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
