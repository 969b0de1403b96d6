#include "core/base/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace shardscope::core {
namespace {

constexpr std::array<std::string_view, 6> kOptions{
    "--ranks", "--micro-batch", "--gradient-accumulation-steps", "--lr", "--bucket", "--seed"};

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
    EXPECT_EQ(editDistance("", ""), 0);
    EXPECT_EQ(editDistance("", "abc"), 3);
    EXPECT_EQ(editDistance("rank", "ranks"), 1);
    EXPECT_EQ(editDistance("heads", "haeds"), 1);
    EXPECT_EQ(editDistance("BF16", "bf16"), 0);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3);
}

TEST(Nearest, FindsTheMisspeltOption) {
    EXPECT_EQ(nearest("--rank", kOptions), "--ranks");
    EXPECT_EQ(nearest("--microbatch", kOptions), "--micro-batch");
    EXPECT_EQ(nearest("--micro_batch", kOptions), "--micro-batch");
    EXPECT_EQ(nearest("-ranks", kOptions), "--ranks");
}

TEST(Nearest, FindsTheOptionThatAWordBegins) {
    EXPECT_EQ(nearest("--gradient", kOptions), "--gradient-accumulation-steps");
}

TEST(Nearest, SaysNothingWhenNothingIsNear) {
    EXPECT_FALSE(nearest("--xyzzy", kOptions));
    EXPECT_FALSE(nearest("", kOptions));
    EXPECT_FALSE(nearest("--", kOptions));
    EXPECT_FALSE(nearest(std::string(1000, 'r'), kOptions));
    EXPECT_EQ(suggestion("--xyzzy", kOptions), "");
    EXPECT_EQ(suggestion("--sede", kOptions), "; did you mean --seed?");
}

}  // namespace
}  // namespace shardscope::core
