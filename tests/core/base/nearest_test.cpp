#include "core/base/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace shardscope::core {
namespace {

constexpr std::array<std::string_view, 5> kGpus{"a10", "h100-nvl", "h100-pcie", "h100-sxm",
                                                "h200-sxm"};

TEST(Suggestion, NamesAllThatContinueWhatWasTyped) {
    EXPECT_EQ(suggestion("h100", kGpus), "; did you mean h100-nvl, h100-pcie or h100-sxm?");
    EXPECT_EQ(suggestion("H200", kGpus), "; did you mean h200-sxm?");
}

TEST(Suggestion, NamesTheNearestOtherwise) {
    EXPECT_EQ(suggestion("h10-sxm", kGpus), "; did you mean h100-sxm?");
    EXPECT_EQ(suggestion("cerebras", kGpus), "");
    EXPECT_EQ(suggestion("", kGpus), "");
}

}  // namespace
}  // namespace shardscope::core
