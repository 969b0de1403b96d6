#include "gui/model/command_run.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QElapsedTimer>
#include <QFileInfo>

#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

using End = CommandOutcome::End;

class CommandRunTest : public ::testing::Test {
  protected:
    CommandOutcome runScript(const QByteArray& lines) {
        return outcomeOf(run_, scratch_.fake(lines).call({}));
    }
    const QStringList tinyRun_{"run",     "--layers", "1",          "--hidden", "32",
                               "--heads", "1",        "--seq",      "8",        "--ranks",
                               "2",       "--stage",  "1,2",        "--steps",  "3",
                               "--out",   "out",      "--progress", "json"};
    Scratch scratch_;
    CommandRun run_;
};

TEST_F(CommandRunTest, OutputErrorsAndStatusAreTheCommands) {
    const CommandOutcome outcome =
        runScript("printf 'a\\nb'; echo 'shardscope: wrong' >&2; printf 'half' >&2; exit 2");
    EXPECT_EQ(outcome.end, End::Exited);
    EXPECT_EQ(outcome.exitStatus, 2);
    EXPECT_EQ(outcome.output, "a\nb");
    EXPECT_EQ(outcome.errors, QStringList({"shardscope: wrong", "half"}));
    EXPECT_EQ(endText(outcome), QStringLiteral("exit status 2"));
}

TEST_F(CommandRunTest, LinesInPiecesAreWhole) {
    std::vector<qint64> steps;
    QObject::connect(&run_, &CommandRun::progressed, &run_,
                     [&](const ProgressLine& line) { steps.push_back(line.step); });
    const CommandOutcome outcome = runScript(
        "printf '{\"schema\":\"shardscope.progress/1\",' >&2; sleep 0.1;"
        "printf '\"step\":1,\"steps\":2}\\nword' >&2; sleep 0.1; printf 's\\r\\n' >&2;"
        "printf '{\"schema\":\"shardscope.progress/1\",\"step\":2,\"steps\":2}' >&2");
    EXPECT_EQ(steps, (std::vector<qint64>{1, 2}));
    EXPECT_EQ(outcome.errors, QStringList("words"));
    EXPECT_TRUE(endText(outcome).isEmpty());
}

TEST_F(CommandRunTest, ManyLinesAreAllKept) {
    const CommandOutcome outcome =
        runScript("for i in $(seq 20000); do echo line $i >&2; done; seq 50000");
    EXPECT_EQ(outcome.errors.size(), 20000);
    EXPECT_EQ(outcome.errors.back(), QStringLiteral("line 20000"));
    EXPECT_TRUE(outcome.output.endsWith("\n50000\n"));
}

TEST_F(CommandRunTest, ASignalIsNamed) {
    const CommandOutcome outcome = runScript("kill -SEGV $$");
    EXPECT_EQ(outcome.end, End::Signalled);
    EXPECT_EQ(outcome.signalNumber, SIGSEGV);
    EXPECT_EQ(endText(outcome), QStringLiteral("ended by signal 11 (SIGSEGV)"));
}

TEST_F(CommandRunTest, AMissingCommandSaysWhatToDo) {
    const CommandOutcome outcome = outcomeOf(run_, {{}, {"run"}, scratch_.path()});
    EXPECT_EQ(outcome.end, End::NotStarted);
    ASSERT_EQ(outcome.errors.size(), 1);
    EXPECT_TRUE(outcome.errors.front().contains("PATH"));
    EXPECT_FALSE(run_.isRunning());
}

TEST_F(CommandRunTest, AProgramThatCannotStartIsSaid) {
    EXPECT_EQ(outcomeOf(run_, {scratch_.path("gone"), {}, scratch_.path()}).end, End::NotStarted);
    const auto inNoFolder = outcomeOf(run_, {scratch_.script("true"), {}, scratch_.path("gone")});
    EXPECT_EQ(inNoFolder.end, End::NotStarted);
    EXPECT_TRUE(inNoFolder.errors.front().contains(scratch_.path("gone")));
}

TEST_F(CommandRunTest, CanStartAgain) {
    EXPECT_EQ(runScript("echo first >&2; exit 1").exitStatus, 1);
    const CommandOutcome second = runScript("echo second >&2");
    EXPECT_EQ(second.exitStatus, 0);
    EXPECT_EQ(second.errors, QStringList("second"));
}

TEST_F(CommandRunTest, CancelIsSigintFirst) {
    QObject::connect(&run_, &CommandRun::said, &run_, [&](const QString& line) {
        if (line == QLatin1String("ready")) run_.cancel();
    });
    const CommandOutcome outcome = runScript(
        "trap 'echo written >&2; exit 1' INT; echo ready >&2; while :; do sleep 0.02; done");
    EXPECT_EQ(outcome.end, End::Cancelled);
    EXPECT_EQ(outcome.exitStatus, 1);
    EXPECT_EQ(outcome.errors, QStringList({"ready", "written"}));
}

