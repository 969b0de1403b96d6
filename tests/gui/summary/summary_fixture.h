#pragma once
// Recordings for the summary: the samples, and played runs of any shape.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gui/model/loaded.h"
#include "tests/doubles/played_strategy.h"

namespace shardscope::gui {

inline std::string samplePath(const std::string& act, const std::string& name) {
    return std::string(SHARDSCOPE_SOURCE_DIR) + "/traces/samples/" + act + "/" + name +
           ".trace.json.gz";
}

inline LoadedPtr sample(const std::string& act, const std::string& name) {
    auto loaded = load(samplePath(act, name));
    EXPECT_TRUE(loaded) << core::toString(loaded.error());
    return loaded ? *loaded : nullptr;
}

inline std::vector<LoadedPtr> sampleAct(const std::string& act) {
    return {sample(act, "zero-1"), sample(act, "zero-2")};
}

/// As load() would give it, without a file.
inline LoadedPtr played(const doubles::Scenario& scenario) {
    auto loaded = std::make_shared<LoadedRecording>();
    const traces::Trace trace = doubles::recordingOf(scenario);
    loaded->name = scenario.label;
    loaded->path = scenario.label + ".trace.json.gz";
    auto report = traces::analyse(trace, loaded->path);
    EXPECT_TRUE(report) << core::toString(report.error());
    if (report) loaded->report = *report;
    return loaded;
}

/// A trace of another program.
inline LoadedPtr foreign() {
    auto loaded = std::make_shared<LoadedRecording>();
    loaded->name = "bench.json";
    loaded->path = "bench.json";
    loaded->foreign = "not a recording of shardscope";
    return loaded;
}

}  // namespace shardscope::gui
