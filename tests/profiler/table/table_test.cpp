#include "profiler/cli/table/table.h"

#include <regex>

#include "tests/traces/table/table_reports.h"

namespace shardscope::cli {
namespace {

using doubles::Scenario;
using table::eightRuns;
using table::expectGolden;
using table::expectPlain;
using table::outOfMemory;
using table::played;
using table::sized;
using traces::RunReport;

TEST(Table, EightRunsReadAsTheyShould) {
    const std::string table = comparisonTable(eightRuns());
    expectPlain(table);
    expectGolden("eight_runs.txt", table);
}

TEST(Table, AStrategyOutOfMemoryKeepsItsRow) {
    RunReport two = played(sized("zero-2"), "8f3c91d200000000");
    two.memoryLimit = 68 << 20;
    const std::string table = comparisonTable({outOfMemory(), two});
    expectPlain(table);
    EXPECT_NE(table.find("  1 OOM at backward B2: needed 3.4, had 1.9 MiB\n"), std::string::npos)
        << table;
    EXPECT_NE(table.find("limit 68.0 MiB, G=1: 1 runs out of memory; 2 trains.\n"),
              std::string::npos);
    expectGolden("out_of_memory.txt", table);
}

TEST(Table, FailedAndInterruptedRunsSaySo) {
    RunReport failed = played(sized("zero-1"));
    failed.status = "failed";
    failed.error = "rank 2: the peer closed the connection";
    RunReport interrupted = played(sized("zero-2"));
    interrupted.status = "interrupted";
    interrupted.steadySteps = 6;
    RunReport early;
    early.status = "interrupted";
    early.name = "zero-3";
    const std::string table = comparisonTable({failed, interrupted, early});
    expectPlain(table);
    EXPECT_NE(table.find("  1 FAILED: rank 2: the peer closed the connection\n"),
              std::string::npos);
    EXPECT_NE(table.find("2 at G=1 was interrupted: 7 of 20 steps are whole."), std::string::npos);
    EXPECT_NE(table.find("  3 INTERRUPTED before a whole step was recorded\n"), std::string::npos);
}

TEST(Table, RowsOfDifferentSourcesAndFoldersAreToldApart) {
    const RunReport measured = played(sized("zero-1"));
    RunReport simulated = measured;
    simulated.source = "simulated";
    const std::string sources = comparisonTable({measured, simulated});
    EXPECT_NE(sources.find("\na = zero-1, measured\nb = zero-1, simulated\n"), std::string::npos)
        << sources;
    EXPECT_NE(sources.find("Some times are measured,"), std::string::npos);
    RunReport elsewhere = measured;
    elsewhere.recording = "other/zero-1.trace.json.gz";
    const std::string folders = comparisonTable({measured, elsewhere});
    EXPECT_NE(folders.find("\na = out/zero-1.trace.json.gz\nb = other/zero-1.trace.json.gz\n"),
              std::string::npos)
        << folders;
}

TEST(Table, ColumnsKeepApartWhatIsLarge) {
    RunReport report = played(sized("zero-3"));
    report.traffic.elementsPerParameter = 384.0;
    report.traffic.reduceScatter = {.calls = 4352, .wireBytes = 5LL << 40};
    report.traffic.allGather = {.calls = 8704, .wireBytes = 5LL << 39};
    const auto says = [&](const char* cells) {
        const std::string table = comparisonTable({report});
        expectPlain(table);
        EXPECT_NE(table.find(cells), std::string::npos) << cells << "\n" << table;
    };
    says("%|7680.0 384.0 4352RS,8704AG| ");
    report.traffic.allReduce.calls = 42;
    says("|7680.0 384.0 13098 in all | ");
    report.traffic.reduceScatter.calls = report.traffic.allGather.calls = 42;
    says("|7680.0 384.0 42 AR,RS,AG  | ");
}

TEST(Table, SaysWhatForwardDoesNotKeep) {
    RunReport report = played(sized("zero-1"));
    EXPECT_EQ(comparisonTable({report}).find("checkpointing"), std::string::npos);
    report.workload["attention"] = "flash";
    report.workload["checkpointing"] = "full";
    const std::string table = comparisonTable({report});
    EXPECT_NE(table.find("flash attention"), std::string::npos) << table;
    EXPECT_NE(table.find("full activation checkpointing"), std::string::npos) << table;
}

TEST(Table, NothingGivesNothing) { EXPECT_EQ(comparisonTable({}), ""); }

/// The printed summands of every row, read back from the text, add up to the printed peak.
TEST(Table, SummandsAddUpToThePeakAsPrinted) {
    const std::regex row(
        R"(^ +\w+ +([\d.]+) +([\d.-]+) +([\d.-]+) +([\d.-]+) +([\d.-]+) +([\d.-]+) )");
    int checked = 0;
    for (int64_t activations = 1; activations < (64 << 20); activations = activations * 3 + 101) {
        std::vector<RunReport> reports;
        for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
            Scenario scenario = sized(preset);
            scenario.steps = 2;
            scenario.elements = 1024 * (activations % 977 + 1);
            scenario.activationBytes = activations;
            reports.push_back(played(scenario));
        }
        std::istringstream lines(comparisonTable(reports));
        for (std::string line; std::getline(lines, line);) {
            std::smatch cells;
            if (!std::regex_search(line, cells, row)) continue;
            int64_t tenths = 0;
            const auto ticks = [](std::string cell) {
                if (cell == "-") return int64_t{0};
                std::erase(cell, '.');
                return static_cast<int64_t>(std::stoll(cell));
            };
            for (size_t i = 2; i < cells.size(); ++i) tenths += ticks(cells[i]);
            EXPECT_EQ(tenths, ticks(cells[1])) << line;
            ++checked;
        }
    }
    EXPECT_GE(checked, 4 * 10);
}

TEST(Table, StaysWithinItsWidthForAnySize) {
    for (const int64_t scale : {1L, 1000L, 1000000L, 4000000L}) {
        for (const int64_t calls : {7L, 1234L, 9876543L}) {
            std::vector<RunReport> reports;
            for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
                Scenario scenario = sized(preset);
                scenario.ranks = 2;
                scenario.steps = 2;
                scenario.elements = 1024 * scale;
                scenario.unitNs = scale;
                reports.push_back(played(scenario));
                reports.back().traffic.reduceScatter.calls = calls;
                reports.back().traffic.allGather.calls = 2 * calls;
            }
            expectPlain(comparisonTable(reports));
        }
    }
}

