// Recordings that have little in common, side by side in the real window.

#include "gui/layout/viewport.h"
#include "gui/shell/main_window.h"
#include "gui/summary/summary_view.h"
#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/compare_view.h"
#include "tests/doubles/recorded_run.h"
#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

class OddRecordingsTest : public ShellTest {
  protected:
    QString written(const traces::Trace& trace, const QString& name) const {
        EXPECT_TRUE(traces::writeTrace(trace, path(name).toStdString()));
        return path(name);
    }
    /// One rank, one step, no pool calls, no collectives, no buckets.
    QString computeOnly(const QString& name) const {
        doubles::RecordedRun run;
        run.onRank(0).inStep(0).inPhase("forward").compute(0, 5'000);
        run.window(0, 10'000);
        return written(run.done(), name);
    }
    void show(const QStringList& files) {
        window_.showPage(PageId::Compare);
        window_.start({.files = files, .language = Language::English});
        window_.show();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window_));
        ASSERT_TRUE(waitFor([this] { return !window_.session().isLoading(); }));
        QApplication::processEvents();
    }
    CompareCanvas& canvas() { return window_.compareView().canvas(); }

    MainWindow window_;
};

TEST_F(OddRecordingsTest, EachIsShownWithWhatItHas) {
    const QString fewRanks = written(doubles::recordingOf({.ranks = 2, .steps = 9}), "few.json");
    const QString manyRanks =
        written(doubles::recordingOf({.ranks = 7, .steps = 1, .buckets = 2}), "many.json.gz");
    show({sampleFile("same-bytes", "zero-1"), fewRanks, manyRanks, computeOnly("bare.json"),
          anotherPrograms("other.json")});
    ASSERT_EQ(window_.session().recordings().size(), 5U);
    EXPECT_EQ(window_.summaryView().table().rowCount(), 5);
    const std::vector<Frame> frames = canvas().frames();
    ASSERT_EQ(frames.size(), 5U);
    EXPECT_EQ(canvas().scene().panels.size(), 5U);
    EXPECT_EQ(frames[1].recording->timeline->worldSize, 2);
    EXPECT_EQ(frames[2].recording->timeline->worldSize, 7);
    EXPECT_TRUE(frames[3].rows()->buckets.empty());
    EXPECT_TRUE(frames[3].rows()->memory.calls().empty());
    picture(window_, QStringLiteral("odd.png"));
}

TEST_F(OddRecordingsTest, EveryKeyAndRankWorksOnAllOfThem) {
    show({computeOnly("bare.json"), anotherPrograms("other.json"),
          written(doubles::recordingOf({.ranks = 3}), "three.json")});
    window_.compareView().setFocus();
    for (const int rank : {0, 2, 6}) {
        window_.compareView().setRank(rank);
        for (const auto key : {Qt::Key_Period, Qt::Key_Down, Qt::Key_Comma, Qt::Key_P, Qt::Key_W,
                               Qt::Key_End, Qt::Key_BracketRight, Qt::Key_F, Qt::Key_Backspace,
                               Qt::Key_Right, Qt::Key_T, Qt::Key_T, Qt::Key_B}) {
            QTest::keyClick(&canvas(), key);
        }
        for (int y = 20; y < canvas().viewport()->height(); y += 40) {
            QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, {400, y});
        }
        EXPECT_FALSE(canvas().grab().isNull());
        EXPECT_EQ(canvas().frames().size(), 3U);
    }
    for (const auto page : {PageId::Summary, PageId::Plan, PageId::Run, PageId::Compare}) {
        window_.showPage(page);
        QApplication::processEvents();
        EXPECT_EQ(window_.page(), page);
    }
}

}  // namespace
}  // namespace shardscope::gui
