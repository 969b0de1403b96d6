// A prediction beside its measurement.

#include "profiler/cli/table/prediction.h"

#include "tests/traces/table/table_reports.h"
#include "traces/table/units.h"

namespace shardscope::cli {
namespace {

using table::expectGolden;
using table::expectPlain;
using table::reportOf;
using table::sized;
Compared compared(const std::string& preset, const std::string& source, int64_t unitNs) {
    doubles::Scenario scenario = sized(preset);
    scenario.unitNs = unitNs;
    traces::Trace trace = doubles::recordingOf(scenario);
    trace.run["source"] = source;
    const std::string path = source + "/" + preset + ".trace.json.gz";
    auto step = traces::breakdownOf(trace, path);
    EXPECT_TRUE(step) << core::toString(step.error());
    return {.report = reportOf(trace, path), .step = step.value_or(traces::StepBreakdown{})};
}

TEST(PredictionTable, ShowsEveryCategoryWithItsRatio) {
    const std::string text = predictionTable(compared("zero-2", "simulated", 100'000),
                                             compared("zero-2", "measured", 110'000));
    expectPlain(text);
    for (const char* part : {"unexplained", "exposed", "waiting", "idle", "reduce_scatter",
                             "x 1.100", "memory: equal to the byte", "shorter than the median"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    expectGolden("prediction.txt", text);
}

TEST(PredictionTable, SaysWhatElseDiffers) {
    const std::string text = predictionTable(compared("zero-1", "simulated", 100'000),
                                             compared("zero-2", "measured", 100'000));
    EXPECT_NE(text.find("strategies differ"), std::string::npos) << text;
    EXPECT_NE(text.find("memory: differs"), std::string::npos) << text;
}

TEST(PredictionJson, TimesAddUpAndMemoryIsEqual) {
    const traces::Json json = predictionJson(compared("zero-2", "simulated", 100'000),
                                             compared("zero-2", "measured", 110'000));
    EXPECT_EQ(json["memoryEqual"], true);
    for (const char* side : {"predicted", "measured"}) {
        int64_t step = 0, parts = 0;
        for (const traces::Json& row : json["rows"]) {
            const int64_t value = row[side].get<int64_t>();
            if (row["name"] == "step") {
                step = value;
            } else if (row["group"] == "step" || row["group"] == "compute") {
                parts += value;
            }
        }
        EXPECT_EQ(step, parts) << side;
    }
    EXPECT_NEAR(json["rows"][0]["ratio"].get<double>(), 1.1, 0.02);
}

}  // namespace
}  // namespace shardscope::cli
