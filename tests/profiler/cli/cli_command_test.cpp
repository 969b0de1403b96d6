#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

constexpr const char* kSmall =
    "--layers 2 --hidden 32 --heads 2 --seq 16 --ranks 2 --steps 3 --dtype fp32";

#ifdef SHARDSCOPE_GPU
constexpr int kStatusWithoutGpu = 1;
constexpr const char* kMissing = "NVIDIA driver";
#else
constexpr int kStatusWithoutGpu = 2;
constexpr const char* kMissing = "this build has no GPU device";
#endif

using Command = CommandTest;

TEST_F(Command, BarePrintsFourExamples) {
    const Outcome bare = shardscope("");
    EXPECT_EQ(bare.status, 0);
    EXPECT_EQ(std::ranges::count(bare.out, '\n'), 4);
    EXPECT_EQ(bare.err, "");
}

TEST_F(Command, ExplainComparesEachStrategyWithTheNextAndSaysHowManyItTakes) {
    const Outcome three = shardscope("explain --stage 1,2,3");
    EXPECT_EQ(three.status, 0);
    EXPECT_NE(three.out.find("zero-1 and zero-2: what GPU 0"), std::string::npos);
    EXPECT_NE(three.out.find("zero-2 and zero-3: what GPU 0"), std::string::npos);
    EXPECT_EQ(shardscope("explain --picture --stage 1,2,3").status, 0);
    const Outcome one = shardscope("explain --stage 1");
    EXPECT_EQ(one.status, 2);
    EXPECT_NE(one.err.find("found 1; allowed: 2 to 4, as in 1,2,3"), std::string::npos);
}

TEST_F(Command, EveryCommandHasHelpWithAnExampleAndItsDefaults) {
    for (const char* name :
         {"run", "simulate", "plan", "explain", "compare", "report", "export", "doctor"}) {
        const Outcome help = shardscope(std::string(name) + " --help");
        EXPECT_EQ(help.status, 0) << name;
        expectContains(help.out, "Example");
        expectContains(help.out, std::string("shardscope ") + name);
        EXPECT_EQ(help.err, "") << name;
        std::istringstream lines(help.out);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
    }
    expectContains(shardscope("run --help").out, "(default: 4)");
    expectContains(shardscope("simulate --help").out, "cost model");
    expectContains(shardscope("--help").out, "doctor");
    expectContains(shardscope("--version").out, "shardscope ");
}

TEST_F(Command, AMisspeltCommandIsSuggested) {
    const Outcome outcome = shardscope("rum --stage 1");
    EXPECT_EQ(outcome.status, 2);
    expectContains(outcome.err, "did you mean run?");
}

TEST_F(Command, AGpuRunWithoutAGpuSaysWhatIsMissing) {
    if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "there is a GPU here";
    for (const char* args : {"run --device cuda", "run --device cuda --timing events"}) {
        const Outcome outcome = shardscope(args);
        EXPECT_EQ(outcome.status, kStatusWithoutGpu) << args;
        EXPECT_EQ(outcome.out, "") << args;
        EXPECT_NE(outcome.err.find(kMissing), std::string::npos) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(folder_ / "shardscope-out")) << args;
    }
}

TEST_F(Command, WrongInputIsExitTwoWithNothingOnStdoutAndNothingWritten) {
    write("bad.json", "{\"ranks\": 0}");
    write("empty.txt", "");
    write("short.txt", "abc");
    for (const char* args : {"run --ranks 0",          "run --bucket 0",
                             "run --heads 5",          "run --rank 4",
                             "run bad.json",           "run missing.json",
                             "run --data missing.txt", "run --data empty.txt",
                             "run --data short.txt",   "run --device cudo",
                             "run --comm nccl",        "run --comm mpi",
                             "run --json --csv",       "run --progress loud",
                             "run --out bad.json/out", "report",
                             "report missing.gz",      "report empty.txt",
                             "report short.txt",       "compare bad.json",
                             "export empty.txt"}) {
        const Outcome outcome = shardscope(args);
        EXPECT_EQ(outcome.status, 2) << args << "\n" << outcome.err;
        EXPECT_EQ(outcome.out, "") << args;
        EXPECT_TRUE(outcome.err.starts_with("shardscope: ")) << args << "\n" << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(folder_ / "shardscope-out")) << args;
    }
}

