// Walks over long lists against a look at every row.

#include "gui/model/visible.h"

#include <gtest/gtest.h>

#include <random>

#include "gui/layout/time_map.h"

namespace shardscope::gui {
namespace {

struct Row {
    int64_t beginNs = 0, endNs = 0;
};

std::vector<Row> randomRows(size_t count) {
    std::mt19937 random(3);
    std::vector<Row> rows;
    int64_t at = 0;
    for (size_t i = 0; i < count; ++i) {
        const auto length = static_cast<int64_t>(random() % 20);
        rows.push_back({at, at + length});
        at += length + static_cast<int64_t>(random() % 5);
    }
    return rows;
}

size_t firstFrom(const std::vector<Row>& rows, size_t from, int64_t ns) {
    while (from < rows.size() && rows[from].beginNs < ns) ++from;
    return from;
}

TEST(BeginIndex, GoesToTheRowOrHalfWayWhereManyLieBetween) {
    const std::vector<Row> rows = randomRows(3000);
    const BeginIndex index(rows);
    std::mt19937 random(5);
    int exact = 0, early = 0;
    for (int i = 0; i < 4000; ++i) {
        const size_t from = random() % rows.size();
        const auto ns = static_cast<int64_t>(random() % static_cast<size_t>(rows.back().endNs));
        const size_t wanted = firstFrom(rows, from, ns), found = index.advanced(rows, from, ns);
        ASSERT_LE(found, wanted);
        ASSERT_GE(found, from);
        ASSERT_LE((wanted - found) * 2, wanted - from);
        (found == wanted ? exact : early) += 1;
    }
    EXPECT_GT(exact, 1000);
    EXPECT_GT(early, 1000);
}

TEST(BeginIndex, AtAndBehindTheEndThereIsNothing) {
    const std::vector<Row> rows = randomRows(100);
    const BeginIndex index(rows);
    EXPECT_EQ(index.advanced(rows, 0, rows.back().endNs + 1), rows.size());
    EXPECT_EQ(index.advanced(rows, rows.size(), 0), rows.size());
    EXPECT_EQ(BeginIndex(std::vector<Row>{}).advanced(std::vector<Row>{}, 0, 0), 0U);
}

TEST(FoldVisible, ItemsOfALaneAreAllItsSpansInOrderAndTouch) {
    Lane lane;
    for (const Row& row : randomRows(5000)) {
        lane.spans.push_back({.beginNs = row.beginNs, .endNs = row.endNs});
    }
    lane.begins = BeginIndex(lane.spans);
    for (const int64_t length : {int64_t{100}, int64_t{3000}, lane.spans.back().endNs}) {
        const TimeMap map{0.0, 500.0, {1000, 1000 + length}, 0};
        const auto [first, last] = visibleIn(lane.spans, map.beginNs(), map.endNs());
        size_t next = first, items = 0;
        foldVisible(lane, map, [&](double x0, double x1, size_t at, size_t count) {
            EXPECT_EQ(at, next);
            EXPECT_GE(count, 1U);
            EXPECT_LE(x0, x1);
            if (count > 1) {
                EXPECT_LT(x1 - x0, 2.0 * kFoldPixels);
            }
            next = at + count;
            ++items;
        });
        EXPECT_EQ(next, last);
        EXPECT_LT(items, 260U);
    }
}

}  // namespace
}  // namespace shardscope::gui
