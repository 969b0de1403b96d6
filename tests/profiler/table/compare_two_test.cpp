// The differences of two recordings.

#include "profiler/cli/table/table.h"
#include "tests/traces/table/table_reports.h"

namespace shardscope::cli {
namespace {

using table::expectGolden;
using table::expectPlain;
using table::played;
using table::sized;
using traces::RunReport;

TEST(CompareTwo, ShowsDifferencesAndTheirCauses) {
    const std::string text =
        compareTwo(played(sized("zero-1"), "aa"), played(sized("zero-2"), "aa"));
    expectPlain(text);
    EXPECT_NE(text.find("strategy cadence: last-micro-batch -> every-micro-batch\n"),
              std::string::npos);
    EXPECT_NE(text.find("weights: the same bits, aa.\n"), std::string::npos);
    EXPECT_NE(text.find("pool: different calls.\n"), std::string::npos);
    expectGolden("compare_two.txt", text);
}

TEST(CompareTwo, ARecordingDoesNotDifferFromItself) {
    const RunReport report = played(sized("zero-2"), "aa");
    const std::string text = compareTwo(report, report);
    EXPECT_EQ(text.find(" x "), std::string::npos);
    EXPECT_NE(text.find("pool: the same calls, to the byte.\n"), std::string::npos);
    EXPECT_NE(text.find("step: cannot be told apart"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::cli