TEST_F(Command, RunWritesRecordingsThatReportAndCompareOpen) {
    const Outcome run = shardscope(std::string("run --stage 1,2 --json ") + kSmall);
    ASSERT_EQ(run.status, 0) << run.err;
    const auto document = nlohmann::json::parse(run.out);
    EXPECT_EQ(document["schema"], "shardscope.report/1");
    ASSERT_EQ(document["runs"].size(), 2u);
    EXPECT_EQ(document["runs"][1]["name"], "zero-2");
    expectContains(run.err, "zero-2.trace.json.gz");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "shardscope-out/latest"));
    for (const char* args : {"report", "compare", "report --csv", "compare --markdown",
                             "compare shardscope-out/latest/zero-1.trace.json.gz "
                             "shardscope-out/latest/zero-2.trace.json.gz"}) {
        const Outcome opened = shardscope(args);
        EXPECT_EQ(opened.status, 0) << args << opened.err;
        expectContains(opened.out, "zero");
    }
    const auto again = nlohmann::json::parse(shardscope("report --json").out);
    EXPECT_EQ(again["runs"][1]["memory"], document["runs"][1]["memory"]);
    EXPECT_EQ(again["tool"], document["tool"]);
}

TEST_F(Command, SimulateNeedsNoArithmetic) {
    const Outcome outcome = shardscope(std::string("simulate --stage 2 --json ") + kSmall);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["runs"][0]["source"], "simulated");
}

TEST_F(Command, AStrategyOutOfMemoryKeepsItsRowAndTheStatusIsOne) {
    const Outcome outcome =
        shardscope(std::string("run --stage 2 --memory-limit 2MiB --json --hidden 64 --layers 4 "
                               "--heads 2 --ranks 2 --steps 2"));
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["runs"][0]["status"], "oom");
}

TEST_F(Command, ExportWritesEveryFormat) {
    ASSERT_EQ(shardscope(std::string("run --stage 2 ") + kSmall).status, 0);
    const Outcome outcome =
        shardscope("export --chrome --csv --sqlite --out tables --hta hta shardscope-out/latest");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const char* path : {"tables/zero-2.chrome.json", "tables/zero-2.csv",
                             "tables/zero-2.sqlite", "hta/rank-0.json.gz", "hta/rank-1.json.gz"}) {
        EXPECT_TRUE(std::filesystem::exists(folder_ / path)) << path;
        expectContains(outcome.out, path);
    }
    EXPECT_EQ(nlohmann::json::parse(
                  contentOf(folder_ / "tables/zero-2.chrome.json"))["shardscope"]["name"],
              "zero-2");
}

TEST_F(Command, ProgressLinesAreJsonOnStderr) {
    const Outcome outcome =
        shardscope(std::string("run --stage 2 --progress json --json ") + kSmall);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto line = nlohmann::json::parse(outcome.err.substr(0, outcome.err.find('\n')));
    EXPECT_EQ(line["schema"], "shardscope.progress/1");
    EXPECT_EQ(line["steps"], 3);
}

TEST_F(Command, ASignalLeavesMarkedRecordingsAndStatusOne) {
    const Outcome outcome = shardscope(
        "run --stage 2 --json --steps 100000 --layers 2 --hidden 32 "
        "--heads 2 --seq 16 --ranks 2",
        "timeout --signal=TERM --preserve-status 2");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    expectContains(outcome.err, "stopping");
    expectContains(outcome.err, "zero-2.trace.json.gz (interrupted)");
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["runs"][0]["status"], "interrupted");
    EXPECT_EQ(shardscope("report").status, 0);
}

TEST_F(Command, DoctorSaysWhatWorks) {
    const Outcome text = shardscope("doctor");
    EXPECT_EQ(text.status, 0) << text.err;
    expectContains(text.out, "CPU");
    const auto document = nlohmann::json::parse(shardscope("doctor --json").out);
    EXPECT_EQ(document["schema"], "shardscope.doctor/1");
    EXPECT_GT(document["checks"].size(), 6u);
}

TEST_F(Command, MpirunWithoutCommMpiIsRefusedByEveryProcess) {
    const Outcome outcome = shardscope("run", "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=3");
    EXPECT_EQ(outcome.status, 2);
    expectContains(outcome.err, "shardscope (rank 1): --comm: found inproc under mpirun");
}

}  // namespace
}  // namespace shardscope::cli
