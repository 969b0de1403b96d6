// What if a recorded run had been otherwise: the question, the answer, and the window, through the real
// command.

#include "gui/model/what_if.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "gui/model/what_if_words.h"
#include "gui/widgets/command_form.h"
#include "gui/widgets/command_text.h"
#include "gui/widgets/what_if_form.h"
#include "gui/widgets/what_if_view.h"
#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

Recorded recorded() {
    return {.path = "/data/zero-1.trace.json.gz",
            .name = "zero-1",
            .gradAccum = "1",
            .bucket = "layer",
            .inFlight = "2",
            .overlap = "on",
            .measured = true,
            .stepNs = 10'000'000,
            .peakBytes = 1 << 20,
            .wireBytes = 1 << 10};
}

TEST(WhatIf, IsASimulationAtTheRecordingsTimes) {
    RunForm form{.given = {{"--grad-accum", "1,4"}, {"--bucket", ""}}, .strategies = {"zero-2"}};
    EXPECT_EQ(whatIfArguments(recorded(), form).join(' '),
              QStringLiteral("simulate --costs-from /data/zero-1.trace.json.gz --grad-accum 1,4 "
                             "--stage 2 --steps 3 --out shardscope-out/what-if_zero-1_grad-accum_"
                             "1-4_stage_2 --json --progress json"));
    form.more = "--steps 9 --out here";
    const QString line = whatIfArguments(recorded(), form).join(' ');
    EXPECT_TRUE(line.contains("--steps 9 --out here --json")) << qPrintable(line);
}

TEST(WhatIf, EachQuestionHasAFolder) {
    const RunForm four{.given = {{"--grad-accum", "4"}}}, other{.given = {{"--in-flight", "4"}}};
    EXPECT_NE(whatIfArguments(recorded(), four), whatIfArguments(recorded(), other));
}

TEST(WhatIf, TheAnswerIsSaidWithWhatItAssumes) {
    const auto predicted = parsePredicted(
        R"({"schema":"shardscope.report/1","runs":[{"name":"zero-2","status":"ok",)"
        R"("workload":{"gradAccum":4},"time":{"stepNs":{"median":25000000}},)"
        R"("memory":{"peakBytes":524288},"traffic":{"perStep":{"reduceScatter":)"
        R"({"wireBytes":2048},"small":{"wireBytes":5}}},"assumptions":["one","two"],)"
        R"("validatedOn":["three"]},{"name":"zero-3","status":"oom","assumptions":["one"]}]})");
    ASSERT_TRUE(predicted);
    ASSERT_EQ(predicted->size(), 2u);
    EXPECT_EQ(predicted->front().wireBytes, 2048);
    EXPECT_FALSE(predicted->back().stepNs);
    EXPECT_EQ(whatIfText(recorded(), *predicted),
              QStringLiteral("zero-1 with G = 1, measured: a step takes 10.0 ms, a rank needs 1.0 "
                             "MiB and sends 1.0 KiB a step\n"
                             "zero-2 with G = 4, predicted: a step takes 25.0 ms, a rank needs "
                             "512.0 KiB and sends 2.0 KiB a step (step × 2.50)\n"
                             "zero-3 with G = 1: did not end well (oom)\n\n"
                             "Held against the recording itself:\n• three\n\n"
                             "Assumed:\n• one\n• two"));
    EXPECT_FALSE(parsePredicted("{}"));
}

