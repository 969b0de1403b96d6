// Files that another process is still writing: what is there is shown, and read again as it grows.

#include <QFileInfo>
#include <QProcess>
#include <csignal>

#include "profiler/spool.h"
#include "tests/gui/shell/session_fixture.h"

namespace shardscope::gui {
namespace {

class GrowingFiles : public SessionTest {
  protected:
    ~GrowingFiles() override {
        run_.kill();
        run_.waitForFinished();
    }
    /// A small run in the folder "out".
    void startRun(const char* options) {
        run_.setWorkingDirectory(folder_.path());
        run_.start(QStringLiteral(SHARDSCOPE_COMMAND),
                   QStringLiteral("run --ranks 2 --layers 1 --hidden 32 --heads 1 --seq 8 "
                                  "--progress off --out out %1")
                       .arg(QString::fromLatin1(options))
                       .split(' '));
    }
    QString spool() const { return path(QStringLiteral("out/zero-2.spool.json")); }
    /// Whole steps of zero-2 while it grows; -1 when it does not.
    int64_t steps() const {
        for (const LoadedPtr& recording : session_.recordings()) {
            if (recording->growing && recording->name == "zero-2" && recording->report) {
                return recording->report->steadySteps;
            }
        }
        return -1;
    }

    QProcess run_;
};

TEST_F(GrowingFiles, AFileThatIsStillWrittenGrowsWhole) {
    const QString file = cutSample(QStringLiteral("run.trace.json.gz"), 0.4);
    session_.open({file});
    ASSERT_TRUE(settle());
    ASSERT_TRUE(said(file, "incomplete"));
    copySample(kAct, kTwo, QStringLiteral("run.trace.json.gz"));
    EXPECT_TRUE(waitFor([this] {
        return session_.recordings().size() == 1 && !session_.recordings()[0]->incomplete;
    }));
    EXPECT_TRUE(settled_.contains(file)) << "the message is taken back";
}

/// Recordings and spools of a real run, opened by the name of its folder while it goes on.
TEST_F(GrowingFiles, ARunUnderWayIsShownGrowsAndEndsAsItsRecording) {
    startRun("--stage 1,2 --steps 100000");
    ASSERT_TRUE(waitFor([&] { return QFile::exists(spool()); }));
    session_.open({path(QStringLiteral("out"))});
    ASSERT_TRUE(waitFor([&] { return steps() > 0; }));
    EXPECT_TRUE(said(spool(), "Still being written"));
    EXPECT_EQ(marksOf(*session_.recordings()[0]),
              QStringList{QStringLiteral("still being written")});
    const int64_t seen = steps();
    EXPECT_TRUE(waitFor([&] { return steps() > seen; })) << "it is read again";
    ::kill(static_cast<pid_t>(run_.processId()), SIGINT);
    ASSERT_TRUE(run_.waitForFinished());
    EXPECT_TRUE(waitFor([&] {
        const auto recordings = session_.recordings();
        return recordings.size() == 2 &&
               std::ranges::none_of(recordings, &LoadedRecording::growing) && !session_.isLoading();
    }));
    EXPECT_EQ(session_.files()[1].path, path(QStringLiteral("out/zero-2.trace.json.gz")));
    EXPECT_TRUE(settled_.contains(spool()));
}

TEST_F(GrowingFiles, ASpoolWhoseWriterWasKilledIsCutAndNotWaitedFor) {
    startRun("--stage 2 --steps 100000");
    ASSERT_TRUE(waitFor([&] { return QFileInfo(spool()).size() > 100'000; }));
    session_.open({spool()});
    ASSERT_TRUE(waitFor([&] { return said(spool(), "Still being written"); }));
    run_.kill();
    ASSERT_TRUE(run_.waitForFinished());
    EXPECT_TRUE(waitFor([&] { return said(spool(), "its end is missing"); }));
    ASSERT_EQ(session_.recordings().size(), 1U);
    EXPECT_FALSE(session_.recordings()[0]->growing);
    EXPECT_EQ(marksOf(*session_.recordings()[0]),
              (QStringList{QStringLiteral("interrupted"), QStringLiteral("incomplete")}));
}

TEST_F(GrowingFiles, AFileThatWasOnlyBegunIsWaitedFor) {
    const QString file = path(QStringLiteral("zero-2.spool.json"));
    const traces::Trace trace = doubles::recordingOf({.does = "zero-2", .label = "zero-2"});
    auto spool = profiler::Spool::create(file.toStdString(), 0, trace.run);
    ASSERT_TRUE(spool);
    session_.open({file});
    ASSERT_TRUE(settle());
    EXPECT_TRUE(said(file, "nothing can be shown yet"));
    EXPECT_TRUE(session_.recordings().empty());
    ASSERT_TRUE(spool->append(trace, trace.run));
    EXPECT_TRUE(waitFor([&] { return session_.recordings().size() == 1; }));
    EXPECT_TRUE(session_.recordings()[0]->growing);
}

/// Another program holds no lock: that the file grows says it all.
TEST_F(GrowingFiles, AnotherProgramsTraceThatGrowsIsReadAgain) {
    const QByteArray event = R"({"ph":"X","name":"work","pid":1,"tid":1,"ts":1,"dur":5},)";
    const QString file = write(QStringLiteral("other.json"), "[" + event);
    session_.open({file});
    ASSERT_TRUE(settle());
    EXPECT_TRUE(said(file, "another program"));
    write(QStringLiteral("other.json"), "[" + event + event + event);
    EXPECT_TRUE(waitFor([&] { return said(file, "Still being written"); }));
    EXPECT_EQ(session_.recordings()[0]->events, 3);
    EXPECT_TRUE(waitFor([&] { return !session_.recordings()[0]->growing; }))
        << "it rests, so it has ended";
}

TEST_F(GrowingFiles, AFileThatIsTruncatedWhileOpenShowsWhatIsLeft) {
    const QString file = copySample(kAct, kTwo, QStringLiteral("run.trace.json.gz"));
    session_.open({file});
    ASSERT_TRUE(settle());
    const int64_t whole = session_.recordings()[0]->events;
    ASSERT_TRUE(QFile::resize(file, QFileInfo(file).size() / 2));
    EXPECT_TRUE(waitFor([&] {
        const auto recordings = session_.recordings();
        return recordings.size() == 1 && recordings[0]->incomplete;
    }));
    EXPECT_LT(session_.recordings()[0]->events, whole);
    ASSERT_TRUE(QFile::resize(file, 0));
    EXPECT_TRUE(waitFor([&] { return said(file, "cannot be read now"); }));
    EXPECT_EQ(session_.recordings().size(), 1U) << "what was read stays";
}

}  // namespace
}  // namespace shardscope::gui
