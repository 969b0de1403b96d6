#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "gui/layout/heat_map.h"
#include "gui/layout/memory_bars.h"
#include "gui/layout/pareto.h"
#include "gui/model/plan_words.h"
#include "gui/paint/paint_heat_map.h"
#include "gui/paint/plan_picture.h"
#include "tests/gui/panels/planned.h"

namespace shardscope::gui {
namespace {

constexpr QSizeF kSize{500, 300};
const TextMeasure kMeasure = roughMeasure(14);

QString name(core::Category category) { return QString::fromLatin1(core::nameOf(category).data()); }

HeatMapScene mapOf(const Plan& plan, QSizeF size = kSize) {
    return layoutHeatMap(plan, size, kMeasure, plan.firstRow());
}

TEST(HeatMap, StrategiesGoDownAndRanksAcross) {
    const HeatMapScene scene = mapOf(smallPlan());
    ASSERT_EQ(scene.cells.size(), 4u);
    EXPECT_EQ(scene.cells[0].rect.left(), scene.cells[2].rect.left());
    EXPECT_EQ(scene.cells[0].rect.top(), scene.cells[1].rect.top());
    EXPECT_LT(scene.cells[0].rect.left(), scene.cells[1].rect.left());
    EXPECT_EQ(scene.strategies[1].text, QStringLiteral("zero-2"));
    EXPECT_EQ(scene.ranks[0].text, QStringLiteral("8 ranks"));
}

TEST(HeatMap, ACellShowsItsBestRow) {
    const HeatMapScene scene = mapOf(smallPlan());
    EXPECT_EQ(scene.cells[3].row, 4u);
    EXPECT_EQ(scene.cells[3].lines.front(), QStringLiteral("20.0 GiB free"));
    EXPECT_EQ(scene.cells[3].lines[1], QStringLiteral("step 210 ms"));
    EXPECT_EQ(scene.cells[0].kind, CellKind::TooMuch);
    EXPECT_EQ(scene.cells[0].lines.front(), QStringLiteral("10.0 GiB too much"));
    EXPECT_DOUBLE_EQ(scene.cells[3].tone, 0.25);
    EXPECT_TRUE(scene.cells[1].recommended);
    EXPECT_TRUE(scene.cells[1].selected);
}

TEST(HeatMap, CellsThatALineWouldNotFitIntoHaveNone) {
    for (const HeatCell& cell : mapOf(smallPlan(), {500, 70}).cells) {
        EXPECT_TRUE(cell.lines.isEmpty() || cell.rect.height() >= 0.85 * kMeasure.height);
    }
    EXPECT_TRUE(mapOf(smallPlan(), {500, 60}).cells.front().lines.isEmpty());
    EXPECT_FALSE(mapOf(smallPlan(), {500, 90}).cells.front().lines.isEmpty());
}

TEST(HeatMap, StatesOfAModelWithoutATimeModelAreShown) {
    const Plan plan = planned(
        QStringLiteral("--model mixtral-8x7b-v0.1 --gpu h100-sxm --ranks 8,64 --stage 1,3"));
    ASSERT_EQ(plan.rows.size(), 4u);
    const HeatMapScene scene = mapOf(plan);
    EXPECT_EQ(scene.cells[0].kind, CellKind::TooMuch) << "states alone are more than there is";
    EXPECT_GT(scene.cells[0].tone, 0.9);
    EXPECT_EQ(scene.cells[0].lines.front(), QStringLiteral("> 239.2 GiB"));
    EXPECT_EQ(scene.cells[3].kind, CellKind::Refused) << "whether it fits is not known";
    EXPECT_EQ(scene.cells[3].lines.front(), QStringLiteral("> 10.9 GiB"));
    EXPECT_TRUE(scene.statesAlone);
    EXPECT_FALSE(mapOf(smallPlan()).statesAlone);
    const MemoryBarsScene bars = layoutMemoryBars(plan, {880, 150}, kMeasure, 0, name);
    EXPECT_TRUE(bars.bars.front().noteText.startsWith(QStringLiteral("states alone 239.2 GiB")));
    EXPECT_GT(bars.bars.front().rest.right(), *bars.budget) << "they are too much";
    EXPECT_TRUE(verdictText(plan).startsWith(QStringLiteral("Model states alone are known: ")));
    EXPECT_TRUE(rowSentence(plan.rows[3])
                    .startsWith(QStringLiteral("zero-3 on 64 ranks: states alone 10.9 GiB; ")));
}

TEST(HeatMap, CellsStayInsideAndApart) {
    for (const QSizeF size : {QSizeF(300, 160), QSizeF(500, 300), QSizeF(1600, 900)}) {
        const HeatMapScene scene = mapOf(usualPlan(), size);
        for (size_t i = 0; i < scene.cells.size(); ++i) {
            EXPECT_TRUE(QRectF(QPointF(), size).contains(scene.cells[i].rect)) << i;
            for (size_t k = 0; k < i; ++k) {
                EXPECT_FALSE(scene.cells[i].rect.intersects(scene.cells[k].rect));
            }
        }
        EXPECT_LE(scene.legend.bottom(), size.height());
    }
}

TEST(HeatMap, WordsFitTheirCells) {
    for (const QSizeF size : {QSizeF(200, 120), QSizeF(300, 160), QSizeF(600, 300)}) {
        for (const HeatCell& cell : mapOf(usualPlan(), size).cells) {
            for (const QString& line : cell.lines) {
                EXPECT_LE(kMeasure.width(line), cell.rect.width() - 12) << line.toStdString();
            }
            // A number without its unit would mislead; there is rather none.
            const QString& head = cell.lines.front();
            EXPECT_TRUE(head.isEmpty() || head.contains("iB")) << head.toStdString();
        }
    }
}

TEST(HeatMap, HitsAreTheCellsUnderThem) {
    const HeatMapScene scene = mapOf(smallPlan());
    for (const HeatCell& cell : scene.cells) {
        EXPECT_EQ(hitTest(scene, cell.rect.center()), cell.row);
    }
    EXPECT_EQ(hitTest(scene, {1, 1}), std::nullopt);
}

TEST(HeatMap, ArrowsStopAtTheEdges) {
    const Plan plan = smallPlan();
    EXPECT_EQ(neighbour(plan, 0, 1, 0), 2u);
    EXPECT_EQ(neighbour(plan, 0, 0, 1), 1u);
    EXPECT_EQ(neighbour(plan, 0, -1, 0), 0u);
    EXPECT_EQ(neighbour(plan, 3, 0, 1), 4u);
    EXPECT_EQ(neighbour(plan, std::nullopt, 1, 0), plan.firstRow());
    EXPECT_EQ(neighbour(Plan{}, std::nullopt, 1, 0), std::nullopt);
}

ParetoScene paretoOf(const Plan& plan) {
    return layoutPareto(plan, kSize, kMeasure, plan.firstRow());
}

QPointF pointOf(const ParetoScene& scene, size_t row) {
    for (const ParetoPoint& point : scene.points) {
        if (point.row == row) return point.at;
    }
    return {-1, -1};
}

TEST(Pareto, LessMemoryIsLeftAndLessTimeIsLower) {
    const ParetoScene scene = paretoOf(smallPlan());
    EXPECT_LT(pointOf(scene, 4).x(), pointOf(scene, 2).x());
    EXPECT_GT(pointOf(scene, 2).y(), pointOf(scene, 1).y());
    EXPECT_EQ(scene.yTitle, QStringLiteral("step time"));
    for (const ParetoPoint& point : scene.points) EXPECT_TRUE(scene.plot.contains(point.at));
}

TEST(Pareto, TheBudgetParts) {
    const ParetoScene scene = paretoOf(smallPlan());
    ASSERT_TRUE(scene.budget);
    for (const ParetoPoint& point : scene.points) {
        EXPECT_EQ(point.fits, point.at.x() <= *scene.budget) << point.row;
    }
}

TEST(Pareto, EachNumberOfRanksHasItsFront) {
    const ParetoScene scene = paretoOf(smallPlan());
    ASSERT_EQ(scene.fronts.size(), 2u);
    for (const ParetoLine& line : scene.fronts) {
        EXPECT_EQ(line.points.size(), line.ranks == 16 ? 2 : 1);
    }
    EXPECT_TRUE(scene.points.back().selected);
}

TEST(Pareto, DifferentBatchesCompareBySequence) {
    Plan plan = smallPlan();
    plan.rows[0].globalBatch = 128;
    EXPECT_EQ(paretoOf(plan).yTitle, QStringLiteral("GPU time a sequence"));
    EXPECT_DOUBLE_EQ(*costOf(plan, plan.rows[0]), 400e6 * 8 / 128);
}

TEST(Pareto, HitsAreTheNearestPoint) {
    const ParetoScene scene = paretoOf(smallPlan());
    EXPECT_EQ(hitTest(scene, pointOf(scene, 2) + QPointF(3, 3)), 2u);
    EXPECT_EQ(hitTest(scene, {0, 0}), std::nullopt);
    EXPECT_EQ(pointBeside(scene, 4, 1), 3u);
    EXPECT_EQ(pointBeside(scene, 4, -1), 4u);
}

TEST(Pareto, ManyRowsFoldIntoPixels) {
    Plan plan = smallPlan();
    const PlanRow row = plan.rows[3];
    for (int i = 0; i < 50'000; ++i) {
        plan.rows.push_back(row);
        plan.rows.back().neededBytes += i * 1000;
    }
    EXPECT_LT(paretoOf(plan).points.size(), 1000u);
}

TEST(Pareto, WithoutCostsSaysSo) {
    Plan plan = smallPlan();
    for (PlanRow& row : plan.rows) row.stepNs.reset();
    EXPECT_FALSE(paretoOf(plan).nothing.isEmpty());
    EXPECT_TRUE(paretoOf(plan).points.empty());
}

TEST(MemoryBars, AreAsLongAsTheirBytes) {
    const Plan plan = smallPlan();
    const MemoryBarsScene scene = layoutMemoryBars(plan, {900, 150}, kMeasure, 3, name);
    ASSERT_EQ(scene.bars.size(), 2u);
    const auto& [first, second] = std::tie(scene.bars[0], scene.bars[1]);
    EXPECT_EQ(first.row, 4u);
    EXPECT_TRUE(second.selected);
    // 60 and 65 GiB; half weights, a quarter gradients, a quarter rest.
    EXPECT_NEAR(first.segments[0].rect.width() / second.segments[0].rect.width(), 60.0 / 65, 1e-9);
    EXPECT_NEAR(first.segments[0].rect.width(), 2 * first.segments[1].rect.width(), 1e-9);
    EXPECT_NEAR(first.rest.width(), first.segments[1].rect.width(), 1e-9);
    EXPECT_NEAR(first.rest.right(), scene.plot.left() + scene.plot.width() * 60 / 80, 1e-9);
    EXPECT_DOUBLE_EQ(*scene.budget, scene.plot.right());
    EXPECT_EQ(scene.legend.size(), 2u);
    EXPECT_EQ(hitTest(scene, second.area.center()), 3u);
}

TEST(MemoryBars, TheSelectedRowIsShownWhereRoomIsShort) {
    Plan plan = smallPlan();
    for (int i = 0; i < 40; ++i) {
        plan.cells[3].rows.push_back(plan.rows.size());
        plan.rows.push_back(plan.rows[3]);
    }
    const size_t last = plan.rows.size() - 1;
    const MemoryBarsScene scene = layoutMemoryBars(plan, {900, 150}, kMeasure, last, name);
    EXPECT_EQ(scene.bars.back().row, last);
    EXPECT_FALSE(scene.more.isEmpty());
    EXPECT_EQ(rowBelow(plan, last, 1), last);
    EXPECT_EQ(rowBelow(plan, 4, 1), 3u);
}

QImage pictureOf(const Plan& plan, QSize size, const Theme& theme) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    renderPlan(plan, size, theme, painter);
    return image;
}

TEST(PlanPicture, FillsItsSizeInEitherTheme) {
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
        const QImage image = pictureOf(usualPlan(), {1280, 800}, theme);
        EXPECT_EQ(image.pixelColor(1279, 799), theme.background);
        EXPECT_EQ(image.pixelColor(0, 0), theme.background);
        const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES");
        if (!folder.isEmpty()) {
            image.save(folder + (theme.dark ? "/plan-picture-dark.png" : "/plan-picture.png"));
        }
    }
}

TEST(PlanPicture, EmptyAndOddPlansAreDrawnToo) {
    pictureOf(Plan{}, {640, 400}, lightTheme());
    pictureOf(planned("--model mixtral-8x7b-v0.1 --ranks 8 --gpu h100-sxm"), {640, 400},
              lightTheme());
    const QImage none = pictureOf(planned("--ranks 1"), {640, 400}, lightTheme());
    EXPECT_EQ(none.size(), QSize(640, 400));
}

TEST(HeatMapPaint, CellsHaveTheirColours) {
    const HeatMapScene scene = mapOf(smallPlan());
    QImage image(500, 300, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintHeatMap(painter, scene, lightTheme());
    painter.end();
    const auto fill = [&](size_t cell) {
        return image.pixelColor((scene.cells[cell].rect.bottomRight() - QPointF(5, 5)).toPoint());
    };
    EXPECT_GT(fill(3).blue(), fill(3).red());  // room
    EXPECT_GT(fill(0).red(), fill(0).blue());  // missing
    EXPECT_LT(fill(3).red(), fill(1).red());   // 20 GiB free is bluer than 5
}

}  // namespace
}  // namespace shardscope::gui
