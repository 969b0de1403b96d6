// What makes steps longer or memory fuller than a strategy must: a table says it where it is so, once,
// and of whom; a report with its figures.

#include "profiler/cli/output/report_text.h"
#include "tests/profiler/table/table_says.h"

namespace shardscope::cli {
namespace {

using table::expectPlain;
using table::sized;
using traces::RunReport;

void expectIn(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "not found: " << part << "\nin: " << text;
}

TEST(Warnings, BucketsThatPileUpOverTheStepsAreNamed) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSilent(reports, "pile up");
    reports[1].gradients.growth = {.over = "steps", .first = 2, .last = 9, .bytes = 21 << 20};
    expectSays(reports,
               "gradients: of 2 at G=1 full-size buckets pile up: 2 live at once in the first "
               "step, 9 in the last, 21.0 MiB more.");
    expectSilent(reports, "of 1 at G=1 full-size buckets");
    expectSilent(reports, "within a step");
}

TEST(Warnings, BucketsThatPileUpWithinAStepAreSaidOfItsMicroBatches) {
    std::vector<RunReport> reports = oneAndTwo(sized("", 4));
    reports[1].gradients.growth = {
        .over = "micro-batches", .first = 2, .last = 8, .bytes = 18 << 20};
    expectSays(reports,
               "gradients: of 2 at G=4 full-size buckets pile up within a step: 2 live at once in "
               "the first micro-batch, 8 in the last, 18.0 MiB more.");
}

/// From a twentieth of the step on.
TEST(Warnings, AStepThatWaitsForItsHostIsNamedWithHowLong) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    expectSilent(reports, "waits for its host");
    reports[0].time.stepNs.median = 100'000'000;
    reports[0].time.hostBoundNs = 4'900'000;
    expectSilent(reports, "waits for its host");
    reports[0].time.hostBoundNs = 12'000'000;
    expectSays(reports,
               "step: 1 at G=1 waits for its host: for at least 12 % of a step (12.0 ms) the "
               "compute stream had nothing queued, because it had not been issued yet.");
    expectSilent(reports, "2 at G=1 waits for its host");
    reports[0].time.stepNs.median = 0;
    expectSilent(reports, "waits for its host");
}

/// From a hundredth of the step on; the most of all rows.
TEST(Warnings, WhatRecordingTookIsSaidWhereItCanBeNoticed) {
    std::vector<RunReport> reports = oneAndTwo(sized(""));
    reports[0].recorderShare = 0.009;
    expectSilent(reports, "keeping records took");
    reports[1].recorderShare = 0.034;
    expectSays(reports,
               "recorder: keeping records took about 3.4 % of a step; times without it are "
               "shorter.");
}

TEST(ReportWarnings, HowLongABucketIsKeptAfterItsReductionIsInItsLine) {
    RunReport report = table::played(sized("zero-2"));
    ASSERT_FALSE(report.gradients.perBucket.empty());
    for (traces::BucketLifetime& bucket : report.gradients.perBucket) bucket.releaseLagNs = 0;
    report.gradients.perBucket.front().releaseLagNs = 7'250'000;
    const std::string text = reportText(report);
    expectPlain(text);
    expectIn(text, "    released    kept for\n");
    const size_t row = text.find("\n  " + report.gradients.perBucket.front().label + " ");
    ASSERT_NE(row, std::string::npos) << text;
    const std::string line = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
    EXPECT_TRUE(line.ends_with("     7.25 ms")) << line;
}

TEST(ReportWarnings, WaitingForTheHostIsAPartOfTheStep) {
    RunReport report = table::played(sized("zero-2"));
    EXPECT_EQ(reportText(report).find("host-bound"), std::string::npos);
    report.time.stepNs.median = 100'000'000;
    report.time.hostBoundNs = 3'500'000;
    const std::string text = reportText(report);
    expectPlain(text);
    expectIn(joined(text),
             "host-bound at least 3.50 ms (3.5 % of the step): the compute stream had nothing "
             "queued, because its host had not issued it yet");
}

TEST(ReportWarnings, WhatRecordingTookHasItsPrice) {
    RunReport report = table::played(sized("zero-2"));
    EXPECT_EQ(reportText(report).find("recording took"), std::string::npos);
    report.recorder["recordNs"] = 51.5;
    report.recorderShare = 0.0123;
    const std::string text = reportText(report);
    expectPlain(text);
    expectIn(joined(text),
             "recording took about 1.23 % of the step: a rank's records at 51.5 ns each, as "
             "measured beside the run");
}

}  // namespace
}  // namespace shardscope::cli