TEST_F(CommandRunTest, ARunThatDoesNotListenIsKilledWhenPatienceEnds) {
    run_.setPatience(100);
    bool killed = false;
    QObject::connect(&run_, &CommandRun::killed, &run_, [&] { killed = true; });
    QObject::connect(&run_, &CommandRun::said, &run_, [&] { run_.cancel(); });
    const CommandOutcome outcome =
        runScript("trap '' INT; echo ready >&2; while :; do read -t 0.05 < /dev/zero || :; done");
    EXPECT_TRUE(killed);
    EXPECT_EQ(outcome.end, End::Cancelled);
    EXPECT_EQ(outcome.signalNumber, SIGKILL);
}

TEST_F(CommandRunTest, AskingTwiceKillsAtOnce) {
    QObject::connect(&run_, &CommandRun::said, &run_, [&] {
        run_.cancel();
        EXPECT_TRUE(run_.isCancelling());
        run_.cancel();
    });
    EXPECT_EQ(runScript("trap '' INT; echo ready >&2; while :; do :; done").signalNumber, SIGKILL);
}

TEST_F(CommandRunTest, StartingDoesNotWait) {
    QElapsedTimer clock;
    clock.start();
    run_.start(scratch_.fake("sleep 2").call({}));
    EXPECT_LT(clock.elapsed(), 1000);
    run_.cancel();
    EXPECT_TRUE(waitUntil([&] { return !run_.isRunning(); }));
}

TEST_F(CommandRunTest, ARealRunIsFollowedStepByStep) {
    std::vector<ProgressLine> lines;
    QObject::connect(&run_, &CommandRun::progressed, &run_,
                     [&](const ProgressLine& line) { lines.push_back(line); });
    const CommandOutcome outcome = outcomeOf(run_, scratch_.real().call(tinyRun_));
    EXPECT_EQ(outcome.exitStatus, 0) << outcome.errors.join('\n').toStdString();
    ASSERT_EQ(lines.size(), 6u);
    EXPECT_EQ(lines.back().step, 6);
    EXPECT_GT(lines.back().liveBytes, 0);
    EXPECT_GT(lines.back().peakBytes, lines.back().liveBytes);
    EXPECT_GT(*lines.back().loss, 0);
    EXPECT_EQ(recordingsNamed(outcome.errors, scratch_.path()),
              QStringList({scratch_.path("out/zero-1.trace.json.gz"),
                           scratch_.path("out/zero-2.trace.json.gz")}));
}

TEST_F(CommandRunTest, CancellingARealRunLeavesItsRecordings) {
    QStringList endless = tinyRun_;
    endless[endless.indexOf("--steps") + 1] = QStringLiteral("1000000");
    QObject::connect(&run_, &CommandRun::progressed, &run_, [&](const ProgressLine& line) {
        if (line.step == 10) run_.cancel();
    });
    const CommandOutcome outcome = outcomeOf(run_, scratch_.real().call(endless));
    EXPECT_EQ(outcome.end, End::Cancelled);
    EXPECT_EQ(outcome.exitStatus, 1);
    const QStringList recordings = recordingsNamed(outcome.errors, scratch_.path());
    ASSERT_EQ(recordings.size(), 2);
    const CommandOutcome report =
        outcomeOf(run_, scratch_.real().call({"report", recordings.front(), "--json"}));
    EXPECT_EQ(report.exitStatus, 0);
    EXPECT_TRUE(report.output.contains("\"status\": \"interrupted\""));
}

TEST_F(CommandRunTest, WrongInputIsInTheCommandsWords) {
    const auto missing = outcomeOf(run_, scratch_.real().call({"run", "--model", "none.json"}));
    EXPECT_EQ(missing.exitStatus, 2);
    EXPECT_TRUE(missing.errors.front().startsWith("shardscope: none.json"));
    scratch_.write("model.json", "not a model");
    const auto broken = outcomeOf(run_, scratch_.real().call({"run", "--model", "model.json"}));
    EXPECT_EQ(broken.exitStatus, 2);
    EXPECT_TRUE(broken.errors.front().contains("model.json"));
}

TEST_F(CommandRunTest, DyingWithARunGoingOnStopsIt) {
    qint64 pid = 0;
    {
        CommandRun run;
        QObject::connect(&run, &CommandRun::said, &run,
                         [&](const QString& line) { pid = line.toLongLong(); });
        run.start(scratch_.fake("echo $$ >&2; while :; do sleep 0.02; done").call({}));
        ASSERT_TRUE(waitUntil([&] { return pid > 0; }));
    }
    EXPECT_NE(::kill(static_cast<pid_t>(pid), 0), 0);
}

TEST(RecordingsNamed, AreTheLinesThatNameFiles) {
    const Scratch scratch;
    const QString first = scratch.write("a b.trace.json.gz", "x");
    const QString second = scratch.write("b.trace.json", "x");
    EXPECT_EQ(recordingsNamed({"note", "a b.trace.json.gz (oom)", second, "gone.trace.json.gz",
                               "a b.trace.json.gz"},
                              scratch.path()),
              QStringList({first, second}));
}

}  // namespace
}  // namespace shardscope::gui
