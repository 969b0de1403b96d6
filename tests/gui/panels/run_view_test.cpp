#include "gui/widgets/run_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "gui/widgets/command_text.h"
#include "gui/widgets/run_form_widget.h"
#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

class RunViewTest : public ::testing::Test {
  protected:
    RunView& open(const CommandPlace& place) {
        view_ = std::make_unique<RunView>(place);
        view_->resize(1280, 760);
        view_->show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(view_.get()));  // keys go to it
        opened_ = std::make_unique<QSignalSpy>(view_.get(), &RunView::openRecordings);
        return *view_;
    }
    /// The real command, its options known.
    RunView& openReal() {
        RunView& view = open(scratch_.real());
        EXPECT_TRUE(waitUntil([&] { return view.findChild<QCheckBox*>("zero-3") != nullptr; }));
        return view;
    }
    void type(const char* option, const QString& text) {
        auto* combo = view_->findChild<QComboBox*>(option);
        QLineEdit* line = combo ? combo->lineEdit() : view_->findChild<QLineEdit*>(option);
        ASSERT_NE(line, nullptr) << option;
        line->clear();
        QTest::keyClicks(line, text);
    }
    void typeTinyModel() {
        for (const auto& [option, text] : {std::pair{"--layers", "1"},
                                           {"--hidden", "32"},
                                           {"--heads", "1"},
                                           {"--seq", "8"},
                                           {"--ranks", "2"},
                                           {"--out", "out"}}) {
            type(option, text);
        }
    }
    void uncheck(const char* strategy) {
        QTest::keyClick(view_->findChild<QCheckBox*>(strategy), Qt::Key_Space);
    }
    QString line() const { return view_->findChild<CommandText*>()->text(); }
    QString printed() const { return view_->findChild<QPlainTextEdit*>()->toPlainText(); }
    bool says(const QString& text) const {
        for (const QLabel* label : view_->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(text)) return true;
        }
        return false;
    }
    bool waitForEnd() {
        return waitUntil([&] { return !view_->isRunning(); });
    }

    Scratch scratch_;
    std::unique_ptr<RunView> view_;
    std::unique_ptr<QSignalSpy> opened_;
};

TEST_F(RunViewTest, TheCommandLineIsWhatTheFormSays) {
    openReal();
    EXPECT_TRUE(line().endsWith("run --progress json")) << line().toStdString();
    type("--ranks", "8");
    type("--model", "llama");
    uncheck("zero-0");
    uncheck("zero-3");
    EXPECT_TRUE(line().endsWith("run --model llama --ranks 8 --stage 1,2 --progress json"))
        << line().toStdString();
}

TEST_F(RunViewTest, FieldsShowTheCommandsDefaults) {
    openReal();
    EXPECT_EQ(view_->findChild<QLineEdit*>("--layers")->placeholderText(), QStringLiteral("6"));
    EXPECT_EQ(view_->findChild<QLineEdit*>("--steps")->placeholderText(), QStringLiteral("20"));
    EXPECT_TRUE(view_->findChild<QLineEdit*>("--ranks")->toolTip().contains("--ranks"));
    EXPECT_FALSE(view_->findChild<QCheckBox*>("ddp")->isChecked());
    EXPECT_GT(view_->findChild<QComboBox*>("--model")->count(), 20);
}

TEST_F(RunViewTest, AWorkloadFileFillsTheForm) {
    scratch_.write("w.json", "{\"model\": {\"layers\": 2}, \"ranks\": 2, \"stage\": [2]}");
    openReal();
    view_->openWorkload("w.json");
    EXPECT_EQ(view_->findChild<QLineEdit*>("--layers")->placeholderText(), QStringLiteral("2"));
    EXPECT_TRUE(view_->findChild<QCheckBox*>("zero-2")->isChecked());
    EXPECT_FALSE(view_->findChild<QCheckBox*>("zero-1")->isChecked());
    EXPECT_TRUE(line().endsWith("run w.json --stage 2 --progress json")) << line().toStdString();
}

