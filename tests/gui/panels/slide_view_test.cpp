// The plan view's sliders, through the real command.

#include "gui/widgets/slide_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "gui/model/slide_words.h"
#include "gui/paint/text_font.h"
#include "gui/widgets/command_form.h"
#include "gui/widgets/command_text.h"
#include "gui/widgets/plan_view.h"
#include "gui/widgets/slide_charts.h"
#include "gui/widgets/slide_table.h"
#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

class SlideViewTest : public ::testing::Test {
  protected:
    void SetUp() override {
        view_ = std::make_unique<PlanView>(scratch_.real());
        view_->resize(1280, 720);
        opened_ = std::make_unique<QSignalSpy>(view_.get(), &PlanView::openRecordings);
        view_->show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(view_.get()));
        waitForAnswer();
        ask({{"--model", "gpt"}, {"--ranks", "2,4"}, {"--global-batch", "8"}});
    }
    void waitForAnswer() {
        ASSERT_TRUE(waitUntil([&] { return view_->plan() && !view_->isRunning(); }));
    }
    void ask(std::initializer_list<std::pair<const char*, const char*>> fields) {
        auto* form = view_->findChild<CommandForm*>();
        for (const auto& [option, text] : fields) form->setText(option, text);
        view_->startPlan();
        waitForAnswer();
    }
    QTabWidget* questions() const {
        for (auto* tabs : view_->findChildren<QTabWidget*>()) {
            if (tabs->count() == 3) return tabs;
        }
        return nullptr;
    }
    SlideView& show(int tab) {
        questions()->setCurrentIndex(tab);
        waitForAnswer();
        return *qobject_cast<SlideView*>(questions()->currentWidget());
    }
    bool says(const QString& text) const {
        for (const QLabel* label : view_->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(text)) return true;
        }
        return false;
    }
    QString command() const { return view_->findChild<CommandText*>()->text(); }

    Scratch scratch_;
    std::unique_ptr<PlanView> view_;
    std::unique_ptr<QSignalSpy> opened_;
};

TEST_F(SlideViewTest, AsksForTheSelectedConfigurationAlongG) {
    show(1);
    EXPECT_TRUE(command().contains("--slide grad-accum")) << qPrintable(command());
    EXPECT_FALSE(command().contains("--global-batch"));
    const PlanRow& row = view_->plan()->rows[*view_->selected()];
    EXPECT_TRUE(command().contains(QStringLiteral("--ranks %1 ").arg(row.ranks)));
    EXPECT_TRUE(says("sends more than stage 1"));
    EXPECT_TRUE(says("G = "));
    picture(*view_, "slide-g");
}

TEST_F(SlideViewTest, TheSliderMovesTheMarkerAndShowsEveryStrategysNumbers) {
    SlideView& slide = show(1);
    auto* slider = slide.findChild<QSlider*>();
    auto* table = slide.findChild<QTableView*>();
    EXPECT_FALSE(slider->accessibleName().isEmpty());
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home);
    const QString before = table->model()->index(2, 2).data().toString();
    QTest::keyClick(slider, Qt::Key_Right);
    QTest::keyClick(slider, Qt::Key_Right);
    EXPECT_TRUE(says("G = 4"));
    EXPECT_EQ(slider->accessibleDescription(), QStringLiteral("G = 4"));
    EXPECT_NE(table->model()->index(2, 2).data().toString(), before) << "stage 2 sends more";
    EXPECT_EQ(table->model()->rowCount(), 4);
    auto* charts = slide.findChild<SlideCharts*>();
    EXPECT_EQ(charts->selected(), slide.selected());
    EXPECT_FALSE(charts->accessibleDescription().isEmpty());
    QAbstractItemModelTester(table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
}

TEST_F(SlideViewTest, TheKeyboardChoosesStrategyAndValueAndSimulates) {
    SlideView& slide = show(1);
    auto* charts = slide.findChild<SlideCharts*>();
    charts->setFocus();
    for (int i = 0; i < 4; ++i) QTest::keyClick(charts, Qt::Key_Up);
    QTest::keyClick(charts, Qt::Key_Home);
    QTest::keyClick(charts, Qt::Key_Right);
    for (int i = 0; i < 2; ++i) QTest::keyClick(charts, Qt::Key_Down);
    EXPECT_TRUE(charts->accessibleDescription().startsWith("zero-2 on "))
        << qPrintable(charts->accessibleDescription());
    QTest::keyClick(charts, Qt::Key_Return);
    EXPECT_TRUE(view_->isRunning());
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    ASSERT_EQ(opened_->size(), 1);
    const QString path = opened_->front().front().toStringList().front();
    EXPECT_TRUE(path.contains("gpt_zero-2_n")) << qPrintable(path);
    EXPECT_TRUE(path.contains("_g2_")) << qPrintable(path);
}

TEST_F(SlideViewTest, AClickMovesTheMarkerAndASecondSimulates) {
    SlideView& slide = show(2);
    EXPECT_TRUE(command().contains("--slide bucket"));
    auto* charts = slide.findChild<SlideCharts*>();
    ASSERT_TRUE(charts->selected());
    QTest::mouseClick(charts, Qt::LeftButton, {}, QPoint(90, 60));
    const size_t row = *charts->selected();
    EXPECT_FALSE(view_->isRunning());
    QTest::mouseClick(charts, Qt::LeftButton, {}, QPoint(90, 60));
    EXPECT_EQ(charts->selected(), row);
    EXPECT_TRUE(view_->isRunning());
    ASSERT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    ASSERT_EQ(opened_->size(), 1);
    picture(*view_, "slide-bucket");
}

TEST_F(SlideViewTest, AnotherConfigurationIsAskedForAgain) {
    show(1);
    const QString first = command();
    questions()->setCurrentIndex(0);
    EXPECT_TRUE(says("Recommended"));
    questions()->setCurrentIndex(1);
    EXPECT_FALSE(view_->isRunning()) << "the answer is there";
    ask({{"--ranks", "1"}});
    EXPECT_TRUE(command().contains("--ranks 1 ")) << qPrintable(command());
    EXPECT_NE(command(), first);
}

TEST_F(SlideViewTest, ListsOfTheFormAreTheSlidersValues) {
    ask({{"--global-batch", ""}, {"--grad-accum", "1,3,5"}});
    SlideView& slide = show(1);
    EXPECT_EQ(slide.findChild<QSlider*>()->maximum(), 2);
    EXPECT_TRUE(command().contains("--grad-accum 1,3,5"));
    // And the bucket's slider takes G from the configuration.
    show(2);
    EXPECT_FALSE(command().contains("1,3,5"));
}

TEST_F(SlideViewTest, WhatCannotBeAskedForIsSaid) {
    ask({{"--model", "mixtral-8x7b-v0.1"}});
    show(1);
    EXPECT_FALSE(view_->isRunning());
    EXPECT_TRUE(says("mixtral")) << "the model, and why";
    EXPECT_TRUE(says("is shown here along one setting"));
    picture(*view_, "slide-moe");
}

TEST_F(SlideViewTest, ALanguagesChangeKeepsSlides) {
    show(1);
    PlanView other(scratch_.real());
    other.resize(1280, 720);
    other.takeOver(*view_);
    other.show();
    EXPECT_FALSE(other.isRunning());
    for (const QTabWidget* tabs : other.findChildren<QTabWidget*>()) {
        if (tabs->count() != 3) continue;
        EXPECT_EQ(tabs->currentIndex(), 1);
        EXPECT_TRUE(qobject_cast<SlideView*>(tabs->currentWidget())->selected());
    }
}

}  // namespace
}  // namespace shardscope::gui
