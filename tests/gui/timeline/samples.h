#pragma once
// The samples of the demo's first act: stages 1 and 2 of the same run, four ranks, seven buckets.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gui/model/loaded.h"

namespace shardscope::gui::test {

inline LoadedPtr sample(const std::string& name) {
    auto loaded = load(std::string(SHARDSCOPE_SOURCE_DIR) + "/traces/samples/" + name);
    EXPECT_TRUE(loaded.has_value()) << (loaded ? "" : loaded.error().message);
    return loaded ? *loaded : nullptr;
}

/// Read once: they are immutable.
inline const std::vector<LoadedPtr>& firstAct() {
    static const std::vector<LoadedPtr> both{sample("same-bytes/zero-1.trace.json.gz"),
                                             sample("same-bytes/zero-2.trace.json.gz")};
    return both;
}

}  // namespace shardscope::gui::test
