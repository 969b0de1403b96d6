#include "gui/widgets/plan_view.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

#include "gui/layout/heat_map.h"
#include "gui/paint/text_font.h"
#include "gui/widgets/command_form.h"
#include "gui/widgets/command_text.h"
#include "gui/widgets/plan_chart.h"
#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

class PlanViewTest : public ::testing::Test {
  protected:
    PlanView& open(const CommandPlace& place) {
        view_ = std::make_unique<PlanView>(place);
        view_->resize(1280, 760);
        opened_ = std::make_unique<QSignalSpy>(view_.get(), &PlanView::openRecordings);
        view_->show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(view_.get()));  // keys go to it
        return *view_;
    }
    /// With the answer to the form's example.
    PlanView& openReal() {
        open(scratch_.real());
        EXPECT_TRUE(waitUntil([&] { return view_->plan() != nullptr && !view_->isRunning(); }));
        return *view_;
    }
    void ask(std::initializer_list<std::pair<const char*, const char*>> fields) {
        auto* form = view_->findChild<CommandForm*>();
        for (const auto& [option, text] : fields) form->setText(option, text);
        QTest::keyClick(view_.get(), Qt::Key_Return, Qt::ControlModifier);
        EXPECT_TRUE(view_->isRunning());
        EXPECT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    }
    bool says(const QString& text) const {
        for (const QLabel* label : view_->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(text)) return true;
        }
        return false;
    }
    QString printed() const {
        const auto* errors = view_->findChild<QPlainTextEdit*>();
        return errors->isVisible() ? errors->toPlainText() : QString();
    }
    HeatMapWidget* map() const { return view_->findChild<HeatMapWidget*>(); }

    Scratch scratch_;
    std::unique_ptr<PlanView> view_;
    std::unique_ptr<QSignalSpy> opened_;
};

TEST_F(PlanViewTest, TheExampleIsAnsweredWhenSeen) {
    openReal();
    EXPECT_TRUE(says("Recommended: zero-"));
    EXPECT_EQ(view_->selected(), view_->plan()->recommended);
    EXPECT_TRUE(printed().isEmpty());
    EXPECT_TRUE(view_->findChild<CommandText*>()->text().contains("plan --model llama-3.1-8b"));
    picture(*view_, "plan");
}

TEST_F(PlanViewTest, AClickSelectsACellAndASecondSimulatesIt) {
    openReal();
    ask({{"--model", "gpt"}, {"--ranks", "2,4"}, {"--global-batch", "8"}});
    const HeatMapScene scene =
        layoutHeatMap(*view_->plan(), map()->size(), measureOf(map()->font()), view_->selected());
    const HeatCell& cell = scene.cells.back();
    ASSERT_FALSE(cell.selected);
    QTest::mouseClick(map(), Qt::LeftButton, {}, cell.rect.center().toPoint());
    EXPECT_EQ(view_->selected(), cell.row);
    EXPECT_FALSE(view_->isRunning());
    QTest::mouseClick(map(), Qt::LeftButton, {}, cell.rect.center().toPoint());
    EXPECT_TRUE(view_->isRunning());
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    ASSERT_EQ(opened_->size(), 1) << printed().toStdString();
    const QString path = opened_->front().front().toStringList().front();
    EXPECT_TRUE(path.startsWith(scratch_.path("shardscope-out/gpt_zero-3_n4_")));
}

TEST_F(PlanViewTest, TheKeyboardSelectsAndSimulates) {
    openReal();
    ask({{"--model", "gpt"}, {"--ranks", "2,4"}, {"--global-batch", "8"}});
    map()->setFocus();
    QTest::keyClick(map(), Qt::Key_Home);
    EXPECT_EQ(view_->selected(), view_->plan()->firstRow());
    for (const auto key : {Qt::Key_Up, Qt::Key_Up, Qt::Key_Up, Qt::Key_Left}) {
        QTest::keyClick(map(), key);
    }
    const size_t row = *view_->selected();
    EXPECT_EQ(view_->plan()->rows[row].strategy, QStringLiteral("zero-0"));
    EXPECT_EQ(view_->plan()->rows[row].ranks, 2);
    EXPECT_TRUE(map()->accessibleDescription().startsWith("zero-0 on 2 ranks"));
    QTest::keyClick(map(), Qt::Key_Return);
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    ASSERT_EQ(opened_->size(), 1) << printed().toStdString();
    // The charts share their selection.
    auto* front = view_->findChild<ParetoWidget*>();
    QTest::keyClick(front, Qt::Key_Right);
    EXPECT_EQ(front->selected(), map()->selected());
}

