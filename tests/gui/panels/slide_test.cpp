// A plan along one setting: model, words, charts.

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <set>

#include "gui/layout/slide_chart.h"
#include "gui/model/plan_words.h"
#include "gui/model/slide_words.h"
#include "gui/paint/paint_slide.h"
#include "gui/paint/series_colours.h"
#include "tests/gui/panels/planned.h"

namespace shardscope::gui {
namespace {

constexpr QSizeF kSize{860, 330};
const TextMeasure kMeasure = roughMeasure(14);

const Plan& accumulation() {
    static const Plan plan = planned("--stage 0,1,2 --gpu h100-sxm --slide grad-accum");
    return plan;
}

const Plan& buckets() {
    static const Plan plan =
        planned("--layers 3 --hidden 96 --heads 4 --stage 1,2 --gpu h100-sxm --slide bucket");
    return plan;
}

SlideScene sceneOf(const Plan& plan, qsizetype stop = 0, std::optional<size_t> selected = {}) {
    return layoutSlide(plan, kSize, kMeasure, stop, selected);
}

/// Heights of a strategy's line in a chart.
std::set<double> heightsOf(const SlidePanel& panel, int strategy) {
    std::set<double> heights;
    for (const SlidePoint& point : panel.points) {
        if (point.strategy == strategy) heights.insert(point.at.y());
    }
    return heights;
}

TEST(Slide, IsReadWithItsValuesAndCrossing) {
    const Plan& plan = accumulation();
    ASSERT_TRUE(plan.slide);
    EXPECT_EQ(plan.slide->setting, SlideSetting::GradAccum);
    EXPECT_EQ(plan.slide->values, QStringList({"1", "2", "4", "8", "16", "32"}));
    ASSERT_TRUE(plan.slide->outweighedFrom);
    const SlidePair& from = *plan.slide->outweighedFrom;
    EXPECT_EQ(plan.rows[from.stage1Row].strategy, QStringLiteral("zero-1"));
    EXPECT_EQ(plan.rows[from.stage2Row].strategy, QStringLiteral("zero-2"));
    EXPECT_GE(from.extraBytes, from.savedBytes);
    EXPECT_FALSE(planned(QString()).slide);
}

TEST(Slide, RowsAreFoundByValueAndStrategy) {
    const Plan& plan = accumulation();
    for (qsizetype stop = 0; stop < 6; ++stop) {
        for (qsizetype strategy = 0; strategy < 3; ++strategy) {
            const auto row = slideRow(plan, stop, strategy);
            ASSERT_TRUE(row);
            EXPECT_EQ(plan.rows[*row].gradAccum, plan.slide->values[stop].toLongLong());
            EXPECT_EQ(plan.rows[*row].strategy, plan.strategies[strategy]);
        }
    }
    EXPECT_FALSE(slideRow(plan, 6, 0));
    EXPECT_FALSE(slideRow(plan, -1, 0));
}

TEST(Slide, StageOneIsFlatAndStageTwoRises) {
    const SlideScene scene = sceneOf(accumulation());
    ASSERT_EQ(scene.panels.size(), 4u);
    const SlidePanel& sent = scene.panels[1];
    EXPECT_EQ(heightsOf(sent, 1).size(), 1u);
    EXPECT_EQ(heightsOf(sent, 2).size(), 6u);
    double last = kSize.height();
    for (const SlidePoint& point : sent.points) {
        if (point.strategy != 2) continue;
        EXPECT_LT(point.at.y(), last);
        last = point.at.y();
    }
}

TEST(Slide, TheCrossingIsMarkedAndSaid) {
    const Plan& plan = accumulation();
    const SlideScene scene = sceneOf(plan);
    const size_t row = plan.slide->outweighedFrom->stage1Row;
    const SlidePanel& sent = scene.panels[1];
    ASSERT_TRUE(sent.mark);
    const auto point = std::ranges::find(sent.points, row, &SlidePoint::row);
    EXPECT_DOUBLE_EQ(sent.mark->ground.left(), point->at.x());
    EXPECT_FALSE(scene.panels[0].mark);
    const QString verdict = slideVerdict(plan);
    EXPECT_TRUE(verdict.contains(QStringLiteral("sends more than stage 1"))) << qPrintable(verdict);
    EXPECT_TRUE(verdict.contains(QStringLiteral("outweighs the memory that stage 2 saves")))
        << qPrintable(verdict);
}

TEST(Slide, OneStageAloneCrossesNothing) {
    const Plan plan = planned("--layers 3 --hidden 96 --heads 4 --stage 2 --slide grad-accum");
    EXPECT_FALSE(sceneOf(plan).panels[1].mark);
    EXPECT_TRUE(slideVerdict(plan).contains(QStringLiteral("when both are among")));
    EXPECT_EQ(sceneOf(plan).panels.size(), 3u) << "without hardware there are no times";
}

TEST(Slide, BucketsThatHoldAllGradientsAreMarkedUpToTheLastSize) {
    const Plan& plan = buckets();
    EXPECT_EQ(plan.slide->noOverlapFrom, QStringLiteral("1,000,000"));
    const SlideScene scene = sceneOf(plan);
    const SlidePanel& tail = scene.panels[2];
    ASSERT_TRUE(tail.mark);
    const double layer = tail.curves.x.at(5);
    EXPECT_LT(tail.mark->ground.right(), layer) << "one a layer is no size";
    EXPECT_TRUE(slideVerdict(plan).contains(QStringLiteral("no overlap is possible")));
    // Its points stand apart from the line of sizes.
    EXPECT_EQ(tail.curves.lines[0].size(), 2u);
    EXPECT_EQ(tail.curves.lines[0].back().size(), 1);
}

TEST(Slide, PlansWithoutAnyOverlapSayNothingOfTheOthers) {
    const Plan plan = planned("--stage 1,2 --slide bucket --bucket 1000000,2000000 --gpu h100-sxm");
    EXPECT_TRUE(plan.slide->noOverlapFrom.isEmpty());
    EXPECT_FALSE(sceneOf(plan).panels[2].mark);
    EXPECT_TRUE(slideVerdict(plan).contains(QStringLiteral("No bucket here holds all")));
}

TEST(Slide, OneRankSendsNothing) {
    for (const char* setting : {"grad-accum", "bucket"}) {
        const Plan plan = planned(QStringLiteral("--ranks 1 --slide ") + setting);
        EXPECT_TRUE(slideVerdict(plan).startsWith(QStringLiteral("One rank sends nothing")));
        for (const SlidePanel& panel : sceneOf(plan).panels) {
            EXPECT_FALSE(panel.mark);
            for (const Tick& tick : panel.curves.yTicks) EXPECT_FALSE(tick.text.isEmpty());
        }
    }
}

TEST(Slide, ChartsStayInsideAndApartAndTheirTicksToo) {
    for (const QSizeF size : {QSizeF(420, 220), kSize, QSizeF(1500, 700)}) {
        for (const Plan* plan : {&accumulation(), &buckets()}) {
            const SlideScene scene = layoutSlide(*plan, size, kMeasure, 1, 0);
            for (const SlidePanel& panel : scene.panels) {
                const QRectF rect(panel.corner, panel.curves.size);
                EXPECT_TRUE(QRectF(QPointF(), size).adjusted(-1, -1, 1, 1).contains(rect));
                double free = -100;
                for (const Tick& tick : panel.curves.xTicks) {
                    const double half = kMeasure.width(tick.text) / 2;
                    EXPECT_GE(tick.position - half, free);
                    free = tick.position + half;
                }
                if (!panel.mark) continue;
                EXPECT_LE(panel.mark->rect.right(), panel.curves.plot.right() + 1);
                EXPECT_GE(panel.mark->rect.left(), panel.curves.plot.left() - 1);
            }
        }
    }
}

TEST(Slide, PointsAreHitByValueFirst) {
    const SlideScene scene = sceneOf(accumulation());
    for (const SlidePanel& panel : scene.panels) {
        for (const SlidePoint& point : panel.points) {
            const auto hit = hitTest(scene, panel.corner + point.at + QPointF(2, 0));
            ASSERT_TRUE(hit);
            EXPECT_EQ(stopOf(accumulation(), *hit), stopOf(accumulation(), point.row));
        }
    }
    EXPECT_FALSE(hitTest(scene, {kSize.width() - 1, 1}));
}

TEST(Slide, TheMarkerGoesToItsValueInEveryChart) {
    const size_t row = *slideRow(accumulation(), 3, 2);
    for (const SlidePanel& panel : sceneOf(accumulation(), 3, row).panels) {
        const auto selected = std::ranges::find(panel.points, true, &SlidePoint::selected);
        ASSERT_NE(selected, panel.points.end());
        EXPECT_EQ(selected->row, row);
        EXPECT_DOUBLE_EQ(selected->at.x(), panel.markerX);
        EXPECT_EQ(std::ranges::count(panel.points, true, &SlidePoint::marked), 3);
    }
}

TEST(Slide, ValuesAreNamed) {
    EXPECT_EQ(stopText(accumulation(), 2), QStringLiteral("G = 4"));
    EXPECT_EQ(stopText(buckets(), 0), QStringLiteral("1,000,000 elements a bucket"));
    EXPECT_EQ(stopText(buckets(), 5), QStringLiteral("a bucket a layer"));
    EXPECT_EQ(stopShort(QStringLiteral("25,000,000")), QStringLiteral("25M"));
    EXPECT_EQ(stopShort(QStringLiteral("20,000")), QStringLiteral("20k"));
    EXPECT_EQ(stopShort(QStringLiteral("25MiB")), QStringLiteral("25MiB"));
    EXPECT_EQ(stopShort(QStringLiteral("16")), QStringLiteral("16"));
}

TEST(Slide, TableNumbersAreTheCommands) {
    const Plan& plan = buckets();
    const size_t row = *slideRow(plan, 0, 1);
    const auto metrics = tableMetrics(plan);
    ASSERT_EQ(metrics.size(), 7u);
    EXPECT_EQ(metrics[3].text(plan, row), QString::number(plan.rows[row].calls));
    EXPECT_EQ(metrics[5].text(plan, row), stepText(plan.slide->rows[row].tailNs));
}

TEST(Slide, LinesHaveTheirStrategysColourAndDash) {
    QImage image(kSize.toSize(), QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const size_t row = *slideRow(accumulation(), 3, 2);
    const SlideScene scene = sceneOf(accumulation(), 3, row);
    paintSlide(painter, scene, lightTheme());
    painter.end();
    const SlidePanel& sent = scene.panels[1];
    const auto point = std::ranges::find(sent.points, row, &SlidePoint::row);
    EXPECT_EQ(image.pixelColor((sent.corner + point->at).toPoint()), seriesColour(2, lightTheme()));
    EXPECT_NE(seriesPen(1, lightTheme()).style(), seriesPen(2, lightTheme()).style());
}

TEST(Slide, RowsThatPointOutsideAreRefused) {
    const QByteArray json =
        R"({"schema":"shardscope.plan/1","rows":[],"slide":{"setting":"grad-accum",)"
        R"("values":["1"],"outweighedFrom":{"stage1Row":0,"stage2Row":1}}})";
    EXPECT_FALSE(parsePlan(json));
}

}  // namespace
}  // namespace shardscope::gui
