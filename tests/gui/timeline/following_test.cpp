// What follows the pointer and a selection: the time cursor, arrows, pinned lanes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gui/layout/compare_layout.h"
#include "gui/layout/describe.h"
#include "gui/layout/instant.h"
#include "gui/layout/words.h"
#include "tests/gui/timeline/samples.h"

namespace shardscope::gui {
namespace {

using test::firstAct;

class Following : public ::testing::Test {
  protected:
    void SetUp() override {
        view_.size = {1280, 800};
        view_.range = stepRange(frames());
    }
    std::vector<Frame> frames() const { return framesOf(firstAct(), view_); }
    Scene scene() const {
        return layoutTimeline(firstAct(), view_, [](const QString& text, TextRole) {
            return 7.0 * static_cast<double>(text.size());
        });
    }
    double xOf(const Scene& scene, int64_t ns) const {
        return scene.plot.left() + scene.plot.width() *
                                       static_cast<double>(ns - view_.range.beginNs) /
                                       static_cast<double>(view_.range.lengthNs());
    }
    static std::vector<Stroke> arrowsOf(const Scene& scene) {
        std::vector<Stroke> arrows;
        for (const Part& part : scene.parts) {
            std::ranges::copy_if(part.strokes, std::back_inserter(arrows), &Stroke::arrow);
        }
        return arrows;
    }
    static QStringList platesOf(const Scene& scene) {
        QStringList plates;
        for (const Part& part : scene.parts) {
            for (const Label& label : part.labels) {
                if (label.plate) plates << label.text.trimmed();
            }
        }
        return plates;
    }

    Viewport view_;
};

TEST_F(Following, TheCursorSaysWhatEveryPanelHoldsAtThatInstant) {
    const int64_t middle = (view_.range.beginNs + view_.range.endNs) / 2;
    for (const int64_t at : {view_.range.beginNs + 1'000'000, middle}) {
        view_.cursorNs = at;
        const QStringList plates = platesOf(scene());
        for (const Frame& frame : frames()) {
            const Instant instant = instantOf(frame, at);
            const auto& memory = frame.rows()->memory;
            const auto& call = memory.calls()[memory.callAt(frame.originNs + at)];
            EXPECT_LE(call.timeNs, frame.originNs + at);
            EXPECT_EQ(instant.live, call.live);
            EXPECT_TRUE(plates.contains(linesOf(instant).front()));
        }
    }
}

TEST_F(Following, TheMemoryUnderThePointerShowsItsComposition) {
    view_.cursorNs = (view_.range.beginNs + view_.range.endNs) / 2;
    view_.hoveredPanel = 1;
    const Instant instant = instantOf(frames()[1], *view_.cursorNs);
    EXPECT_EQ(std::accumulate(instant.composition.begin(), instant.composition.end(), int64_t{0}),
              instant.live);
    const QStringList plates = platesOf(scene());
    for (const QString& line : linesOf(instant)) {
        EXPECT_TRUE(plates.contains(line)) << line.toStdString();
    }
    EXPECT_GT(linesOf(instant).size(), 4);
}

TEST_F(Following, ArrowsGoFromReadyToTheCollectiveToTheRelease) {
    const std::vector<Frame> all = frames();
    const int bucket = 2;
    view_.selection = {.panel = 1, .bucket = bucket, .step = static_cast<int>(all[1].stepIndex())};
    const Scene now = scene();
    const std::vector<Stroke> arrows = arrowsOf(now);
    ASSERT_EQ(arrows.size(), 4U);  // two a panel: the same bucket in both
    for (size_t panel = 0; panel < all.size(); ++panel) {
        const auto markNs = [&](MarkKind kind) {
            const auto& marks = all[panel].rows()->buckets[bucket].marks;
            const auto mark = std::ranges::find_if(marks, [&](const Mark& m) {
                return m.kind == kind && m.step == all[panel].stepIndex();
            });
            return mark->timeNs - all[panel].originNs;
        };
        const Stroke &out = arrows[2 * panel], &back = arrows[2 * panel + 1];
        EXPECT_NEAR(out.from.x(), xOf(now, markNs(MarkKind::Ready)), 1.0);
        EXPECT_NEAR(out.to.x(), xOf(now, markNs(MarkKind::ReduceStart)), 1.0);
        EXPECT_NEAR(back.from.x(), xOf(now, markNs(MarkKind::Reduced)), 1.0);
        EXPECT_NEAR(back.to.x(), xOf(now, markNs(MarkKind::Released)), 1.0);
        EXPECT_EQ(out.from.y(), back.to.y());  // the bucket's row
        EXPECT_EQ(out.to.y(), back.from.y());  // the communication lane
    }
    view_.selection = {};
    EXPECT_TRUE(arrowsOf(scene()).empty());
}

TEST_F(Following, APinnedLaneComesFirst) {
    const auto firstLane = [&] {
        double top = 1e9;
        int lane = -1;
        for (const Part& part : scene().parts) {
            for (const Box& box : part.boxes) {
                if (box.hit.kind != HitKind::Span || box.hit.panel != 0) continue;
                if (box.rect.top() < top) top = box.rect.top(), lane = box.hit.row;
            }
        }
        return frames()[0].rows()->lanes[static_cast<size_t>(lane)].title;
    };
    const std::string before = firstLane();
    for (const Lane& lane : frames()[0].rows()->lanes) {
        if (lane.title != before && lane.kind == LaneKind::Communication) {
            view_.pinned = {lane.title};
        }
    }
    ASSERT_EQ(view_.pinned.size(), 1U);
    EXPECT_EQ(firstLane(), *view_.pinned.begin());
}

}  // namespace
}  // namespace shardscope::gui
