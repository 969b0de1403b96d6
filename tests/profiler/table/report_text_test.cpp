#include "profiler/cli/report_text.h"

#include "tests/profiler/table/table_reports.h"

namespace shardscope::cli {
namespace {

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

}  // namespace
}  // namespace shardscope::cli
