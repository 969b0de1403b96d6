// What the compare view shows and where, without a display.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gui/layout/compare_layout.h"
#include "gui/layout/describe.h"
#include "gui/layout/words.h"
#include "tests/gui/timeline/samples.h"

namespace shardscope::gui {
namespace {

using test::firstAct;

double sevenAPixel(const QString& text, TextRole) { return 7.0 * static_cast<double>(text.size()); }

class CompareLayout : public ::testing::Test {
  protected:
    void SetUp() override {
        view_.size = {1280, 800};
        view_.allRanks = true;
        view_.range = stepRange(framesOf(firstAct(), view_));
    }
    Scene scene() const { return layoutTimeline(firstAct(), view_, sevenAPixel); }

    static std::vector<Box> boxesOf(const Scene& scene, HitKind kind, int panel) {
        std::vector<Box> out;
        for (const Part& part : scene.parts) {
            for (const Box& box : part.boxes) {
                if (box.hit.kind == kind && box.hit.panel == panel) out.push_back(box);
            }
        }
        return out;
    }
    static bool says(const Scene& scene, const QString& words) {
        return std::ranges::any_of(scene.parts, [&](const Part& part) {
            return std::ranges::any_of(part.labels,
                                       [&](const Label& l) { return l.text.contains(words); });
        });
    }
    static int64_t labelsThatAre(const Scene& scene, const QString& text) {
        int64_t count = 0;
        for (const Part& part : scene.parts) {
            count += std::ranges::count(part.labels, text, &Label::text);
        }
        return count;
    }
    static double tallest(const Scene& scene, int panel, Ink ink) {
        double most = 0.0;
        for (const Box& box : boxesOf(scene, HitKind::Gradient, panel)) {
            if (box.fill.ink == ink) most = std::max(most, box.rect.height());
        }
        return most;
    }

