// More buckets than rows, the band over ranks, the minimap: geometry of recordings made for it.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gui/layout/compare_layout.h"
#include "tests/gui/timeline/made.h"

namespace shardscope::gui {
namespace {

double sevenAPixel(const QString& text, TextRole) { return 7.0 * static_cast<double>(text.size()); }

Scene sceneOf(const test::Made& made, Viewport view) {
    view.size = {1000, 700};
    view.range = {0, test::kMadeNs};
    return layoutTimeline({test::make(made)}, view, sevenAPixel);
}

/// Boxes of gradients of one ink.
std::vector<Box> gradientsOf(const Scene& scene, Ink ink) {
    std::vector<Box> out;
    for (const Part& part : scene.parts) {
        for (const Box& box : part.boxes) {
            if (box.hit.kind == HitKind::Gradient && box.fill.ink == ink) out.push_back(box);
        }
    }
    return out;
}

/// The buckets that the boxes stand for, and how many rows they are in.
void countBuckets(const std::vector<Box>& boxes, std::set<int>& buckets, std::set<int>& rows) {
    for (const Box& box : boxes) {
        rows.insert(box.hit.row);
        for (uint32_t i = 0; i < box.hit.count; ++i) {
            buckets.insert(box.hit.row + static_cast<int>(i));
        }
    }
}

TEST(BucketFolding, EveryBucketIsInOneOfTheRows) {
    std::set<int> buckets, rows;
    countBuckets(gradientsOf(sceneOf({.buckets = 70}, {}), Ink::Full), buckets, rows);
    EXPECT_EQ(buckets.size(), 70U);
    EXPECT_EQ(*buckets.rbegin(), 69);
    EXPECT_LT(rows.size(), 24U);
    EXPECT_GT(rows.size(), 10U);
}

TEST(BucketFolding, FewBucketsKeepARowEach) {
    std::set<int> buckets, rows;
    countBuckets(gradientsOf(sceneOf({.buckets = 7}, {}), Ink::Full), buckets, rows);
    EXPECT_EQ(rows.size(), 7U);
}

TEST(BucketFolding, EveryBucketHasItsRowWhenAskedFor) {
    std::set<int> tops;
    for (const Box& box : gradientsOf(sceneOf({.buckets = 70}, {.everyBucket = true}), Ink::Full)) {
        tops.insert(static_cast<int>(box.rect.bottom()));
    }
    EXPECT_EQ(tops.size(), 70U);
}

/// Of a row's buckets one after the other is full, the others hold a quarter or nothing.
TEST(BucketFolding, ARowIsAsHighAsTheBytesThatLive) {
    const Scene scene = sceneOf({.buckets = 70}, {});
    std::vector<Box> first, shards;
    for (const Box& box : gradientsOf(scene, Ink::Full)) {
        if (box.hit.row == 0) first.push_back(box);
    }
    for (const Box& box : gradientsOf(scene, Ink::Shard)) {
        if (box.hit.row == 0) shards.push_back(box);
    }
    ASSERT_FALSE(first.empty());
    ASSERT_FALSE(shards.empty());
    const auto folded = static_cast<double>(first.front().hit.count);
    ASSERT_GT(folded, 1.0);
    double row = 0.0;  // of a row whose buckets were all full
    for (const Box& box : gradientsOf(scene, Ink::Full)) {
        if (box.hit.row == static_cast<int>(folded))
            row = box.rect.bottom() - first[0].rect.bottom();
    }
    const double last = shards.back().rect.height();  // all shards, nothing full
    EXPECT_NEAR(last, (row - 1.0) / 4.0, 1.0);
    EXPECT_NEAR(first.front().rect.height(), (row - 1.0) / folded, 1.0);  // one full, no shard yet
    EXPECT_LT(first.front().rect.height(), row - 1.0);
}

/// Of the memory areas: the legend has a piece of it too.
std::vector<BandColumn> bandOf(const Scene& scene) {
    std::vector<BandColumn> band;
    for (const Part& part : scene.parts) {
        std::ranges::copy_if(part.band, std::back_inserter(band), [&](const BandColumn& column) {
            return column.top > scene.axis.bottom();
        });
    }
    return band;
}

/// The one column of the band over @p x.
BandColumn bandAt(const Scene& scene, double x) {
    BandColumn found;
    int count = 0;
    for (const BandColumn& column : bandOf(scene)) {
        if (column.x > x || column.x + column.width <= x) continue;
        found = column;
        ++count;
    }
    EXPECT_EQ(count, 1) << x;
    return found;
}

TEST(RankBand, IsFromTheLeastToTheMostOfAllRanks) {
    const test::Made made{.ranks = 3};  // 1000, 2000, 3000 bytes; then the half of each
    const Scene scene = sceneOf(made, {.rank = 0, .allRanks = true});
    const QRectF& memory = scene.memories[0];
    const double floor = memory.bottom();
    const BandColumn early = bandAt(scene, scene.plot.left() + scene.plot.width() / 4.0);
    const BandColumn late = bandAt(scene, scene.plot.left() + scene.plot.width() * 3.0 / 4.0);
    for (const BandColumn& column : {early, late}) {
        EXPECT_NEAR((floor - column.top) / (floor - column.bottom), 3.0, 0.01);
    }
    EXPECT_NEAR((floor - early.top) / (floor - late.top), 2.0, 0.01);
    EXPECT_GT(floor - early.top, memory.height() / 2.0);  // the scale is the highest rank's
    for (double x = scene.plot.left() + 0.5; x < scene.plot.right() - 1.0; x += 1.0)
        bandAt(scene, x);
}

TEST(RankBand, IsLeftOutForOneRankAlone) {
    EXPECT_TRUE(bandOf(sceneOf({.ranks = 3}, {.rank = 1, .allRanks = false})).empty());
}

TEST(RankBand, MeetsTheStackOfTheRankThatIsShown) {
    const Scene scene = sceneOf({.ranks = 3}, {.rank = 2, .allRanks = true});
    const auto band = bandOf(scene);
    for (const Part& part : scene.parts) {
        if (part.stack.empty()) continue;
        EXPECT_NEAR(part.stack.columns.front().tops.back(), band.front().top, 1.0);
    }
}

/// The strip of a panel whose recording is half as long as the other's.
TEST(Minimap, EndsWhereTheRecordingEnds) {
    const LoadedPtr whole = test::make({});
    auto half = std::make_shared<LoadedRecording>(*whole);
    auto timeline = std::make_shared<Timeline>(*whole->timeline);
    timeline->endNs = test::kMadeNs / 2;
    half->timeline = timeline;
    const Viewport view{.size = {1000, 700}, .range = {0, test::kMadeNs}};
    const Scene scene = layoutTimeline({whole, half}, view, sevenAPixel);
    double ends[2]{};
    for (const Part& part : scene.parts) {
        for (const Box& box : part.boxes) {
            if (box.fill.ink != Ink::Host || !scene.minimap.contains(box.rect.center())) continue;
            double& end = ends[box.rect.center().y() > scene.minimap.center().y() ? 1 : 0];
            end = std::max(end, box.rect.right());
        }
    }
    const double width = scene.minimap.width();
    EXPECT_NEAR(ends[0] - ends[1], width / 2.0, width / 10.0);
}

}  // namespace
}  // namespace shardscope::gui