TEST_F(RunViewTest, TheFormIsSavedAsAWorkloadAndOpenedAgain) {
    openReal();
    typeTinyModel();
    type("more", "--lr 0.5");
    uncheck("zero-0");
    auto* form = view_->findChild<RunFormWidget*>();
    const auto leftOut = form->saveWorkload(scratch_.path("w.json"));
    ASSERT_TRUE(leftOut) << core::toString(leftOut.error());
    EXPECT_EQ(*leftOut, QStringList({"--out", "out"}));
    EXPECT_TRUE(line().endsWith("run w.json --out out --stage 1,2,3 --progress json"))
        << line().toStdString();
    EXPECT_EQ(view_->findChild<QLineEdit*>("--hidden")->placeholderText(), QStringLiteral("32"));
    type("--hidden", "64");
    ASSERT_TRUE(form->saveWorkload("w.json")) << "over itself";
    EXPECT_EQ(view_->findChild<QLineEdit*>("--hidden")->placeholderText(), QStringLiteral("64"));
    openReal();
    view_->openWorkload("w.json");
    EXPECT_EQ(view_->findChild<QLineEdit*>("--seq")->placeholderText(), QStringLiteral("8"));
    EXPECT_FALSE(view_->findChild<QCheckBox*>("zero-0")->isChecked());
    EXPECT_TRUE(view_->findChild<QCheckBox*>("zero-3")->isChecked());
    type("--steps", "2");
    view_->startRun();
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(says("Done")) << printed().toStdString();
}

TEST_F(RunViewTest, AFormThatCannotBeSavedSaysWhy) {
    openReal();
    const auto form = view_->findChild<RunFormWidget*>();
    EXPECT_EQ(form->saveWorkload("no/such/folder.json").error().code, core::ErrorCode::Io);
    type("more", "--no-such 1");
    EXPECT_EQ(form->saveWorkload("w.json").error().where, "--no-such");
    EXPECT_FALSE(QFile::exists(scratch_.path("w.json")));
}

TEST_F(RunViewTest, ARunOpensItsRecordings) {
    openReal();
    typeTinyModel();
    type("--steps", "40");
    picture(*view_, "run-form");
    QTest::keyClick(view_.get(), Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(view_->isRunning());
    ASSERT_TRUE(waitForEnd());
    ASSERT_EQ(opened_->size(), 1);
    EXPECT_EQ(opened_->front().front().toStringList().front(),
              scratch_.path("out/zero-0.trace.json.gz"));
    EXPECT_EQ(opened_->front().front().toStringList().size(), 4);
    EXPECT_TRUE(says("Done"));
    EXPECT_TRUE(says("tokens/s"));
    EXPECT_TRUE(printed().contains("LIVE MEMORY AT ITS PEAK"));  // the table, as printed
    picture(*view_, "run-done");
}

TEST_F(RunViewTest, ErrorsAreInTheCommandsWords) {
    openReal();
    type("--layers", "0");
    view_->startRun();
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(printed().contains("shardscope: --layers: found 0; allowed: a whole number"));
    EXPECT_TRUE(says("exit status 2"));
    EXPECT_EQ(opened_->size(), 0);
    picture(*view_, "run-wrong");
}

TEST_F(RunViewTest, OutOfMemoryIsShownAndItsRecordingsOpen) {
    openReal();
    typeTinyModel();
    type("--memory-limit", "2MiB");
    type("--hidden", "128");
    view_->startRun();
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(says("exit status 1"));
    EXPECT_TRUE(printed().contains("out of memory"));
    EXPECT_EQ(opened_->size(), 1);
    picture(*view_, "run-oom");
}

TEST_F(RunViewTest, CancelLeavesRecordings) {
    openReal();
    typeTinyModel();
    type("--steps", "1000000");
    view_->startRun();
    ASSERT_TRUE(waitUntil([&] { return says("tokens/s"); }));
    QTest::qWait(300);
    picture(*view_, "run-going");
    auto* cancel = view_->findChildren<QPushButton*>()[1];
    ASSERT_TRUE(cancel->isEnabled());
    QTest::mouseClick(cancel, Qt::LeftButton);
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(says("cancelled"));
    ASSERT_EQ(opened_->size(), 1);
    EXPECT_EQ(opened_->front().front().toStringList().size(), 4);
}

TEST_F(RunViewTest, ACommandThatDiesIsSaid) {
    open(scratch_.fake("echo boom >&2; kill -ABRT $$"));
    view_->startRun();
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(says("SIGABRT"));
    EXPECT_TRUE(printed().contains("boom"));
}

TEST_F(RunViewTest, WithoutTheCommandItSaysWhatToDo) {
    open({QString(), scratch_.path()});
    ASSERT_TRUE(waitUntil([&] { return says("PATH"); }));
    EXPECT_FALSE(view_->findChildren<QPushButton*>()[0]->isEnabled());
    picture(*view_, "run-missing");
}

TEST_F(RunViewTest, IsDark) {
    openReal();
    QPalette dark(QColor(0x20, 0x24, 0x29), QColor(0x17, 0x1a, 0x1e));
    view_->setPalette(dark);
    typeTinyModel();
    type("--steps", "30");
    view_->startRun();
    ASSERT_TRUE(waitForEnd());
    picture(*view_, "run-dark");
}

}  // namespace
}  // namespace shardscope::gui
