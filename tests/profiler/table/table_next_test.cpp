// What the table says to do next can be pasted, and does what it says.

#include <algorithm>

#include "tests/profiler/table/table_says.h"

namespace shardscope::cli {
namespace {

using table::sized;
using traces::RunReport;

TEST(Next, NamesALimitUnderWhichOneDiesAndTwoTrains) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].memory.smallestLimitBytes = 78 << 20;
    reports[1].memory.smallestLimitBytes = 68 << 20;
    expectSays(reports, "next: shardscope run --stage 1,2 --memory-limit 72MiB shardscope explain");
    reports[1].memory.smallestLimitBytes = 76 << 20;
    expectSays(reports, "--memory-limit 76MiB shardscope explain");
    reports[1].memory.smallestLimitBytes = 78 << 20;
    expectSilent(reports, "--memory-limit");
}

TEST(Next, CommandsThatAreTooLongAreBrokenAsAShellReadsThem) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].memory.smallestLimitBytes = 78 << 20;
    reports[1].memory.smallestLimitBytes = 68 << 20;
    reports[0].tool = {{"commandLine",
                        "shardscope run --model llama --layers 8 --hidden 512 --heads 8 "
                        "--attention flash --checkpointing full --data 'a file.txt'"}};
    const std::string text = comparisonTable(reports);
    table::expectPlain(text);
    EXPECT_NE(text.find("next: shardscope run --model llama --layers 8 --hidden 512 --heads 8 "
                        "--attention flash \\\n          --checkpointing full --data 'a file.txt' "
                        "--stage 1,2 --memory-limit 72MiB\n      shardscope explain"),
              std::string::npos)
        << text;
}

TEST(Next, NoLimitIsAdvisedForRunsWithoutACollective) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].memory.smallestLimitBytes = 78 << 20;
    reports[1].memory.smallestLimitBytes = 68 << 20;
    reports[0].strategy["without"] = "all-gather";
    expectSilent(reports, "--memory-limit");
}

TEST(Next, KeepsWhatTheRunWasMadeWith) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].memory.smallestLimitBytes = 78 << 20;
    reports[1].memory.smallestLimitBytes = 68 << 20;
    const auto typed = [&](const char* line) {
        for (RunReport& report : reports) report.tool = {{"commandLine", line}};
        return comparisonTable(reports);
    };
    const auto says = [](const std::string& text, const std::string& command) {
        std::string flat = text;
        std::ranges::replace(flat, '\n', ' ');
        return flat.find("next: " + command) != std::string::npos;
    };
    EXPECT_TRUE(says(typed("build/bin/shardscope run --layers 8 --stage 1,2 --ranks 2 --json"),
                     "shardscope run --layers 8 --ranks 2 --stage 1,2 --memory-limit 72MiB"));
    EXPECT_TRUE(says(typed("shardscope simulate --model=llama-3.1-8b --strategy=zero-1,zero-2 "
                           "--out 'a b' --memory-limit 9GiB"),
                     "shardscope simulate --model=llama-3.1-8b --stage 1,2 --memory-limit 72MiB"));
    EXPECT_TRUE(
        says(typed("shardscope-gui something"), "shardscope run --stage 1,2 --memory-limit 72MiB"));
}

TEST(Next, OneLimitServesAllAccumulationsWhenThereIsOne) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : oneAndTwo(sized("", 4))) reports.push_back(report);
    const std::vector<int64_t> limits{78, 66, 80, 70};
    for (size_t i = 0; i < 4; ++i) reports[i].memory.smallestLimitBytes = limits[i] << 20;
    expectSays(reports, "next: shardscope run --stage 1,2 --grad-accum 1,4 --memory-limit 74MiB");
    reports[3].memory.smallestLimitBytes = 80 << 20;
    expectSays(reports, "next: shardscope run --stage 1,2 --grad-accum 1 --memory-limit 72MiB");
}

TEST(Sentences, OneMeasuredStepIsNoComparison) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].time.stepNs = {
        .median = 100, .p5 = 100, .p95 = 100, .n = 1, .low = 100, .high = 100};
    reports[1].time.stepNs = {
        .median = 200, .p5 = 200, .p95 = 200, .n = 1, .low = 200, .high = 200};
    expectSays(reports, "G=1: 1 and 2 ran too few steps to compare their times (below 6)");
    EXPECT_NE(compareTwo(reports[0], reports[1]).find("too few steps"), std::string::npos);
    for (RunReport& report : reports) report.source = "simulated";
    expectSays(reports, "G=1: 1 is x 2.00 faster than 2");
}

TEST(Sentences, SimulatedTimesThatPrintAlikeAreTheSame) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : reports) report.source = "simulated";
    reports[0].time.stepNs = {
        .median = 1000, .p5 = 1000, .p95 = 1000, .n = 1, .low = 1000, .high = 1000};
    reports[1].time.stepNs = {
        .median = 1004, .p5 = 1004, .p95 = 1004, .n = 1, .low = 1004, .high = 1004};
    expectSays(reports, "G=1: 1 and 2 take the same time");
    EXPECT_NE(compareTwo(reports[0], reports[1]).find("both take the same time"),
              std::string::npos);
}

TEST(Sentences, LossesThatAreNoNumbersAreSaid) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    for (RunReport& report : reports) report.numerics["loss"] = {5.5, nullptr, nullptr};
    expectSays(reports,
               "losses: G=1 NOT A NUMBER from step 2 on in 1 and 2 (a lower --lr, or --clip, may "
               "help).");
    reports[0].numerics["loss"] = {5.5, 5.2, 5.1};
    reports[1].numerics["loss"] = {5.5, nullptr, 5.1};
    expectSays(reports, "losses: G=1 NOT A NUMBER in step 2 in 2 (");
    expectSays(reports, "; G=1 fell 5.5000 -> 5.1000.");
}

TEST(Sentences, SkippedStepsAreCounted) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSilent(reports, "skipped steps");
    for (RunReport& report : reports) {
        report.numerics["skippedSteps"] = 5;
        report.numerics["lossScale"] = 4096.0;
    }
    expectSays(reports, "skipped steps (fp16 overflow): 5 of 20 in 1 and 2; loss scale 4096");
}

}  // namespace
}  // namespace shardscope::cli
