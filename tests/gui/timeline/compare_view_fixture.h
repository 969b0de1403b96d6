#pragma once
// The compare view in a real window, and what is asked of it again and again.

#include <gtest/gtest.h>

#include <QTest>

#include "gui/layout/compare_layout.h"
#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/compare_view.h"
#include "tests/gui/timeline/samples.h"

namespace shardscope::gui {

class CompareViewTest : public ::testing::Test {
  protected:
    void SetUp() override {
        view_.resize(1280, 800);
        view_.setRecordings(test::firstAct());
        view_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&view_));
        canvas().setFocus();
        start_ = range();
    }
    CompareCanvas& canvas() { return view_.canvas(); }
    TimeRange range() { return canvas().viewportState().range; }
    int64_t middle() { return (range().beginNs + range().endNs) / 2; }
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier) {
        QTest::keyClick(&canvas(), key, with);
    }
    /// The first box of that kind that is wide enough to be met.
    Box boxOf(HitKind kind, int panel, double least = 12.0) {
        for (const Part& part : canvas().scene().parts) {
            for (const Box& box : part.boxes) {
                if (box.hit.kind == kind && box.hit.panel == panel && box.rect.width() > least &&
                    hitTest(canvas().scene(), box.rect.center()).kind == kind) {
                    return box;
                }
            }
        }
        ADD_FAILURE() << "nothing of that kind in sight";
        return {};
    }
    QPointF placeOf(HitKind kind, int panel) { return boxOf(kind, panel).rect.center(); }
    void click(const QPointF& at) {
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, at.toPoint());
    }

    CompareView view_;
    TimeRange start_;
};

}  // namespace shardscope::gui
