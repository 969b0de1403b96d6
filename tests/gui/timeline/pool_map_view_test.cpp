// The memory map in a real window: opened, followed, held, chosen from; and what it looks like.

#include "gui/widgets/pool_map_view.h"

#include <QAccessible>
#include <QImage>
#include <QPainter>
#include <QTableView>

#include "gui/layout/describe_call.h"
#include "gui/paint/fonts.h"
#include "gui/paint/inks.h"
#include "gui/paint/render_compare.h"
#include "gui/widgets/lane_table.h"
#include "tests/gui/timeline/compare_view_fixture.h"

namespace shardscope::gui {
namespace {

class CompareMapTest : public CompareViewTest {
  protected:
    void SetUp() override {
        CompareViewTest::SetUp();
        press(Qt::Key_M);
    }
    PoolMapView& map() { return view_.map(); }
    void hover(double x) {
        const QRectF& memory = canvas().scene().memories[0];
        QTest::mouseMove(canvas().viewport(), QPointF(x, memory.center().y()).toPoint());
    }
    /// A box of one block, wide enough to be met.
    Box blockBox(int panel) {
        for (const Part& part : map().scene().parts) {
            for (const Box& box : part.boxes) {
                if (box.hit.kind == HitKind::Block && box.hit.panel == panel &&
                    box.hit.count == 1 && box.rect.width() > 30.0) {
                    return box;
                }
            }
        }
        ADD_FAILURE() << "no block";
        return {};
    }
    void clickOn(const Box& box) {
        QTest::mouseClick(map().viewport(), Qt::LeftButton, {}, box.rect.center().toPoint());
    }
};

TEST_F(CompareMapTest, MOpensAndClosesIt) {
    EXPECT_TRUE(map().isVisible());
    EXPECT_GT(map().height(), 200) << "room for rows";
    EXPECT_GT(canvas().height(), 300);
    EXPECT_TRUE(view_.actionList().mapAction()->isChecked());
    EXPECT_FALSE(map().panels()[0].atNs) << "at first at each one's peak";
    QTest::keyClick(&map(), Qt::Key_M);
    EXPECT_FALSE(map().isVisible());
    EXPECT_FALSE(view_.actionList().mapAction()->isChecked());
}

TEST_F(CompareMapTest, FollowsThePointerAndStaysWhereItLeftThePanels) {
    const QRectF plot = canvas().scene().plot;
    hover(plot.left() + 200.0);
    const auto at = canvas().viewportState().cursorNs;
    ASSERT_TRUE(at);
    EXPECT_EQ(map().panels()[0].atNs, at);
    EXPECT_EQ(map().panels()[1].atNs, at);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(canvas().viewport(), &leave);
    EXPECT_FALSE(canvas().viewportState().cursorNs);
    EXPECT_EQ(map().panels()[0].atNs, at);
}

TEST_F(CompareMapTest, HHoldsTheInstantAndLetsItGo) {
    const QRectF plot = canvas().scene().plot;
    hover(plot.left() + 200.0);
    const auto at = map().panels()[0].atNs;
    press(Qt::Key_H);
    EXPECT_TRUE(view_.actionList().holdAction()->isChecked());
    hover(plot.left() + 320.0);
    EXPECT_EQ(map().panels()[0].atNs, at);
    QTest::keyClick(&map(), Qt::Key_H);
    EXPECT_EQ(map().panels()[0].atNs, canvas().viewportState().cursorNs);
}

TEST_F(CompareMapTest, ABlockThatIsClickedIsSelectedEverywhere) {
    const Box box = blockBox(1);
    clickOn(box);
    const Selection& selection = canvas().viewportState().selection;
    EXPECT_EQ(selection.panel, 1);
    EXPECT_EQ(selection.call, box.hit.index);
    EXPECT_TRUE(view_.details().contains(QStringLiteral("allocated")));
    EXPECT_TRUE(view_.details().contains(QStringLiteral("zero-1")));
    QTest::keyClick(&map(), Qt::Key_Escape);
    EXPECT_FALSE(canvas().viewportState().selection.any());
}

TEST_F(CompareMapTest, ArrowsGoFromBlockToBlockAndFromMapToMap) {
    map().setFocus();
    QTest::keyClick(&map(), Qt::Key_Right);
    const std::vector<PoolBlock> blocks = map().panels()[0].state.blocks;
    EXPECT_EQ(canvas().viewportState().selection.call, blocks[0].call);
    QTest::keyClick(&map(), Qt::Key_Right);
    EXPECT_EQ(canvas().viewportState().selection.call, blocks[1].call);
    EXPECT_EQ(map().accessibleDescription(), tipOf(map().panels()[0].frame, blocks[1].call));
    QTest::keyClick(&map(), Qt::Key_Left);
    EXPECT_EQ(canvas().viewportState().selection.call, blocks[0].call);
    QTest::keyClick(&map(), Qt::Key_Down);
    EXPECT_EQ(canvas().viewportState().selection.panel, 1);
}

TEST_F(CompareMapTest, ItsTotalsAreReadByAScreenReader) {
    const QString said =
        QAccessible::queryAccessibleInterface(&map())->text(QAccessible::Description);
    EXPECT_EQ(said, headsOf(map().panels(), false).join(u'\n'));
    EXPECT_TRUE(said.contains(QStringLiteral("72.9 MiB live")));
    EXPECT_FALSE(map().accessibleName().isEmpty());
}

TEST_F(CompareMapTest, ItsBlocksAreInTheTableToo) {
    view_.toggleTable();
    int blocks = 0;
    for (int row = 0; row < view_.table().rowCount(); ++row)
        blocks += view_.table().hitAt(row).kind == HitKind::Block ? 1 : 0;
    EXPECT_EQ(static_cast<size_t>(blocks),
              map().panels()[0].state.blocks.size() + map().panels()[1].state.blocks.size());
    view_.toggleMap();
    for (int row = 0; row < view_.table().rowCount(); ++row)
        EXPECT_NE(view_.table().hitAt(row).kind, HitKind::Block);
}

TEST_F(CompareMapTest, AClickInTheMemoryAreaSelectsACallAndDotTheNextAllocation) {
    const QRectF& memory = canvas().scene().memories[1];
    click({memory.left() + 300.0, memory.bottom() - 6.0});
    const uint32_t first = canvas().viewportState().selection.call;
    ASSERT_NE(first, kNoCall);
    press(Qt::Key_Period);
    EXPECT_GT(canvas().viewportState().selection.call, first);
    press(Qt::Key_Comma);
    EXPECT_LE(canvas().viewportState().selection.call, first);
    EXPECT_TRUE(view_.details().contains(QStringLiteral("block of")));
}

TEST_F(CompareMapTest, OtherRanksHaveCallsOfTheirOwn) {
    clickOn(blockBox(0));
    view_.setRank(2);
    EXPECT_EQ(canvas().viewportState().selection.call, kNoCall);
    EXPECT_EQ(map().panels()[0].frame.rank, 2);
}

TEST_F(CompareMapTest, WithoutRecordingsItIsEmpty) {
    clickOn(blockBox(0));
    view_.setRecordings({});
    EXPECT_TRUE(map().panels().empty());
    QTest::keyClick(&map(), Qt::Key_Right);
    EXPECT_FALSE(map().grab().isNull());
}

QColor at(const QImage& image, const QPointF& pos) { return image.pixelColor(pos.toPoint()); }

TEST_F(CompareMapTest, BlocksHaveTheirCategorysColourInBothThemes) {
    const QSize size(1280, 320);
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
        QImage image(size, QImage::Format_RGB32);
        QPainter painter(&image);
        renderPoolMap(test::firstAct(), {}, size, theme, painter);
        painter.end();
        const auto frames = framesOf(test::firstAct(), Viewport{.size = size});
        const auto panels = poolPanelsOf(frames, {});
        const Scene scene = layoutPoolMap(panels, {.size = size}, fontMeter());
        int seen = 0;
        for (const Part& part : scene.parts) {
            for (const Box& box : part.boxes) {
                const bool plain =
                    box.fill.hatch == Hatch::None && box.fill.ink >= Ink::FirstCategory;
                if (box.hit.kind != HitKind::Block || !plain || box.rect.width() < 40.0) continue;
                const QPointF corner(box.rect.right() - 3.0, box.rect.bottom() - 2.0);
                EXPECT_EQ(at(image, corner), groundOf(box.fill, theme));
                ++seen;
            }
        }
        EXPECT_GT(seen, 10);
    }
}

}  // namespace
}  // namespace shardscope::gui
