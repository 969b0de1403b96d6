// Markdown and CSV.

#include "tests/traces/table/table_reports.h"
#include "traces/table/csv.h"
#include "traces/table/markdown.h"

namespace shardscope::table {
namespace {

using traces::RunReport;

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

size_t countOf(const std::string& text, char what) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), what));
}

TEST(Markdown, EveryRowHasAsManyCellsAsTheHeading) {
    const std::string text = markdownTable({outOfMemory(), played(sized("zero-2"))});
    const auto lines = linesOf(text);
    for (size_t i = 1; i < 4; ++i) EXPECT_EQ(countOf(lines[i], '|'), countOf(lines[0], '|'));
    expectGolden("table.md", text);
}

TEST(Markdown, BarsInNamesDoNotEndACell) {
    RunReport report = played(sized("zero-2"));
    report.strategy["preset"] = "a|b";
    EXPECT_NE(markdownTable({report}).find("a\\|b"), std::string::npos);
}

TEST(Markdown, AssumptionsAreSaidOnceAndNameTheRunsThatAloneMakeThem) {
    std::vector<RunReport> reports{played(sized("zero-1")), played(sized("zero-2"))};
    EXPECT_EQ(markdownTable(reports).find("Assumed:"), std::string::npos);
    for (RunReport& report : reports) report.assumptions = {"all ranks are equally fast"};
    reports[1].assumptions.push_back("a | b");
    const std::string text = markdownTable(reports);
    EXPECT_NE(text.find("\nAssumed:\n\n- all ranks are equally fast\n- zero-2: a \\| b\n"),
              std::string::npos)
        << text;
}

TEST(Csv, OneLineAReportUnderOneHeading) {
    const auto lines = linesOf(csvTable({played(sized("zero-1")), played(sized("zero-2"))}));
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(countOf(lines[1], ','), countOf(lines[0], ','));
    EXPECT_TRUE(lines[0].starts_with("name,status,error,"));
    EXPECT_TRUE(lines[1].starts_with("zero-1,ok,,measured,host,4,"));
}

TEST(Csv, NumbersAreWholeBytesAndNanoseconds) {
    RunReport report = played(sized("zero-2"));
    report.memory.peak.bytes = 123456789012;
    EXPECT_NE(csvTable({report}).find(",123456789012,"), std::string::npos);
}

TEST(Csv, CommasAndQuotesAreQuoted) {
    RunReport report = played(sized("zero-2"));
    report.name = "a \"b\", c";
    EXPECT_NE(csvTable({report}).find("\n\"a \"\"b\"\", c\",ok,"), std::string::npos);
}

TEST(Renderings, NothingGivesNothing) {
    EXPECT_EQ(csvTable({}), "");
    EXPECT_EQ(markdownTable({}), "");
}

}  // namespace
}  // namespace shardscope::table
