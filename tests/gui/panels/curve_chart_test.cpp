#include "gui/layout/curve_chart.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <cmath>
#include <limits>

#include "gui/paint/paint_curves.h"
#include "gui/paint/series_colours.h"

namespace shardscope::gui {
namespace {

constexpr QSizeF kSize{600, 200};

CurveChart chart(std::vector<Curve> curves) {
    return {.title = "Loss",
            .nothing = "nothing yet",
            .curves = std::move(curves),
            .xFrom = 1,
            .xTo = 10,
            .yText = [](double value) { return QString::number(value); }};
}

CurveScene sceneOf(std::vector<Curve> curves) {
    return layoutCurves(chart(std::move(curves)), kSize, roughMeasure(14));
}

TEST(CurveChart, WithoutPointsSaysSo) {
    const CurveScene scene = sceneOf({});
    EXPECT_EQ(scene.nothing, QStringLiteral("nothing yet"));
    EXPECT_TRUE(scene.yTicks.empty());
}

TEST(CurveChart, CurvesShareOneScale) {
    const CurveScene scene = sceneOf({{"a", {{1, 2}, {2, 4}}}, {"b", {{1, 4}, {2, 2}}}});
    EXPECT_DOUBLE_EQ(scene.lines[0][0][0].y(), scene.lines[1][0][1].y());
    EXPECT_LT(scene.lines[0][0][1].y(), scene.lines[0][0][0].y());  // more is higher
    EXPECT_DOUBLE_EQ(scene.lines[0][0][0].x(), scene.plot.left());
}

TEST(CurveChart, CurvesThatEndTogetherShareALabel) {
    const CurveScene scene =
        sceneOf({{"zero-0", {{1, 5}}}, {"zero-1", {{1, 5}}}, {"zero-2", {{1, 3}}}});
    ASSERT_EQ(scene.labels.size(), 2u);
    EXPECT_EQ(scene.labels[0].text, QStringLiteral("zero-0 = zero-1"));
    EXPECT_TRUE(scene.labels[0].joined);
    EXPECT_EQ(scene.labels[1].curve, 2);
}

TEST(CurveChart, LabelsDoNotOverlapAndStayInside) {
    const CurveScene scene =
        sceneOf({{"a", {{1, 1.00}}}, {"b", {{1, 1.01}}}, {"c", {{1, 1.02}}}, {"d", {{1, 9}}}});
    for (size_t i = 1; i < scene.labels.size(); ++i) {
        EXPECT_GE(scene.labels[i].at.y() - scene.labels[i - 1].at.y(), 14 - 1e-9);
    }
    EXPECT_LE(scene.labels.back().at.y(), scene.plot.bottom() + 1e-9);
}

TEST(CurveChart, AMissingValueBreaksTheLine) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const CurveScene scene = sceneOf({{"a", {{1, 1}, {2, nan}, {3, 1}, {4, 2}}}});
    ASSERT_EQ(scene.lines[0].size(), 2u);
    EXPECT_EQ(scene.lines[0][1].size(), 2);
}

TEST(CurveChart, ManyPointsFoldIntoPixelsAndKeepTheirExtremes) {
    Curve curve{.name = "a"};
    for (int i = 0; i < 100'000; ++i) curve.points.emplace_back(i, i == 50'001 ? 100 : i % 7);
    CurveChart many = chart({curve});
    many.xFrom = 0;
    many.xTo = 100'000;
    const CurveScene scene = layoutCurves(many, kSize, roughMeasure(14));
    EXPECT_LE(scene.lines[0][0].size(), 4 * 600);
    double highest = kSize.height();
    for (const QPointF& point : scene.lines[0][0]) highest = std::min(highest, point.y());
    EXPECT_LT(highest, scene.plot.top() + 0.1 * scene.plot.height());
}

TEST(CurveChart, TicksAreRoundAndApart) {
    Axis axis = axisOver(0, 9.3, true, false);
    axis.begin = 0;
    axis.end = 200;
    EXPECT_EQ(tickValues(axis, 30), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    Axis log = axisOver(1, 1000, false, true);
    EXPECT_TRUE(log.logarithmic);
    log.begin = 0;
    log.end = 300;
    EXPECT_EQ(tickValues(log, 60), (std::vector<double>{1, 5, 50, 500}));
}

TEST(CurveChart, IsPaintedInItsColours) {
    QImage image(600, 200, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const CurveScene scene = sceneOf({{"a", {{1, 1}, {10, 1}}}});
    paintCurves(painter, scene, lightTheme());
    painter.end();
    const QPointF middle = (scene.lines[0][0].front() + scene.lines[0][0].back()) / 2;
    EXPECT_EQ(image.pixelColor(middle.toPoint()), seriesColour(0, lightTheme()));
}

}  // namespace
}  // namespace shardscope::gui
