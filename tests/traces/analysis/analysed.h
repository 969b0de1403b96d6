#pragma once
// Shared by the tests of this folder: analyse or fail.

#include <gtest/gtest.h>

#include "tests/doubles/played_strategy.h"
#include "tests/doubles/recorded_run.h"
#include "traces/analysis/report.h"

namespace shardscope::traces {

inline RunReport analysed(const Trace& trace) {
    auto report = analyse(trace, "run.trace.json.gz");
    EXPECT_TRUE(report) << core::toString(report.error());
    return report ? *report : RunReport{};
}
inline RunReport analysed(doubles::RecordedRun& run) { return analysed(run.done()); }
inline RunReport analysed(const doubles::Scenario& scenario) {
    return analysed(doubles::recordingOf(scenario));
}

}  // namespace shardscope::traces
