// Files as people have them: whole, cut, foreign, newer, changing, gone.

#include "tests/gui/shell/session_fixture.h"

namespace shardscope::gui {
namespace {

TEST_F(SessionTest, FilesStandInTheOrderInWhichTheyWereNamed) {
    session_.open({sampleFile(kAct, kTwo), sampleFile(kAct, kOne)});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), (Names{"zero-2", "zero-1"}));
    EXPECT_TRUE(notices_.empty());
}

TEST_F(SessionTest, AFolderStandsForItsRecordings) {
    session_.open({QStringLiteral(SHARDSCOPE_SOURCE_DIR "/traces/samples/same-bytes")});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), (Names{"zero-1", "zero-2"}));
}

TEST_F(SessionTest, WhatCannotBeReadIsNamedAndTheRestOpens) {
    const QString text = write(QStringLiteral("notes.json"), "these are notes\n");
    const QString empty = write(QStringLiteral("empty.json"), "");
    const QString missing = path(QStringLiteral("missing.json"));
    session_.open({text, empty, missing, sampleFile(kAct, kTwo)});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), Names{"zero-2"});
    ASSERT_EQ(notices_.size(), 3U);
    for (const Notice& notice : notices_) {
        EXPECT_EQ(notice.kind, Notice::Kind::Error);
        EXPECT_FALSE(notice.text.isEmpty());
        EXPECT_FALSE(notice.text.contains(notice.path)) << notice.text.toStdString();
    }
    EXPECT_TRUE(said(missing, "no such file"));
}

TEST_F(SessionTest, WrongFilesLeaveWhatIsOpenAlone) {
    session_.open({sampleFile(kAct, kTwo)});
    ASSERT_TRUE(settle());
    session_.open({write(QStringLiteral("notes.json"), "notes")});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), Names{"zero-2"});
    session_.open({sampleFile(kAct, kOne)});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), Names{"zero-1"});
}

TEST_F(SessionTest, AddedFilesJoinThoseThatAreOpen) {
    session_.open({sampleFile(kAct, kOne)});
    session_.add({sampleFile(kAct, kTwo), sampleFile(kAct, kOne)});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), (Names{"zero-1", "zero-2"}));
    session_.close(sampleFile(kAct, kOne));
    EXPECT_EQ(names(), Names{"zero-2"});
}

TEST_F(SessionTest, ACutRecordingOpensAsIncomplete) {
    const QString cut = cutSample(QStringLiteral("cut.trace.json.gz"), 0.5);
    session_.open({cut});
    ASSERT_TRUE(settle());
    ASSERT_EQ(session_.recordings().size(), 1U);
    EXPECT_TRUE(session_.recordings()[0]->incomplete);
    EXPECT_TRUE(said(cut, "incomplete"));
    EXPECT_TRUE(marksOf(*session_.recordings()[0]).contains(QStringLiteral("incomplete")));
}

TEST_F(SessionTest, ANewerVersionsRecordingSaysWhichVersionIsKnown) {
    const QString newer = newerVersion(QStringLiteral("newer.trace.json.gz"));
    session_.open({newer});
    ASSERT_TRUE(settle());
    ASSERT_EQ(session_.recordings().size(), 1U);
    EXPECT_TRUE(said(newer, "another version"));
    EXPECT_TRUE(said(newer, "shardscope.recording/9"));
}

TEST_F(SessionTest, AnotherProgramsTraceOpensAndIsNamedAsSuch) {
    const QString other = anotherPrograms(QStringLiteral("other.json"));
    session_.open({other});
    ASSERT_TRUE(settle());
    ASSERT_EQ(session_.recordings().size(), 1U);
    EXPECT_FALSE(session_.recordings()[0]->report);
    EXPECT_TRUE(said(other, "another program"));
}

TEST_F(SessionTest, AFileThatChangesIsReadAgain) {
    const QString file = copySample(kAct, kOne, QStringLiteral("run.trace.json.gz"));
    session_.open({file});
    ASSERT_TRUE(settle());
    EXPECT_EQ(names(), Names{"zero-1"});
    copySample(kAct, kTwo, QStringLiteral("run.trace.json.gz"));
    EXPECT_TRUE(waitFor([this] { return names() == Names{"zero-2"}; }));
}

TEST_F(SessionTest, AFileThatIsGoneKeepsItsDataAndSaysSo) {
    const QString file = copySample(kAct, kOne, QStringLiteral("run.trace.json.gz"));
    session_.open({file});
    ASSERT_TRUE(settle());
    QFile::remove(file);
    EXPECT_TRUE(waitFor([&] { return said(file, "gone"); }));
    EXPECT_EQ(names(), Names{"zero-1"});
    copySample(kAct, kTwo, QStringLiteral("run.trace.json.gz"));
    EXPECT_TRUE(waitFor([this] { return names() == Names{"zero-2"}; })) << "it came back";
}

TEST_F(SessionTest, AFileThatTurnsIntoSomethingElseKeepsWhatWasRead) {
    const QString file = copySample(kAct, kOne, QStringLiteral("run.trace.json.gz"));
    session_.open({file});
    ASSERT_TRUE(settle());
    write(QStringLiteral("run.trace.json.gz"), "no longer a trace");
    EXPECT_TRUE(waitFor([&] { return said(file, "cannot be read now"); }));
    EXPECT_EQ(names(), Names{"zero-1"});
}

TEST_F(SessionTest, CancelledFilesAreNotShown) {
    session_.open({sampleFile(kAct, kOne), sampleFile(QStringLiteral("price"), kTwo)});
    EXPECT_TRUE(session_.isLoading());
    session_.cancelLoading();
    EXPECT_FALSE(session_.isLoading());
    QTest::qWait(300);
    EXPECT_TRUE(names().empty());
    EXPECT_TRUE(session_.files().empty());
}

TEST_F(SessionTest, AJobThatIsNoLongerCurrentIsDropped) {
    Loader loader;
    int arrived = 0;
    QObject::connect(&loader, &Loader::loaded, [&] { ++arrived; });
    for (int i = 0; i < 4; ++i) loader.start(sampleFile(kAct, kOne));
    ASSERT_TRUE(waitFor([&] { return !loader.isBusy(); }));
    QTest::qWait(300);
    EXPECT_EQ(arrived, 1);
}

TEST_F(SessionTest, ALoaderMayGoWhileItReads) {
    for (int i = 0; i < 3; ++i) {
        Loader loader;
        loader.start(sampleFile(QStringLiteral("price"), kTwo));
    }
    QTest::qWait(50);
}

}  // namespace
}  // namespace shardscope::gui
