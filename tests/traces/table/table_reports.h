#pragma once
// Reports for tables: played scenarios, sized so that they read like a small model's.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/doubles/played_strategy.h"
#include "tests/doubles/recorded_run.h"
#include "traces/analysis/report.h"

namespace shardscope::table {

inline traces::RunReport reportOf(const traces::Trace& trace, const std::string& path) {
    auto report = traces::analyse(trace, path);
    EXPECT_TRUE(report) << core::toString(report.error());
    return report ? *report : traces::RunReport{};
}

/// Seven buckets of 3 MiB over 4 ranks, 18 MiB of activations, steps of about 100 ms.
inline doubles::Scenario sized(const std::string& preset, int gradAccum = 1) {
    return {.does = preset,
            .label = preset,
            .ranks = 4,
            .gradAccum = gradAccum,
            .steps = 20,
            .buckets = 7,
            .elements = 1536 * 1024,
            .activationBytes = 18 << 20,
            .unitNs = 100'000,
            .jitterUnits = 1};
}

/// A report as a run would leave it: with losses and a hash of the weights.
inline traces::RunReport played(const doubles::Scenario& scenario, const std::string& hash = "") {
    traces::Trace trace = doubles::recordingOf(scenario);
    trace.run["numerics"]["weightHash"] = hash;
    trace.run["numerics"]["loss"] = {5.5452, 5.1, 4.8713};
    return reportOf(trace, "out/" + trace.run["name"].get<std::string>() + ".trace.json.gz");
}

/// All four stages at G = 1 and 4, in the order of a run.
inline std::vector<traces::RunReport> eightRuns() {
    std::vector<traces::RunReport> reports;
    for (int gradAccum : {1, 4}) {
        for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
            const bool everyMicroBatch = gradAccum > 1 && preset[5] >= '2';
            reports.push_back(played(sized(preset, gradAccum), everyMicroBatch ? "91d2aa0000000002"
                                                               : gradAccum == 4
                                                                   ? "77c0ffee00000001"
                                                                   : "8f3c91d200000000"));
        }
    }
    return reports;
}

/// A run that its pool stopped in the first step, with a limit of 68 MiB.
inline traces::RunReport outOfMemory() {
    doubles::Scenario scenario = sized("zero-1");
    scenario.steps = 0;
    traces::Trace trace = doubles::recordingOf(scenario);
    trace.run["steps"] = 20;
    trace.run["status"] = "oom";
    trace.run["error"] = "rank 0: out of memory";
    trace.run["memoryLimit"] = 68 << 20;
    trace.run["outOfMemory"] = traces::Json{{"rank", 0},
                                            {"phase", "backward"},
                                            {"bucket", 4},
                                            {"label", "B2"},
                                            {"buffer", "gradients B2"},
                                            {"requested", 3549184},
                                            {"reserved", (68 << 20) - 1992294},
                                            {"limit", 68 << 20}};
    return reportOf(trace, "out/zero-1.trace.json.gz");
}

/// Compares with tests/golden/table/@p name; SHARDSCOPE_UPDATE_GOLDEN=1 writes it instead.
inline void expectGolden(const std::string& name, const std::string& text) {
    const std::string path = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/table/" + name;
    if (std::getenv("SHARDSCOPE_UPDATE_GOLDEN")) {
        std::ofstream(path) << text;
        GTEST_SKIP() << "wrote " << path;
    }
    std::ifstream file(path);
    ASSERT_TRUE(file) << path;
    std::stringstream golden;
    golden << file.rdbuf();
    EXPECT_EQ(text, golden.str()) << "SHARDSCOPE_UPDATE_GOLDEN=1 writes " << path;
}

/// ASCII, and at most 100 columns.
inline void expectPlain(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 100U) << line;
        for (const char c : line) EXPECT_TRUE(c >= 0x20 && c < 0x7F) << line;
    }
}

}  // namespace shardscope::table
