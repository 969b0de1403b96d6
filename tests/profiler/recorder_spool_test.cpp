// What a killed run leaves behind.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "profiler/run/run_metadata.h"
#include "profiler/spool.h"
#include "tests/profiler/recorder_run.h"
#include "traces/file.h"

namespace shardscope::profiler {
namespace {

class SpoolFile : public testing::Test {
  protected:
    SpoolFile()
        : folder(std::filesystem::temp_directory_path() /
                 ("spool" + std::to_string(getpid()) + "-" +
                  testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::create_directories(folder);
    }
    ~SpoolFile() override { std::filesystem::remove_all(folder); }

    traces::Json runNow(int64_t steps, std::vector<double> losses = {}) {
        RunFacts facts{.name = "zero-2", .status = "interrupted", .steps = steps};
        facts.numerics.loss = std::move(losses);
        return runMetadata(run.problem, facts);
    }
    std::string path() const { return Spool::pathBeside(folder, "zero-2"); }

    /// Plays @p steps steps, each of which is spooled when it has ended.
    void play(Spool& spool, int32_t steps) {
        Recorder recorder(run.rank);
        Player player(recorder, run.setup, run.step, 5000);
        recorder.reserve(run.setup);
        player.setUp();
        for (int32_t step = 0; step < steps; ++step) {
            recorder.reserve(run.step);
            player.step(step);
            traces::TraceBuilder builder;
            recorder.emitNew(run.problem, run.setup, run.step, 0, builder);
            ASSERT_TRUE(spool.append(builder.finish(), runNow(step + 1)));
        }
    }

    std::filesystem::path folder;
    PlayedRun run{2, {.steps = 3}};
};

TEST_F(SpoolFile, OfAProcessThatWasKilledIsReadUpToItsLastStep) {
    const pid_t child = fork();
    if (child == 0) {
        auto spool = Spool::create(path(), 77, runNow(0));
        if (spool) play(*spool, 3);
        raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const auto trace = traces::readTrace(path());
    ASSERT_TRUE(trace) << core::toString(trace.error());
    EXPECT_EQ(trace->run["schema"], traces::kRecordingSchema);
    EXPECT_EQ(trace->run["status"], "interrupted");
    EXPECT_EQ(trace->run["steps"], 3);
    EXPECT_EQ(trace->baseTimeNs, 77);
    EXPECT_EQ(trace->unreadable, 0);
    EXPECT_EQ(eventsOf(*trace, traces::kStepCategory).size(), 3U);
    EXPECT_EQ(eventsOf(*trace, traces::kMemoryCategory).size(),
              eventsOf(run.trace, traces::kMemoryCategory).size());
    EXPECT_EQ(lifetimesOf(*trace, traces::kGradientCategory, "full").size(),
              run.gradients("full").size());
    EXPECT_EQ(trace->lanes.size(), run.trace.lanes.size());
}

TEST_F(SpoolFile, ThatEndsInTheMiddleOfAnEventIsReadToTheOneBefore) {
    auto spool = Spool::create(path(), 0, runNow(0));
    ASSERT_TRUE(spool);
    play(*spool, 2);
    std::filesystem::resize_file(path(), std::filesystem::file_size(path()) / 2);
    const auto trace = traces::readTrace(path());
    ASSERT_TRUE(trace) << core::toString(trace.error());
    EXPECT_EQ(trace->run["name"], "zero-2");
    EXPECT_FALSE(trace->events.empty());
    EXPECT_TRUE(trace->incomplete);
}

TEST_F(SpoolFile, RepeatsTheRunNoMoreOftenThanItsEventsPayFor) {
    auto spool = Spool::create(path(), 0, runNow(0));
    ASSERT_TRUE(spool);
    for (int step = 0; step < 100; ++step) {
        ASSERT_TRUE(spool->append(traces::Trace{}, runNow(step, std::vector<double>(500, 1.25))));
    }
    EXPECT_LT(spool->bytes(), 3 * static_cast<int64_t>(runNow(0).dump().size()));
}

TEST_F(SpoolFile, StopsGrowingAtItsLimit) {
    auto spool = Spool::create(path(), 0, runNow(0), 100'000);
    ASSERT_TRUE(spool);
    play(*spool, 3);
    EXPECT_TRUE(spool->full());
    EXPECT_LE(std::filesystem::file_size(path()), 100'000U);
    EXPECT_EQ(static_cast<int64_t>(std::filesystem::file_size(path())), spool->bytes());
}

TEST_F(SpoolFile, IsGoneWhenDiscarded) {
    auto spool = Spool::create(path(), 0, runNow(0));
    ASSERT_TRUE(spool);
    ASSERT_TRUE(std::filesystem::exists(path()));
    ASSERT_TRUE(spool->discard());
    EXPECT_FALSE(std::filesystem::exists(path()));
    EXPECT_FALSE(spool->discard());
}

TEST_F(SpoolFile, SaysWhyItCannotBeWritten) {
    const auto spool = Spool::create("/nowhere/zero-2.spool.json", 0, runNow(0));
    ASSERT_FALSE(spool);
    EXPECT_EQ(spool.error().code, core::ErrorCode::Io);
    EXPECT_EQ(spool.error().where, "/nowhere/zero-2.spool.json");
    EXPECT_NE(spool.error().message.find("No such file"), std::string::npos);
    auto full = Spool::create("/dev/full", 0, runNow(0));
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, core::ErrorCode::Io);
}

}  // namespace
}  // namespace shardscope::profiler