TEST(Table, TrafficThatNeedsALargerUnitLeavesMemoryItsOwn) {
    RunReport two = played(sized("zero-2"));
    two.traffic.reduceScatter.wireBytes = int64_t{30} << 40;
    const std::string table = comparisonTable({two});
    EXPECT_NE(table.find("SENT TiB: on the wire"), std::string::npos) << table;
    EXPECT_NE(table.find("MiB = 2^20 bytes"), std::string::npos) << table;
    expectPlain(table);
}

TEST(Table, TextFromElsewhereIsMadeAsciiAndFits) {
    RunReport report = played(sized("zero-2"));
    report.hardware = "\xED\x95\x9C\xEA\xB5\xAD CPU \xC2\xB7 " + std::string(300, 'x');
    report.notes = {std::string("\xE2\x80\x9Cquoted\xE2\x80\x9D ") + std::string(200, 'y')};
    expectPlain(comparisonTable({report}));
}

TEST(Table, AWideIntervalLosesDecimalsNotDigits) {
    RunReport report = played(sized("zero-2"));
    report.time.stepNs = {
        .median = 48'300'000, .p5 = 0, .p95 = 0, .n = 4, .low = 20'000'000, .high = 73'000'000};
    EXPECT_NE(comparisonTable({report}).find("| 48 +-27\n"), std::string::npos);
}

TEST(Table, RanksAreNotSaidTwice) {
    RunReport report = played(sized("zero-2"));
    report.hardware = "4 ranks in one process on 2 cores (a CPU)";
    EXPECT_NE(
        comparisonTable({report}).find("\nhost, 4 ranks in one process on 2 cores (a CPU) | 7"),
        std::string::npos);
}

TEST(Table, LongNamesGetALetterAndALegend) {
    RunReport one = played(sized("zero-1")), two = played(sized("zero-2"));
    one.strategy["preset"] = "deepspeed-1";
    two.strategy["preset"] = "deepspeed-2";
    const std::string table = comparisonTable({one, two});
    EXPECT_NE(table.find("a = deepspeed-1\nb = deepspeed-2\n"), std::string::npos);
    EXPECT_NE(table.find("\n  a "), std::string::npos);
    expectPlain(table);
}

TEST(Table, RunsOfOnePresetAreNamedByTheirFiles) {
    RunReport small = played(sized("zero-2")), large = played(sized("zero-2"));
    small.name = "zero-2-small-bucket";
    large.name = "zero-2-large-bucket";
    EXPECT_NE(comparisonTable({small, large}).find("b = zero-2-large-bucket"), std::string::npos);
}

TEST(Table, OptionsLeaveOutCurvesAndNext) {
    const std::string table = comparisonTable(
        {played(sized("zero-2"))}, {.interleaved = false, .curve = false, .next = false});
    EXPECT_EQ(table.find("full-size gradient bytes"), std::string::npos);
    EXPECT_EQ(table.find("next:"), std::string::npos);
}

/// Stage 1 rises to its whole gradient and stays; stage 2 never exceeds two buckets of seven.
TEST(TableCurve, ShowsHowLongGradientsLive) {
    std::istringstream lines(comparisonTable({played(sized("zero-1")), played(sized("zero-2"))}));
    std::vector<std::string> curves;
    for (std::string line; std::getline(lines, line);) {
        if (line.find('[') != std::string::npos) curves.push_back(line);
    }
    ASSERT_EQ(curves.size(), 2U);
    EXPECT_NE(curves[0].find('@'), std::string::npos);
    EXPECT_TRUE(curves[0].ends_with(" 21.0 MiB")) << curves[0];
    EXPECT_EQ(curves[1].find('@'), std::string::npos);
    EXPECT_TRUE(curves[1].ends_with(" 6.0 MiB")) << curves[1];
}

}  // namespace
}  // namespace shardscope::cli