class WhatIfViewTest : public ::testing::Test {
  protected:
    /// A real run, small.
    LoadedPtr run(const QString& words) {
        CommandRun command;
        const CommandOutcome outcome = outcomeOf(
            command, scratch_.real().call((QStringLiteral("run --layers 2 --hidden 64 --heads 2 "
                                                          "--ranks 2 --steps 4 ") +
                                           words)
                                              .split(' ')));
        EXPECT_EQ(outcome.exitStatus, 0) << outcome.errors.join('\n').toStdString();
        const QStringList paths = recordingsNamed(outcome.errors, scratch_.path());
        EXPECT_EQ(paths.size(), 1);
        auto loaded = load(paths.front().toStdString());
        EXPECT_TRUE(loaded);
        return loaded ? *loaded : nullptr;
    }
    WhatIfView& open(const std::vector<LoadedPtr>& recordings) {
        view_ = std::make_unique<WhatIfView>(scratch_.real());
        view_->setRecordings(recordings);
        opened_ = std::make_unique<QSignalSpy>(view_.get(), &WhatIfView::openRecordings);
        view_->show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(view_.get()));
        EXPECT_TRUE(waitUntil([&] { return view_->findChild<QCheckBox*>("zero-2") != nullptr; }));
        return *view_;
    }
    void predict() {
        QTest::keyClick(view_.get(), Qt::Key_Return, Qt::ControlModifier);
        EXPECT_TRUE(view_->isRunning());
        EXPECT_TRUE(waitUntil([&] { return !view_->isRunning(); }));
    }
    QString answer() const { return view_->findChild<QPlainTextEdit*>()->toPlainText(); }
    QString placeholder(const char* option) const {
        return view_->findChild<QLineEdit*>(option)->placeholderText();
    }

    Scratch scratch_;
    std::unique_ptr<WhatIfView> view_;
    std::unique_ptr<QSignalSpy> opened_;
};

TEST_F(WhatIfViewTest, PredictsTheOtherStageFromAMeasuredRun) {
    open({run("--stage 1 --bucket 20000 --out measured")});
    EXPECT_EQ(placeholder("--bucket"), QStringLiteral("20000"));
    EXPECT_EQ(placeholder("--grad-accum"), QStringLiteral("1"));
    view_->findChild<CommandForm*>()->setText("--grad-accum", "4");
    EXPECT_TRUE(view_->findChild<CommandText*>()->text().contains("--stage 2"));
    predict();
    ASSERT_EQ(opened_->size(), 1) << answer().toStdString();
    const QStringList paths = opened_->front().front().toStringList();
    ASSERT_EQ(paths.size(), 1);
    const auto predicted = load(paths.front().toStdString());
    ASSERT_TRUE(predicted);
    EXPECT_EQ((*predicted)->report->source, "simulated");
    EXPECT_TRUE(answer().contains("zero-1 with G = 1, measured: ")) << answer().toStdString();
    EXPECT_TRUE(answer().contains("zero-2 with G = 4, predicted: "));
    for (const auto& assumption : (*predicted)->report->assumptions) {
        EXPECT_TRUE(answer().contains(QString::fromStdString(assumption.get<std::string>())))
            << assumption;
    }
    picture(*view_, "what-if");
}

TEST_F(WhatIfViewTest, WhatTheRecordingCannotSayIsInTheCommandsWords) {
    open({run("--stage 1 --out measured")});
    view_->findChild<QLineEdit*>("more")->setText("--micro-batch 3");
    predict();
    EXPECT_EQ(opened_->size(), 0);
    EXPECT_TRUE(answer().contains("has no time for")) << answer().toStdString();
}

TEST_F(WhatIfViewTest, WithoutARecordingThereIsNothingToAsk) {
    auto foreign = std::make_shared<LoadedRecording>();
    foreign->foreign = "of another program";
    open({foreign});
    view_->start();
    EXPECT_FALSE(view_->isRunning());
    bool said = false;
    for (const QLabel* label : view_->findChildren<QLabel*>()) {
        said |= label->text().startsWith("No recording is open");
    }
    EXPECT_TRUE(said);
}

TEST_F(WhatIfViewTest, WhatOpensBesideDoesNotChangeTheQuestion) {
    const LoadedPtr first = run("--stage 1 --out measured"), second = run("--stage 2 --out other");
    open({first, second});
    auto* recordings = view_->findChild<QComboBox*>();
    recordings->setCurrentIndex(1);
    EXPECT_TRUE(view_->findChild<CommandText*>()->text().contains("other/zero-2"));
    EXPECT_TRUE(view_->findChild<CommandText*>()->text().contains("--stage 1"));
    view_->setRecordings({first, second, first});
    EXPECT_EQ(recordings->currentIndex(), 1);
}

}  // namespace
}  // namespace shardscope::gui
