#include "core/base/units.h"

#include <gtest/gtest.h>

#include "core/base/dtype.h"

namespace shardscope::core {
namespace {

TEST(ParseBytes, ReadsBinaryAndDecimalUnits) {
    EXPECT_EQ(*parseBytes("4096", "x"), 4096);
    EXPECT_EQ(*parseBytes("68MiB", "x"), 68 * kMiB);
    EXPECT_EQ(*parseBytes("1.5 GiB", "x"), 3 * kGiB / 2);
    EXPECT_EQ(*parseBytes("80GB", "x"), 80'000'000'000);
    EXPECT_EQ(*parseBytes("12B", "x"), 12);
}

TEST(ParseBytes, RefusesWhatIsNotAPositiveSizeAndNamesTheOption) {
    for (const char* text : {"", "MiB", "-1", "0", "nan", "12XB", "1e30GiB", "1 2"}) {
        const auto result = parseBytes(text, "--memory-limit");
        ASSERT_FALSE(result) << text;
        EXPECT_EQ(result.error().code, ErrorCode::InvalidInput);
        EXPECT_EQ(result.error().where, "--memory-limit");
        EXPECT_NE(result.error().message.find("allowed"), std::string::npos);
    }
}

TEST(FormatBytes, HasOneDecimalFromKiBOn) {
    EXPECT_EQ(formatBytes(512), "512 B");
    EXPECT_EQ(formatBytes(1536), "1.5 KiB");
    EXPECT_EQ(formatBytes(-3 * kMiB), "-3.0 MiB");
}

TEST(WithCommas, GroupsThousands) {
    EXPECT_EQ(withCommas(7), "7");
    EXPECT_EQ(withCommas(10'770'432), "10,770,432");
    EXPECT_EQ(withCommas(-1000), "-1,000");
}

TEST(DType, ParsesItsOwnNames) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        EXPECT_EQ(*parseDType(nameOf(dtype), "--dtype"), dtype);
    }
    EXPECT_FALSE(parseDType("fp8", "--dtype"));
}

}  // namespace
}  // namespace shardscope::core
