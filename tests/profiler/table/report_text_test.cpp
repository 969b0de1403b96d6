#include "profiler/cli/output/report_text.h"

#include "profiler/cli/output/failure_text.h"
#include "tests/traces/table/table_reports.h"

namespace shardscope::cli {
namespace {

using table::expectGolden;
using table::expectPlain;
using table::outOfMemory;
using table::played;
using table::sized;
using traces::RunReport;

TEST(ReportText, StageTwoInDetail) {
    const std::string text = reportText(played(sized("zero-2", 4), "8f3c91d200000000"));
    expectPlain(text);
    expectGolden("report_zero_2.txt", text);
}

TEST(ReportText, WireBytesThatDifferFromTheFormulaSaySo) {
    RunReport report = played(sized("zero-2"));
    EXPECT_NE(reportText(report).find("= payload x 0.75"), std::string::npos);
    report.traffic.reduceScatter.wireBytes *= 2;
    EXPECT_NE(reportText(report).find("payload x 0.75 would be 15.8 MiB"), std::string::npos)
        << reportText(report);
}

TEST(ReportText, MemoryOfAGpuIsNamed) {
    RunReport report = played(sized("zero-2"));
    report.memory.deviceUsedPeakBytes = int64_t{500} << 20;
    report.memory.deviceMemory = {{"reserved", 64 << 20},        {"nccl", 36 << 20},
                                  {"products", 64 << 20},        {"scratch", 1 << 20},
                                  {"other", 335 << 20},          {"recorder", 9 << 20},
                                  {"capacity", int64_t{4} << 30}};
    const std::string text = reportText(report);
    expectPlain(text);
    for (const char* part : {"device says 500.0 MiB used", "NCCL 36.0 MiB", "scratch 1.0 MiB",
                             "335.0 MiB", "recorder's own 9.0 MiB"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
}

TEST(ReportText, ASimulationHasNoDeviceToAsk) {
    RunReport report = played(sized("zero-2"));
    report.source = report.device = "simulated";
    report.memory.deviceUsedPeakBytes = int64_t{500} << 20;
    report.stragglers = {{"sigma", 0.5}, {"seed", 7}};
    report.strategy["shardGroup"] = 2;
    const std::string text = reportText(report);
    EXPECT_NE(text.find("a device would have 500.0 MiB in use"), std::string::npos) << text;
    EXPECT_EQ(text.find("device says"), std::string::npos) << text;
    EXPECT_NE(text.find("zero-2: zero-2, shard group 2 (ok), simulated, 4 ranks, 20 steps, "
                        "stragglers sigma 0.5, seed 7\n"),
              std::string::npos)
        << text;
}

/// Printed parts of one step of one rank add up to it, whatever other ranks' maxima are.
TEST(ReportText, TheStepIsTakenApartOnOneRank) {
    RunReport report = played(sized("zero-2"));
    report.time.computeNs = report.time.stallNs = 10 * report.time.stepNs.median;
    report.time.slowest = {.rank = 3,
                           .step = 4,
                           .stepNs = 100'000,
                           .computeNs = 60'000,
                           .stallNs = 30'000,
                           .stallByCauseNs = {{"gather", 30'000}},
                           .otherNs = 10'000,
                           .communicationNs = 50'000,
                           .exposedNs = 20'000,
                           .waitingNs = 5'000};
    const std::string text = reportText(report);
    expectPlain(text);
    for (const char* part :
         {"rank 3, the slowest, in its step 5, the one of median length:", "60.0 us    60 %",
          "for gather                             30.0 us    30 %", "10.0 us    10 %",
          "100 us   100 %", "30.0 us    30 %", "20.0 us    20 %"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
}

TEST(ReportText, ALyingLabelIsSaid) {
    doubles::Scenario lie = sized("zero-2");
    lie.does = "zero-1";
    const std::string text = reportText(played(lie));
    EXPECT_NE(text.find("closest zero-1: does NOT do what its name says"), std::string::npos);
}

TEST(ReportText, FailedAndEmptyRunsAreShown) {
    const std::string text = reportText(outOfMemory());
    expectPlain(text);
    EXPECT_NE(text.find("error: rank 0: out of memory"), std::string::npos);
    expectPlain(reportText(RunReport{}));
}

TEST(ReportText, WithoutAWholeStepNothingIsClaimedOfSteps) {
    const std::string text = reportText(outOfMemory());
    EXPECT_NE(text.find("no whole step was recorded\n"), std::string::npos) << text;
    EXPECT_NE(text.find("cannot be told from what was recorded"), std::string::npos) << text;
    for (const char* part : {"TIME", "first born", "does what its name says"}) {
        EXPECT_EQ(text.find(part), std::string::npos) << text;
    }
}

TEST(ReportText, LossesThatAreNoNumbersAreSaid) {
    RunReport report = played(sized("zero-2"));
    report.numerics["loss"] = {5.5, nullptr, nullptr};
    EXPECT_NE(reportText(report).find("5.5000 -> NOT A NUMBER from step 2 on, of 3 steps"),
              std::string::npos);
}

TEST(FailureText, SaysTheNameOnceAndNoEmptyLists) {
    RunReport report = outOfMemory();
    report.error = report.name + ": out of memory";
    const std::string text = failureText({report});
    EXPECT_NE(text.find(report.name + " (oom): out of memory\n"), std::string::npos) << text;
    EXPECT_NE(text.find("reserved 66.1 MiB of\n    68.0 MiB"), std::string::npos) << text;
    EXPECT_EQ(text.find("live:"), std::string::npos) << text;
    EXPECT_EQ(text.find("largest live"), std::string::npos) << text;
}

TEST(FailureText, WithoutALimitNoneIsAdvised) {
    RunReport report = outOfMemory();
    report.outOfMemory["enough"] = 80 << 20;
    EXPECT_NE(failureText({report}).find("--memory-limit 80MiB"), std::string::npos);
    report.outOfMemory["limit"] = 0;
    const std::string text = failureText({report});
    EXPECT_NE(text.find("of\n    what the machine gave"), std::string::npos) << text;
    EXPECT_EQ(text.find("--memory-limit"), std::string::npos) << text;
}

}  // namespace
}  // namespace shardscope::cli
