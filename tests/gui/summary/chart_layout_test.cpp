// Geometry only: no font, no display.

#include "gui/summary/chart_layout.h"

#include <gtest/gtest.h>

namespace shardscope::gui::summary {
namespace {

TextMeasure rough() {
    return {.width = [](const QString& text,
                        TextRole) { return 7.0 * static_cast<double>(text.size()); },
            .height = [](TextRole) { return 14.0; }};
}

ChartCell bar(std::vector<double> values) {
    ChartCell cell;
    Strip strip;
    for (const double value : values) {
        strip.push_back({.value = value, .fill = Fill::Computing, .tip = QString::number(value)});
    }
    cell.strips.push_back(strip);
    cell.value = QStringLiteral("100.0");
    return cell;
}

ChartRow row(const char* label, ChartCell cell) {
    ChartRow row;
    row.label = QString::fromLatin1(label);
    row.cells = {std::move(cell)};
    return row;
}

Chart chartOf(std::vector<ChartRow> rows) {
    return {
        .panels = {{.title = QStringLiteral("time"), .subtitle = {}, .unit = 1.0, .legend = {}}},
        .groups = {{.title = QStringLiteral("G = 1"), .rows = std::move(rows)}}};
}

const SceneBox& boxOf(const ChartScene& scene, const char* tip) {
    return *std::ranges::find(scene.boxes, QString::fromLatin1(tip), &SceneBox::tip);
}

TEST(ChartLayout, LengthsAreInProportionAndBeginAtOneLine) {
    const Chart chart = chartOf({row("a", bar({100.0})), row("b", bar({50.0}))});
    const ChartScene scene = layoutChart(chart, 1000.0, rough());
    const QRectF whole = boxOf(scene, "100").rect, half = boxOf(scene, "50").rect;
    EXPECT_NEAR(whole.width(), 2.0 * half.width(), 1e-9);
    EXPECT_EQ(whole.left(), half.left());
    EXPECT_LT(whole.bottom(), half.top());
}

TEST(ChartLayout, PartsFollowOneAnotherWithoutGaps) {
    const ChartScene scene = layoutChart(chartOf({row("a", bar({30.0, 70.0}))}), 1000.0, rough());
    EXPECT_NEAR(boxOf(scene, "30").rect.right(), boxOf(scene, "70").rect.left(), 1e-9);
}

TEST(ChartLayout, AMarkerBeyondTheBarsIsStillInsideThePanel) {
    ChartCell cell = bar({10.0});
    cell.markers.push_back(
        {.kind = Marker::Kind::Paper, .value = 40.0, .tip = QStringLiteral("m")});
    const ChartScene scene = layoutChart(chartOf({row("a", cell)}), 1000.0, rough());
    ASSERT_EQ(scene.markers.size(), 1U);
    EXPECT_LE(scene.markers.front().rect.right(), 1000.0);
    const QRectF box = boxOf(scene, "10").rect;
    EXPECT_NEAR(scene.markers.front().rect.center().x() - box.left(), 4.0 * box.width(), 1e-9);
}

TEST(ChartLayout, NothingLiesOutsideThePicture) {
    const Chart chart = chartOf({row("a", bar({30.0, 70.0})), row("b", bar({500.0}))});
    for (const double width : {300.0, 900.0, 1900.0}) {
        const ChartScene scene = layoutChart(chart, width, rough());
        EXPECT_GE(scene.width, kLeastChartWidth);
        for (const SceneBox& box : scene.boxes) {
            EXPECT_GE(box.rect.left(), 0.0);
            EXPECT_LE(box.rect.right(), scene.width);
            EXPECT_LE(box.rect.bottom(), scene.height);
        }
        for (const SceneText& text : scene.texts) EXPECT_LE(text.rect.bottom(), scene.height);
    }
}

TEST(ChartLayout, AValueStandsBesideItsBarAndHasRoom) {
    const ChartScene scene = layoutChart(chartOf({row("a", bar({500.0}))}), 1000.0, rough());
    const auto value = std::ranges::find(scene.texts, TextRole::Value, &SceneText::role);
    ASSERT_NE(value, scene.texts.end());
    EXPECT_GE(value->rect.left(), boxOf(scene, "500").rect.right());
    EXPECT_GE(value->rect.width(), 7.0 * static_cast<double>(value->text.size()));
}

TEST(ChartLayout, AProblemStandsInsteadOfBars) {
    ChartRow failed;
    failed.label = QStringLiteral("a");
    failed.problem = QStringLiteral("out of memory");
    const ChartScene scene = layoutChart(chartOf({failed, row("b", bar({1.0}))}), 1000.0, rough());
    EXPECT_EQ(scene.boxes.size(), 1U);
    EXPECT_NE(std::ranges::find(scene.texts, TextRole::Problem, &SceneText::role),
              scene.texts.end());
}

TEST(ChartLayout, RowsWithoutAnyValueHaveNoAxis) {
    ChartRow failed;
    failed.problem = QStringLiteral("failed");
    EXPECT_TRUE(layoutChart(chartOf({failed}), 1000.0, rough()).grid.empty());
}

TEST(ChartLayout, TheTipIsOfWhatIsUnderThePointer) {
    const ChartScene scene = layoutChart(chartOf({row("a", bar({30.0, 70.0}))}), 1000.0, rough());
    EXPECT_EQ(tipAt(scene, boxOf(scene, "70").rect.center()), QStringLiteral("70"));
    EXPECT_EQ(tipAt(scene, {scene.width - 1.0, scene.height - 1.0}), QString());
}

TEST(ChartLayout, LegendsBreakIntoLinesInsideTheirPanel) {
    Chart chart = chartOf({row("a", bar({1.0}))});
    for (int i = 0; i < 30; ++i) {
        chart.panels[0].legend.push_back(
            {.fill = Fill::Hidden, .marker = {}, .title = QStringLiteral("an entry of a legend")});
    }
    const ChartScene scene = layoutChart(chart, 900.0, rough());
    for (const SceneText& text : scene.texts) {
        if (text.role != TextRole::Legend) continue;
        EXPECT_LE(text.rect.right(), 902.0);
    }
    EXPECT_GT(boxOf(scene, "1").rect.top(), 100.0);
}

TEST(TickStep, IsRoundAndGivesFewTicks) {
    EXPECT_DOUBLE_EQ(tickStep(165.4, 5), 50.0);
    EXPECT_DOUBLE_EQ(tickStep(30.8, 5), 10.0);
    EXPECT_DOUBLE_EQ(tickStep(1.0, 5), 0.2);
    EXPECT_DOUBLE_EQ(tickStep(0.004, 5), 0.001);
}

}  // namespace
}  // namespace shardscope::gui::summary
