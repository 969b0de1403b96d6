#include "core/config/huggingface/safetensors.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace shardscope::core {
namespace {

std::string faultOf(std::string_view json, int64_t dataBytes) {
    const auto tensors = parseSafetensors(json, "m.safetensors", dataBytes);
    if (tensors) return "(read)";
    EXPECT_EQ(tensors.error().code, ErrorCode::InvalidInput);
    return toString(tensors.error());
}

class SafetensorsFile : public testing::Test {
  protected:
    void SetUp() override {
        path_ = testing::TempDir() + std::to_string(getpid()) + "_test.safetensors";
    }
    void TearDown() override { std::filesystem::remove(path_); }

    /// Writes a length of @p length, then @p rest.
    void write(uint64_t length, const std::string& rest) const {
        std::ofstream file(path_, std::ios::binary);
        for (int i = 0; i < 8; ++i) file.put(static_cast<char>(length >> (8 * i)));
        file << rest;
    }
    std::string fault() const {
        const auto tensors = readSafetensors(path_);
        return tensors ? "(read)" : tensors.error().message;
    }

    std::string path_;
};

constexpr std::string_view kTwo =
    R"({"__metadata__": {"format": "pt"},
 "b": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [4, 16]},
 "a": {"dtype": "F32", "shape": [], "data_offsets": [0, 4]}})";

TEST(Safetensors, ReadsNamesTypesAndShapesInTheOrderOfTheData) {
    const auto tensors = parseSafetensors(kTwo, "m", 16);
    ASSERT_TRUE(tensors) << toString(tensors.error());
    ASSERT_EQ(tensors->size(), 2u);
    EXPECT_EQ((*tensors)[0].name, "a");
    EXPECT_EQ((*tensors)[0].elements(), 1);
    EXPECT_EQ(
        (*tensors)[1],
        (TensorInfo{.name = "b", .dtype = "BF16", .shape = {2, 3}, .beginByte = 4, .endByte = 16}));
}

TEST(Safetensors, RefusesOffsetsThatOverlapOrLeaveAHole) {
    EXPECT_EQ(
        faultOf(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]},
 "b": {"dtype": "U8", "shape": [4], "data_offsets": [2, 6]}})",
                6),
        "m.safetensors: b: starts at byte 2, inside of the tensor before it, which ends at 4");
    EXPECT_EQ(faultOf(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [1, 5]}})", 5),
              "m.safetensors: a: starts at byte 1, behind the end of the tensor before it, which "
              "ends at 0");
    EXPECT_EQ(faultOf(kTwo, 20), "m.safetensors: holds 20 bytes of data, and its tensors 16");
    EXPECT_EQ(
        faultOf(R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 9]}})", 5),
        "m.safetensors:1:37: a.data_offsets: found [0, 9]; allowed: first and last byte, up to "
        "the 5 bytes behind the header");
}

TEST(Safetensors, RefusesAShapeThatIsNotItsBytes) {
    EXPECT_EQ(
        faultOf(R"({"a": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 8]}})", 8),
        "m.safetensors:1:24: a.shape: found [2, 2] of F32, which is 16 bytes; the offsets hold "
        "8 bytes");
    EXPECT_NE(faultOf(R"({"a": {"dtype": "F32", "shape": [9223372036854775807, 9], "data_offsets":
 [0, 8]}})",
                      8)
                  .find("too many to count"),
              std::string::npos);
    EXPECT_NE(faultOf(R"({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 8]}})", 8)
                  .find("a.shape: found a list with something else in it; allowed: a list of whole "
                        "numbers from 0 on"),
              std::string::npos);
    EXPECT_NE(faultOf(R"({"a": {"dtype": "F23", "shape": [2], "data_offsets": [0, 8]}})", 8)
                  .find("a.dtype: found the text \"F23\"; allowed: BOOL, U8"),
              std::string::npos);
    EXPECT_EQ(faultOf(R"({"a": {"shape": [2], "data_offsets": [0, 8]}})", 8),
              "m.safetensors:1:7: a.dtype: is missing");
    EXPECT_EQ(
        faultOf(R"({"a": 3})", 8),
        "m.safetensors:1:2: a: found 3; allowed: an object with dtype, shape and data_offsets");
}

TEST(Safetensors, RefusesWhatIsNoJson) {
    EXPECT_NE(faultOf("{\"a\xff\": 1}", 0).find("is not JSON"), std::string::npos);
    EXPECT_NE(faultOf("{\"a\": {}, \"a\": {}}", 0).find("a: is given twice"), std::string::npos);
}

TEST_F(SafetensorsFile, ReadsTheHeaderAlone) {
    const std::string header = R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}}   )";
    write(header.size(), header + "data");
    const auto tensors = readSafetensors(path_);
    ASSERT_TRUE(tensors) << toString(tensors.error());
    EXPECT_EQ(tensors->front().shape, (std::vector<int64_t>{4}));
}

TEST_F(SafetensorsFile, RefusesLengthsThatCannotBe) {
    write(100, "{}");
    EXPECT_EQ(fault(),
              "is no safetensors file: its first 8 bytes say a header of 100 bytes; "
              "allowed: 2 to 2");
    write(~uint64_t{0}, "{}");
    EXPECT_NE(fault().find("say a header of 18446744073709551615 bytes"), std::string::npos);
    write(0, "{}");
    EXPECT_NE(fault().find("say a header of 0 bytes"), std::string::npos);
    std::ofstream(path_, std::ios::binary) << "abc";
    EXPECT_EQ(fault(),
              "is no safetensors file: it has 3 bytes; allowed: 8 bytes of length, a "
              "header, and the data");
    std::filesystem::remove(path_);
    EXPECT_EQ(fault(), "cannot be read: No such file or directory");
}

}  // namespace
}  // namespace shardscope::core
