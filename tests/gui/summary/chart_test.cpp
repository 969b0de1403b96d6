// Bars of real recordings, and their pixels.

#include <QImage>
#include <QPainter>

#include "gui/summary/chart_of.h"
#include "gui/summary/chart_paint.h"
#include "tests/gui/summary/summary_fixture.h"

namespace shardscope::gui::summary {
namespace {

double sumOf(const Strip& strip) {
    double sum = 0.0;
    for (const Part& part : strip) sum += part.value;
    return sum;
}

const std::vector<ChartCell>& cellsOf(const Chart& chart, size_t group, size_t row) {
    return *chart.groups.at(group).rows.at(row).cells;
}

TEST(Chart, BarsHaveTheReportsNumbers) {
    const auto recordings = sampleAct("price");
    const Chart chart = chartOf(Comparison(recordings));
    for (size_t i = 0; i < 2; ++i) {
        const traces::RunReport& report = *recordings[i]->report;
        const auto& cells = cellsOf(chart, 0, i);
        EXPECT_EQ(sumOf(cells[0].strips[0]), static_cast<double>(report.memory.peak.bytes));
        EXPECT_EQ(sumOf(cells[1].strips[0]), static_cast<double>(table::sentBytes(report)));
        const traces::StepSplit& split = report.time.slowest;
        EXPECT_EQ(sumOf(cells[2].strips[0]), static_cast<double>(split.computeNs + split.stallNs));
        EXPECT_EQ(sumOf(cells[2].strips[1]),
                  static_cast<double>(split.communicationNs + split.waitingNs));
        for (const Strip& strip : cells[2].strips) {
            EXPECT_LE(sumOf(strip), cells[2].markers[0].value) << "no bar passes the step's mark";
        }
        EXPECT_EQ(cells[0].markers[0].value, static_cast<double>(report.memory.paperBytes));
        EXPECT_EQ(cells[0].markers[1].value, static_cast<double>(report.memory.modelStateBytes));
        EXPECT_EQ(cells[2].markers[0].value, static_cast<double>(report.time.stepNs.median));
    }
}

TEST(Chart, RunsOfOtherAccumulationStandInAGroupOfTheirOwn) {
    auto recordings = sampleAct("same-bytes");
    for (const LoadedPtr& recording : sampleAct("price")) recordings.push_back(recording);
    const Chart chart = chartOf(Comparison(recordings));
    ASSERT_EQ(chart.groups.size(), 2U);
    EXPECT_EQ(chart.groups[1].rows.size(), 2U);
}

TEST(Chart, ARunOutOfMemoryHasItsReasonInsteadOfBars) {
    const Chart chart = chartOf(Comparison(sampleAct("limit")));
    EXPECT_FALSE(chart.groups[0].rows[0].cells);
    EXPECT_TRUE(chart.groups[0].rows[0].problem.startsWith(QStringLiteral("OOM")));
    EXPECT_TRUE(chart.groups[0].rows[1].cells);
}

TEST(Chart, AFullGradientIsPaintedInItsColour) {
    const Chart chart = chartOf(Comparison(sampleAct("same-bytes")));
    for (const Theme& theme : {lightTheme(), darkTheme()}) {
        const ChartScene scene = layoutChart(chart, 1200.0, measureOf(QFont()));
        QImage image(QSize(1200, static_cast<int>(scene.height) + 1), QImage::Format_RGB32);
        image.fill(theme.background);
        QPainter painter(&image);
        paintChart(painter, scene, theme, QFont());
        painter.end();
        const Fill full = fillOf(core::Category::Gradients);
        int seen = 0;
        for (const SceneBox& box : scene.boxes) {
            if (box.fill != full || box.tip.isEmpty() || box.rect.width() < 20.0) continue;
            const QPoint place = (box.rect.topLeft() + QPointF(5.0, 9.0)).toPoint();
            EXPECT_EQ(image.pixelColor(place), colourOf(full, theme));
            ++seen;
        }
        EXPECT_GE(seen, 1);
    }
}

TEST(Chart, PartsOfOneBarDifferByMoreThanColour) {
    for (const auto& [a, b] :
         {std::pair{Fill::ReduceScatter, Fill::AllGather}, std::pair{Fill::Hidden, Fill::Exposed},
          std::pair{Fill::Exposed, Fill::Waiting}, std::pair{Fill::Computing, Fill::Standing}}) {
        EXPECT_NE(patternOf(a), patternOf(b));
    }
}

}  // namespace
}  // namespace shardscope::gui::summary