TEST_F(PlanViewTest, NothingThatFitsIsAnAnswer) {
    openReal();
    ask({{"--model", "llama-3.1-70b"}, {"--ranks", "8,16"}, {"--global-batch", ""}});
    EXPECT_TRUE(says("Nothing fits"));
    EXPECT_TRUE(says("What would have to change"));
    EXPECT_TRUE(says("--checkpointing full"));
    EXPECT_TRUE(printed().isEmpty());
    picture(*view_, "plan-nothing");
}

TEST_F(PlanViewTest, WrongInputIsInTheCommandsWords) {
    openReal();
    ask({{"--gpu", "h100"}});
    EXPECT_TRUE(printed().startsWith("shardscope: --gpu")) << printed().toStdString();
    EXPECT_TRUE(says("exit status 2 · what is shown below answers the question before"));
    EXPECT_NE(view_->plan(), nullptr);  // the last answer stays
    scratch_.write("broken.json", "{");
    ask({{"--gpu", "h100-sxm"}, {"--model", "broken.json"}});
    EXPECT_TRUE(printed().contains("broken.json"));
    picture(*view_, "plan-wrong");
    ask({{"--model", "gpt"}});
    EXPECT_TRUE(printed().isEmpty());
}

TEST_F(PlanViewTest, AfterAQuestionThatFailsTheOldPlanIsSimulatedAsItWasAsked) {
    openReal();
    ask({{"--model", "gpt"}, {"--ranks", "2"}, {"--global-batch", "8"}});
    ask({{"--model", "no-such-model"}});
    view_->simulate(*view_->selected());
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    ASSERT_EQ(opened_->size(), 1) << printed().toStdString();
    EXPECT_TRUE(opened_->front().front().toStringList().front().contains("/gpt_zero-"));
}

TEST_F(PlanViewTest, ManyStrategiesAndSizes) {
    openReal();
    ask({{"--ranks", "8,16,32,64,128,256"},
         {"--global-batch", "512"},
         {"--micro-batch", "1,2,4"},
         {"--checkpointing", "none,full"}});
    picture(*view_, "plan-many");
    view_->findChild<QTabWidget*>()->setCurrentIndex(1);
    picture(*view_, "plan-table");
    EXPECT_EQ(view_->plan()->rows.size(), 4u * 6 * 3 * 2);
}

TEST_F(PlanViewTest, WithoutHardware) {
    openReal();
    ask({{"--gpu", ""}, {"--model", "gpt"}, {"--ranks", "1,2,4"}, {"--global-batch", "8"}});
    picture(*view_, "plan-no-gpu");
    EXPECT_FALSE(view_->plan()->memoryBytes);
}

TEST_F(PlanViewTest, ASimulationThatFailsIsSaid) {
    openReal();
    scratch_.write("shardscope-out", "a file where a folder should be");
    view_->simulate(0);
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    EXPECT_TRUE(says("Simulation: exit status 2"));
    EXPECT_TRUE(printed().contains("shardscope-out")) << printed().toStdString();
    EXPECT_EQ(opened_->size(), 0);
}

TEST_F(PlanViewTest, APlannerThatHangsCanBeCancelled) {
    open(
        scratch_.fake("echo '{\"schema\":\"shardscope.options/1\",\"options\":[]}'; "
                      "[[ $* == *--help* ]] || exec sleep 60"));
    QTest::qWait(100);
    view_->startPlan();
    EXPECT_TRUE(view_->isRunning());
    view_->cancel();
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    EXPECT_TRUE(says("cancelled"));
}

TEST_F(PlanViewTest, HalfAnAnswerIsNone) {
    open(scratch_.fake("echo '{\"schema\":\"shardscope.plan/1\",'"));
    view_->startPlan();
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    EXPECT_TRUE(says("is no plan"));
    EXPECT_EQ(view_->plan(), nullptr);
}

TEST_F(PlanViewTest, WithoutTheCommandItSaysWhatToDo) {
    open({QString(), scratch_.path()});
    ASSERT_TRUE(waitUntil([&] { return printed().contains("PATH"); }));
}

TEST_F(PlanViewTest, IsDark) {
    open(scratch_.real());
    view_->setPalette(QPalette(QColor(0x20, 0x24, 0x29), QColor(0x17, 0x1a, 0x1e)));
    ASSERT_TRUE(waitUntil([&] { return view_->plan() != nullptr; }));
    picture(*view_, "plan-dark");
}

}  // namespace
}  // namespace shardscope::gui
