// What a panel says of gradients that are kept too long: how long after its reduction each was
// released, and that full-size ones pile up.

#include <gtest/gtest.h>

#include "gui/layout/compare_layout.h"
#include "gui/layout/describe.h"
#include "gui/layout/words.h"
#include "tests/gui/timeline/samples.h"

namespace shardscope::gui {
namespace {

using test::firstAct;

double sevenAPixel(const QString& text, TextRole) { return 7.0 * static_cast<double>(text.size()); }

std::vector<Label> labelsOf(const Scene& scene) {
    std::vector<Label> all;
    for (const Part& part : scene.parts)
        all.insert(all.end(), part.labels.begin(), part.labels.end());
    return all;
}

std::vector<Label> lagsOf(const Scene& scene) {
    std::vector<Label> lags;
    for (const Label& label : labelsOf(scene)) {
        if (label.text.startsWith(u'+')) lags.push_back(label);
    }
    return lags;
}

bool says(const Scene& scene, const QString& text) {
    return std::ranges::any_of(labelsOf(scene), [&](const Label& l) { return l.text == text; });
}

/// Stage 1 alone, in a window so high that rows have their names.
class ReleaseLagLabel : public ::testing::Test {
  protected:
    void SetUp() override { view_.range = stepRange(frames()); }
    std::vector<Frame> frames() const { return framesOf(stageOne_, view_); }
    Scene scene() const { return layoutTimeline(stageOne_, view_, sevenAPixel); }
    /// Of @p bucket, in the step that is shown.
    const Life& dead(int bucket) const {
        const Frame frame = frames().front();
        const auto& lives = frame.rows()->buckets[static_cast<size_t>(bucket)].dead;
        return *lifeAt(lives, frame.step->beginNs);
    }
    static QString lagText(const Life& life) { return "+" + timeText(life.endNs - life.beginNs); }

    const std::vector<LoadedPtr> stageOne_{firstAct().front()};
    Viewport view_{.size = {1280, 800}};
};

/// Where the stretch is wide enough for it; bucket by bucket from the top.
TEST_F(ReleaseLagLabel, IsAtTheEndOfEachRowsDeadStretch) {
    const Scene now = scene();
    const std::vector<Label> lags = lagsOf(now);
    const auto x = [&](int64_t ns) {
        const int64_t at = ns - frames().front().originNs - view_.range.beginNs;
        return now.plot.left() + now.plot.width() * static_cast<double>(at) /
                                     static_cast<double>(view_.range.lengthNs());
    };
    size_t seen = 0;
    double below = 0.0;
    for (int bucket = 0; bucket < 7; ++bucket) {
        const Life& life = dead(bucket);
        const double width = x(life.endNs) - x(life.beginNs);
        if (width < 56.0) continue;
        ASSERT_GT(width, 90.0) << "the sample leaves it open";
        ASSERT_LT(seen, lags.size()) << bucket;
        const Label& label = lags[seen++];
        EXPECT_EQ(label.text, lagText(life)) << bucket;
        EXPECT_NEAR(label.rect.right(), x(life.endNs) - 8.0, 1.0) << bucket;
        EXPECT_GT(label.rect.top(), below) << bucket;
        below = label.rect.top();
    }
    EXPECT_EQ(seen, lags.size());
    EXPECT_GE(seen, 3U);
}

TEST_F(ReleaseLagLabel, IsLeftOutWhereTheStretchIsTooShortForIt) {
    const Life life = dead(3);
    const int64_t origin = frames().front().originNs, length = life.endNs - life.beginNs;
    view_.range = {life.beginNs - origin - length, life.endNs - origin + length};
    EXPECT_TRUE(says(scene(), lagText(life)));
    view_.range = {life.beginNs - origin - 12 * length, life.endNs - origin + 12 * length};
    EXPECT_FALSE(says(scene(), lagText(life))) << "some fifty pixels";
}

TEST_F(ReleaseLagLabel, IsThatOfTheSelectedBucketAlone) {
    view_.selection = {.panel = 0, .bucket = 2};
    const std::vector<Label> lags = lagsOf(scene());
    ASSERT_EQ(lags.size(), 1U);
    EXPECT_EQ(lags[0].text, lagText(dead(2)));
}

TEST_F(ReleaseLagLabel, IsInTheTipAndInTheDetails) {
    const Life life = dead(2);
    const QString lag = timeText(life.endNs - life.beginNs);
    const Hit row{HitKind::Gradient, 0, 2, 0, 1};
    const int64_t origin = frames().front().originNs;
    EXPECT_TRUE(tipOf(row, frames(), life.endNs - origin - 1)
                    .contains("released " + lag + " after its reduction"));
    EXPECT_FALSE(tipOf(row, frames(), life.beginNs - origin - 1).contains("released"));
    const FactTable facts = factsOf(selectionOf(row, frames(), life.beginNs - origin), frames());
    ASSERT_EQ(facts.rows.size(), 2U);
    const qsizetype column = facts.rows[0].indexOf("reduced to released");
    ASSERT_GE(column, 0) << facts.rows[0].join('|').toStdString();
    EXPECT_EQ(facts.rows[1][column], lag);
}

/// Stage 2 as if its report said that @p growth.
Scene growing(const traces::LiveGrowth& growth) {
    auto recording = std::make_shared<LoadedRecording>(*firstAct().back());
    recording->report->gradients.growth = growth;
    const std::vector<LoadedPtr> one{recording};
    Viewport view{.size = {1600, 800}};
    view.range = stepRange(framesOf(one, view));
    return layoutTimeline(one, view, sevenAPixel);
}

TEST(PileUp, IsAWarningInThePanelsTitle) {
    const Scene scene = growing({.over = "steps", .first = 2, .last = 9, .bytes = 1 << 20});
    EXPECT_TRUE(says(scene, "full buckets pile up over the steps"));
    const std::vector<Label> labels = labelsOf(scene);
    const auto counts = std::ranges::find(labels, QString("2, then 9"), &Label::text);
    ASSERT_NE(counts, labels.end());
    EXPECT_EQ(counts->ink, Ink::Warning);
}

TEST(PileUp, WithinAStepIsSaidOfItsMicroBatches) {
    const Scene scene = growing({.over = "micro-batches", .first = 1, .last = 4, .bytes = 1});
    EXPECT_TRUE(says(scene, "full buckets pile up over the micro-batches"));
    EXPECT_FALSE(says(scene, "full buckets pile up over the steps"));
}

TEST(PileUp, IsNotSaidWhereThereIsNone) {
    for (const Label& label : labelsOf(growing({})))
        EXPECT_FALSE(label.text.contains("pile up")) << label.text.toStdString();
}

}  // namespace
}  // namespace shardscope::gui
