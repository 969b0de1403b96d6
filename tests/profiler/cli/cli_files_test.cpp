#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "profiler/cli/job/output_folder.h"
#include "profiler/cli/output/recordings.h"

namespace shardscope::cli {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that is the current one while the test runs.
class CliFiles : public testing::Test {
  protected:
    void SetUp() override {
        before_ = fs::current_path();
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(testing::TempDir()) / (std::string("cli_files_") + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        fs::current_path(folder_);
    }
    void TearDown() override {
        fs::current_path(before_);
        fs::remove_all(folder_);
    }
    static void touch(const fs::path& path) {
        if (path.has_parent_path()) fs::create_directories(path.parent_path());
        std::ofstream(path) << "x";
    }
    /// An output folder with a recording in it, linked as the latest.
    static fs::path recordedRun() {
        auto folder = OutputFolder::make("");
        EXPECT_TRUE(folder);
        touch(folder->path() / "zero-2.trace.json.gz");
        EXPECT_TRUE(folder->linkLatest());
        return folder->path();
    }

    fs::path before_, folder_;
};

using Names = std::vector<std::string>;

TEST_F(CliFiles, DefaultFolderIsNewEachTimeAndLatestFollows) {
    const fs::path first = recordedRun();
    EXPECT_EQ(first.parent_path(), "shardscope-out");
    EXPECT_EQ(fs::read_symlink("shardscope-out/latest"), first.filename());
    const fs::path second = recordedRun();
    EXPECT_NE(first, second);
    EXPECT_EQ(fs::read_symlink("shardscope-out/latest"), second.filename());
    EXPECT_TRUE(fs::exists(first / "zero-2.trace.json.gz"));
}

TEST_F(CliFiles, ANamedFolderIsUsedAsItIs) {
    auto folder = OutputFolder::make("deep/er/out/");
    ASSERT_TRUE(folder);
    EXPECT_EQ(folder->path(), "deep/er/out");
    EXPECT_TRUE(fs::is_directory("deep/er/out"));
    ASSERT_TRUE(folder->linkLatest());
    EXPECT_FALSE(fs::exists("shardscope-out"));
}

TEST_F(CliFiles, AFolderThatStayedEmptyIsRemovedAgain) {
    { ASSERT_TRUE(OutputFolder::make("")); }
    EXPECT_TRUE(fs::is_empty("."));
    fs::create_directory("mine");
    { ASSERT_TRUE(OutputFolder::make("mine/a/b")); }
    EXPECT_TRUE(fs::is_directory("mine"));
    EXPECT_TRUE(fs::is_empty("mine"));
    { ASSERT_TRUE(OutputFolder::make("mine")); }
    EXPECT_TRUE(fs::is_directory("mine"));
}

TEST_F(CliFiles, AFolderThatCannotBeMadeIsInvalidInput) {
    touch("file");
    const auto below = OutputFolder::make("file/out");
    ASSERT_FALSE(below);
    EXPECT_EQ(below.error().code, core::ErrorCode::InvalidInput);
    EXPECT_EQ(below.error().where, "file/out");
    EXPECT_FALSE(OutputFolder::make("file"));
    const auto unwritable = OutputFolder::make("/proc");
    ASSERT_FALSE(unwritable);
    EXPECT_NE(unwritable.error().message.find("cannot write"), std::string::npos);
}

TEST_F(CliFiles, LatestIsOpenedWhenNothingIsNamed) {
    recordedRun();
    const auto found = findRecordings({});
    ASSERT_TRUE(found) << core::toString(found.error());
    EXPECT_EQ(*found, Names{"shardscope-out/latest/zero-2.trace.json.gz"});
}

TEST_F(CliFiles, NoLatestSaysHowToMakeOne) {
    const auto found = findRecordings({});
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("shardscope run"), std::string::npos);
}

TEST_F(CliFiles, AFolderStandsForItsRecordingsInOrder) {
    for (const char* name : {"zero-10", "zero-2-g4", "zero-2", "zero-1"}) {
        touch(fs::path("runs") / (std::string(name) + ".trace.json.gz"));
    }
    touch("runs/notes.txt");
    touch("one.json");
    const auto found = findRecordings({"one.json", "runs"});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (Names{"one.json", "runs/zero-1.trace.json.gz", "runs/zero-2.trace.json.gz",
                             "runs/zero-10.trace.json.gz", "runs/zero-2-g4.trace.json.gz"}));
}

TEST_F(CliFiles, AFolderWithoutRecordingsStandsForItsSpools) {
    touch("killed/zero-1.spool.json");
    touch("killed/zero-1.rank1.spool.json");
    testing::internal::CaptureStderr();
    const auto found = findRecordings({"killed"});
    const std::string said = testing::internal::GetCapturedStderr();
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, Names{"killed/zero-1.spool.json"});
    EXPECT_NE(said.find("killed: holds no finished recording"), std::string::npos) << said;
    touch("killed/zero-2.trace.json.gz");
    EXPECT_EQ(*findRecordings({"killed"}), Names{"killed/zero-2.trace.json.gz"});
}

TEST_F(CliFiles, NewerRunsThatDidNotEndAreNamedBesideTheLatest) {
    touch("shardscope-out/older/zero-1.spool.json");
    const fs::path last = recordedRun();
    touch("shardscope-out/newer/zero-1.spool.json");
    const auto now = fs::last_write_time(last / "zero-2.trace.json.gz");
    fs::last_write_time("shardscope-out/older/zero-1.spool.json", now - std::chrono::seconds(5));
    fs::last_write_time("shardscope-out/newer/zero-1.spool.json", now + std::chrono::seconds(5));
    testing::internal::CaptureStderr();
    ASSERT_TRUE(findRecordings({}));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("a newer run, shardscope-out/newer, did not end: shardscope report "
                        "shardscope-out/newer"),
              std::string::npos)
        << said;
    EXPECT_EQ(said.find("older"), std::string::npos) << said;
}

TEST_F(CliFiles, WithoutALatestRunsThatDidNotEndAreNamed) {
    touch("shardscope-out/first/zero-1.spool.json");
    const auto found = findRecordings({});
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("a run did not end: shardscope-out/first"),
              std::string::npos)
        << found.error().message;
}

TEST_F(CliFiles, WhatIsNotThereIsNamed) {
    fs::create_directory("empty");
    EXPECT_EQ(findRecordings({"nowhere.json"}).error().where, "nowhere.json");
    const auto empty = findRecordings({"empty"});
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, core::ErrorCode::InvalidInput);
    EXPECT_NE(empty.error().message.find("no recording"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::cli