    Viewport view_;
};

TEST_F(CompareLayout, StepsOfAllPanelsBeginAtTheSamePlace) {
    for (const Frame& frame : framesOf(firstAct(), view_)) {
        ASSERT_NE(frame.step, nullptr);
        EXPECT_EQ(frame.originNs, frame.step->beginNs);
    }
    EXPECT_EQ(scene().panels.size(), 2u);
}

/// At every zoom: where the last tick is near the edge, its text moves.
TEST_F(CompareLayout, NoTicksTextIsCutAtTheEdge) {
    const int64_t length = view_.range.endNs - view_.range.beginNs;
    for (int zoom = 0; zoom < 200; ++zoom) {
        view_.range.endNs = view_.range.beginNs + length * (300 + zoom) / 300;
        for (const Part& part : scene().parts) {
            for (const Label& label : part.labels) {
                if (!label.text.endsWith(QStringLiteral("ms"))) continue;
                if (label.role != TextRole::Small || label.ink != Ink::Faint) continue;
                const double text = sevenAPixel(label.text, label.role);
                const bool right = label.align & Qt::AlignRight;
                const double end = right ? label.rect.right() : label.rect.center().x() + text / 2;
                ASSERT_LE(end, view_.size.width()) << label.text.toStdString();
            }
        }
    }
}

TEST_F(CompareLayout, HeightsOfMemoryCompareAcrossPanels) {
    const Scene now = scene();
    double pixelsPerByte[2]{};
    for (int panel = 0; panel < 2; ++panel) {
        const auto at = static_cast<size_t>(panel);
        double highest = 1e9, floor = 0.0;
        for (const Part& part : now.parts) {
            if (part.stack.empty() || !now.panels[at].contains(part.clip.center())) continue;
            floor = part.stack.floor;
            for (const StackColumn& column : part.stack.columns) {
                highest = std::min(highest, static_cast<double>(column.tops[kStack - 1]));
            }
        }
        ASSERT_GT(floor, highest);
        const auto peak = static_cast<double>(firstAct()[at]->report->memory.peak.bytes);
        pixelsPerByte[panel] = (floor - highest) / peak;
    }
    EXPECT_NEAR(pixelsPerByte[0] / pixelsPerByte[1], 1.0, 0.02);
}

TEST_F(CompareLayout, AShardIsAnNthAsHighAsTheFullGradient) {
    const Scene now = scene();
    const double full = tallest(now, 1, Ink::Full), shard = tallest(now, 1, Ink::Shard);
    ASSERT_GT(full, 0.0);
    EXPECT_NEAR(shard / full, 0.25, 0.12);  // a row of few pixels keeps its shard visible
}

TEST_F(CompareLayout, OnlyStageOneHasDeadGradients) {
    const Scene now = scene();
    const auto dead = [&](int panel) {
        double width = 0.0;
        for (const Box& box : boxesOf(now, HitKind::Gradient, panel)) {
            if (box.fill.ink == Ink::Dead) width += box.rect.width();
        }
        return width;
    };
    EXPECT_GT(dead(0), 50.0);
    EXPECT_LT(dead(1), dead(0) / 10.0);
}

TEST_F(CompareLayout, ABucketARowInBackwardOrder) {
    const Scene now = scene();
    double last = 0.0;
    for (int bucket = 0; bucket < 7; ++bucket) {
        double top = 1e9;
        for (const Box& box : boxesOf(now, HitKind::Gradient, 0)) {
            if (box.hit.row == bucket && box.fill.ink == Ink::Full) {
                top = std::min(top, box.rect.top());
            }
        }
        EXPECT_GT(top, last) << "bucket " << bucket;
        EXPECT_LT(top, 1e9) << "bucket " << bucket;
        last = top;
    }
}

TEST_F(CompareLayout, EveryRowHasItsNameOrNone) {
    for (int height = 640; height < 1000; height += 10) {
        view_.size = {1280.0, static_cast<double>(height)};
        const Scene now = scene();
        EXPECT_EQ(labelsThatAre(now, "B6"), labelsThatAre(now, "B0")) << height;
    }
}

TEST_F(CompareLayout, EveryRowHasItsMarksOrNone) {
    int marked = 0;
    for (int height = 560; height < 1000; height += 10) {
        view_.size = {1280.0, static_cast<double>(height)};
        const Scene now = scene();
        std::set<double> rows;
        for (const Part& part : now.parts) {
            for (const Glyph& glyph : part.glyphs) {
                if (now.panels[0].contains(glyph.centre)) rows.insert(glyph.centre.y());
            }
        }
        EXPECT_TRUE(rows.empty() || rows.size() == 7) << height << ": " << rows.size();
        marked += !rows.empty();
    }
    EXPECT_GT(marked, 20);
}

TEST_F(CompareLayout, TheBandOverRanksIsInTheLegend) {
    const QString band = Compare::tr("least to most of all ranks");
    EXPECT_TRUE(says(scene(), band));
    view_.allRanks = false;
    EXPECT_FALSE(says(scene(), band));
}

TEST_F(CompareLayout, NumbersAreThoseOfTheReport) {
    const Scene now = scene();
    for (const LoadedPtr& recording : firstAct()) {
        const traces::RunReport& report = *recording->report;
        EXPECT_TRUE(says(now, bytesText(report.memory.peak.bytes)));
        EXPECT_TRUE(says(now, bytesText(report.gradients.peakLiveFullBytes)));
        EXPECT_TRUE(says(now, timeText(report.time.stepNs.median)));
    }
}

TEST_F(CompareLayout, ARunThatRanOutOfMemorySaysWhereAndByWhat) {
    const std::vector<LoadedPtr> limited{test::sample("limit/zero-1.trace.json.gz")};
    const Scene now = layoutTimeline(limited, view_, sevenAPixel);
    const traces::RunReport& report = *limited[0]->report;
    ASSERT_EQ(report.status, "oom");
    EXPECT_TRUE(says(now, "out of memory at backward B"));
    EXPECT_TRUE(says(now, "limit " + bytesText(report.memoryLimit)));
    EXPECT_FALSE(says(scene(), "out of memory"));
}

TEST_F(CompareLayout, AHitIsWhatIsDrawnThere) {
    const Scene now = scene();
    int tried = 0;
    for (const Box& box : boxesOf(now, HitKind::Span, 1)) {
        if (box.rect.width() < 6.0) continue;
        EXPECT_EQ(hitTest(now, box.rect.center()), box.hit);
        ++tried;
    }
    EXPECT_GT(tried, 10);
    EXPECT_EQ(hitTest(now, {-5.0, -5.0}).kind, HitKind::Nothing);
}

TEST_F(CompareLayout, SpansTooNarrowToSeeFoldIntoOneThatCountsThem) {
    const auto spansOf = [&](int64_t& shown, int64_t& counted) {
        const Scene now = scene();
        for (const Box& box : boxesOf(now, HitKind::Span, 0)) {
            ++shown;
            counted += box.hit.count;
        }
    };
    int64_t shown = 0, counted = 0, shownWide = 0, countedWide = 0;
    spansOf(shown, counted);
    view_.range = wholeRange(framesOf(firstAct(), view_));
    spansOf(shownWide, countedWide);
    EXPECT_GT(countedWide, counted);        // three steps have more spans than one
    EXPECT_LT(shownWide, countedWide / 2);  // and not each has a box
}

TEST_F(CompareLayout, AnIntervalsStatisticsAreThoseOfTheReport) {
    const std::vector<Frame> frames = framesOf(firstAct(), view_);
    const FactTable facts = factsOf(wholeRange(frames), frames);
    ASSERT_EQ(facts.rows.size(), 3u);  // headings and two panels
    for (size_t i = 0; i < 2; ++i) {
        const QString peak = bytesText(firstAct()[i]->report->memory.peak.bytes);
        EXPECT_TRUE(facts.rows[i + 1].join('|').contains(peak))
            << facts.rows[i + 1].join('|').toStdString();
    }
}

}  // namespace
}  // namespace shardscope::gui
