#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/relaxed_json.h"
#include "core/config/json/parse.h"

namespace shardscope::core {
namespace {

constexpr JsonFile kFile{.what = "settings file", .example = "{\"a\": 1}"};

std::string errorOf(std::string_view json) {
    const auto document = parseJson(json, "s.json", kFile);
    if (document) return "(no error)";
    EXPECT_EQ(document.error().code, ErrorCode::InvalidInput);
    return toString(document.error());
}

TEST(StrictJson, BlanksCommentsAndKeepsEveryPosition) {
    EXPECT_EQ(strictJson("{// one\n\"a\": 1}"), "{      \n\"a\": 1}");
    EXPECT_EQ(strictJson("[1/* two\n */,2]"), "[1      \n   ,2]");
    EXPECT_EQ(strictJson("// nothing else"), "               ");
}

TEST(StrictJson, LeavesWhatOnlyLooksLikeAComment) {
    EXPECT_EQ(strictJson(R"({"url": "http://a/*b*/"})"), R"({"url": "http://a/*b*/"})");
    EXPECT_EQ(strictJson(R"(["\"// no"])"), R"(["\"// no"])");
    EXPECT_EQ(strictJson("[1 / 2]"), "[1 / 2]");
    EXPECT_EQ(strictJson("[1] /* never closed"), "[1] /* never closed");
}

TEST(StrictJson, BlanksACommaBeforeAClosingBracketOnly) {
    EXPECT_EQ(strictJson("[1, 2,]"), "[1, 2 ]");
    EXPECT_EQ(strictJson("{\"a\": [1,], // x\n}"), "{\"a\": [1 ]      \n}");
    EXPECT_EQ(strictJson("[\",]\",]"), "[\",]\" ]");
    EXPECT_EQ(strictJson("[,]"), "[,]");
    EXPECT_EQ(strictJson("[1,,]"), "[1,,]");
    EXPECT_EQ(strictJson("{\"a\":,}"), "{\"a\":,}");
    EXPECT_EQ(strictJson(",}"), ",}");
}

TEST(Json, KeepsValuesInOrderWithTheirPlaces) {
    const auto document = parseJson(
        "{\n  \"a\": 4, // four\n  \"b\\\"c\": [true, null, \"x\", 5e8,],\n}", "s.json", kFile);
    ASSERT_TRUE(document) << toString(document.error());
    ASSERT_EQ(document->root.members.size(), 2u);
    const JsonMember& a = document->root.members[0];
    const JsonMember& b = document->root.members[1];
    EXPECT_EQ(a.value.integer, 4);
    EXPECT_EQ(document->place(a.at, "a"), "s.json:2:3: a");
    EXPECT_EQ(b.name, "b\"c");
    EXPECT_EQ(document->place(b.at), "s.json:3:3");
    ASSERT_EQ(b.value.items.size(), 4u);
    EXPECT_EQ(b.value.items[1].kind, JsonValue::Kind::Null);
    EXPECT_EQ(b.value.items[3].number, 5e8);
    EXPECT_EQ(b.value.items[3].text, "5e8");
}

TEST(Json, TakesWholeNumbersBeyond63BitsAsNumbers) {
    const auto document = parseJson(
        R"({"a": 9223372036854775807, "b": 9223372036854775808, "c": -9223372036854775808})", "s",
        kFile);
    ASSERT_TRUE(document);
    EXPECT_EQ(document->root.find("a")->value.kind, JsonValue::Kind::Integer);
    EXPECT_EQ(document->root.find("b")->value.kind, JsonValue::Kind::Number);
    EXPECT_EQ(document->root.find("b")->value.text, "9223372036854775808");
    EXPECT_EQ(document->root.find("c")->value.integer, std::numeric_limits<int64_t>::min());
}

TEST(Json, PointsAtWhatIsWrong) {
    EXPECT_EQ(errorOf(""), "s.json:1:1: is empty; expected a JSON object such as {\"a\": 1}");
    EXPECT_EQ(errorOf("// only this"),
              "s.json:1:1: is empty; expected a JSON object such as {\"a\": 1}");
    EXPECT_EQ(errorOf("[1]"), "s.json:1:1: found a list; allowed: an object such as {\"a\": 1}");
    EXPECT_EQ(errorOf("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"), "s.json:3:2: a: is given twice");
    EXPECT_EQ(errorOf("{\"x\": {\"b\": 2, \"b\": 3}}"), "s.json:1:16: b: is given twice");
    EXPECT_EQ(errorOf("{\n \"a\" 1}").find("s.json:2:6: is not JSON: syntax error"), 0u);
    EXPECT_EQ(errorOf("{\"a\": 1} /* open").find("s.json:1:10: is not JSON"), 0u)
        << errorOf("{\"a\": 1} /* open");
    EXPECT_NE(errorOf("{\"a\": \"\xff\xfe\"}").find("UTF-8"), std::string::npos);
    EXPECT_EQ(errorOf("{\"a\": 1e999}").find("s.json:1:11: is not JSON: number overflow"), 0u)
        << errorOf("{\"a\": 1e999}");
}

TEST(Json, RefusesTooManyLevels) {
    std::string deep = "{\"a\": ";
    for (int i = 0; i < 100'000; ++i) deep += "[";
    EXPECT_NE(errorOf(deep).find("is nested more than 64 levels deep"), std::string::npos);
}

TEST(Json, NamesAFileThatCannotBeRead) {
    const auto missing = readJsonFile("no-such-file.json", kFile);
    ASSERT_FALSE(missing);
    EXPECT_EQ(toString(missing.error()),
              "no-such-file.json: cannot read the settings file: No such file or directory");
    const std::string path = testing::TempDir() + std::to_string(getpid()) + "_large.json";
    std::ofstream(path) << std::string((1 << 20) + 1, ' ');
    const auto large = readJsonFile(path, kFile);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message, "is larger than 1 MiB, so it is not a settings file");
    std::filesystem::remove(path);
}

TEST(Json, SaysWhatWasFoundOnOneShortLine) {
    JsonValue value{.kind = JsonValue::Kind::Text, .text = "a\nb" + std::string(100, 'x')};
    EXPECT_EQ(found(value), "the text \"a?b" + std::string(57, 'x') + "...\"");
}

}  // namespace
}  // namespace shardscope::core
