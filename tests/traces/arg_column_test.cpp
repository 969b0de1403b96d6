// Arguments in eight bytes each, and nothing lost.

#include "traces/arg_column.h"

#include <gtest/gtest.h>

#include <limits>

namespace shardscope::traces {
namespace {

using Int64 = std::numeric_limits<int64_t>;
using Int32 = std::numeric_limits<int32_t>;

TEST(ArgColumn, GivesBackEveryValueKeyAndKind) {
    const std::vector<Arg> all{{1, Arg::Kind::Integer, 0},
                               {2, Arg::Kind::Integer, Int32::min()},
                               {3, Arg::Kind::Integer, Int32::max()},
                               {4, Arg::Kind::Integer, int64_t{Int32::max()} + 1},
                               {5, Arg::Kind::Integer, int64_t{Int32::min()} - 1},
                               {6, Arg::Kind::Integer, Int64::min()},
                               {7, Arg::Kind::Integer, Int64::max()},
                               {(1u << 29) - 1, Arg::Kind::Text, 8},
                               {9, Arg::Kind::Raw, 10}};
    ArgColumn column;
    for (const Arg& arg : all) column.push_back(arg);
    ASSERT_EQ(column.size(), all.size());
    for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(column[i], all[i]) << i;
    const ArgColumn::View view = column.view(4, 3);
    EXPECT_EQ(std::vector<Arg>(view.begin(), view.end()),
              std::vector<Arg>(all.begin() + 4, all.begin() + 7));
    EXPECT_EQ(view[1], all[5]);
}

TEST(ArgColumn, NeedsEightBytesForWhatFitsInThirtyTwoBits) {
    ArgColumn column;
    for (int i = 0; i < 1000; ++i) column.push_back({1, Arg::Kind::Integer, i});
    EXPECT_EQ(column.sizeBytes(), 8000);
    column.push_back({1, Arg::Kind::Integer, Int64::max()});
    EXPECT_EQ(column.sizeBytes(), 8016);
}

TEST(ArgColumn, DiffersWhereAWideValueDiffers) {
    ArgColumn a, b;
    a.push_back({1, Arg::Kind::Integer, Int64::max()});
    b.push_back({1, Arg::Kind::Integer, Int64::max() - 1});
    EXPECT_FALSE(a == b);
    EXPECT_TRUE(a == a);
}

}  // namespace
}  // namespace shardscope::traces
