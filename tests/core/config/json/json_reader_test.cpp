#include <gtest/gtest.h>

#include "core/config/json/parse.h"
#include "core/config/json/reader.h"

namespace shardscope::core {
namespace {

/// A document and its reader, alive together.
struct Read {
    explicit Read(std::string_view text)
        : document(*parseJson(text, "s.json", {.what = "file", .example = "{}"})),
          json(document, document.root, "", error) {}

    std::string fault() const { return error ? toString(*error) : "(none)"; }

    JsonDocument document;
    std::optional<Error> error;
    JsonReader json;
};

TEST(JsonReader, ReadsWhatIsThere) {
    Read read(R"({"n": 4, "e": 5e8, "x": 0.5, "f": true, "t": "Adam", "o": {"k": 1}, "z": null})");
    EXPECT_EQ(read.json.whole("n", {1, 8}), 4);
    EXPECT_EQ(read.json.whole("e", {0}), 500'000'000);
    EXPECT_EQ(read.json.numberOr("x", 0, 0, 1), 0.5);
    EXPECT_TRUE(read.json.flagOr("f", false));
    EXPECT_EQ(read.json.choiceOr("t", "sgd", {"sgd", "adam"}), "adam");
    EXPECT_EQ(read.json.object("o").whole("k", {0}), 1);
    EXPECT_EQ(read.json.wholeOr("z", 7, {0}), 7);
    EXPECT_EQ(read.fault(), "(none)");
    EXPECT_TRUE(read.json.unread().empty());
}

TEST(JsonReader, KeepsTheFirstFaultOnly) {
    Read read("{\n \"n\": -4,\n \"t\": 3}");
    EXPECT_EQ(read.json.whole("n", {1, 1024}), 1);
    read.json.textOr("t", "");
    EXPECT_EQ(read.fault(), "s.json:2:2: n: found -4; allowed: a whole number from 1 to 1,024");
}

TEST(JsonReader, SaysWhereAndWhatForEveryType) {
    const auto fault = [](std::string_view text, auto get) {
        Read read(text);
        get(read.json);
        return read.fault();
    };
    EXPECT_EQ(fault("{}", [](JsonReader& j) { j.whole("n", {1}); }),
              "s.json:1:1: n: is missing; allowed: a whole number from 1 on");
    EXPECT_EQ(fault("{\"hiden_size\": 4}", [](JsonReader& j) { j.whole("hidden_size", {1}); }),
              "s.json:1:1: hidden_size: is missing, but \"hiden_size\" is there; allowed: a whole "
              "number from 1 on");
    EXPECT_EQ(fault("{\"n\": null}", [](JsonReader& j) { j.whole("n", {1}); }),
              "s.json:1:2: n: found null; allowed: a whole number from 1 on");
    EXPECT_EQ(fault("{\"n\": 4.5}", [](JsonReader& j) { j.whole("n", {1}); }),
              "s.json:1:2: n: found 4.5; allowed: a whole number from 1 on");
    EXPECT_EQ(fault("{\"n\": 18446744073709551616}", [](JsonReader& j) { j.whole("n", {1}); }),
              "s.json:1:2: n: found 18446744073709551616; allowed: a whole number from 1 on");
    EXPECT_EQ(fault("{\"n\": \"4\"}",
                    [](JsonReader& j) {
                        j.wholeOr("n", 1, {0, 9});
                    }),
              "s.json:1:2: n: found the text \"4\"; allowed: a whole number from 0 to 9");
    EXPECT_EQ(fault("{\"n\": 2}", [](JsonReader& j) { j.numberOr("n", 0, 0, 1); }),
              "s.json:1:2: n: found 2; allowed: a number from 0 to 1");
    EXPECT_EQ(fault("{\"n\": 1}", [](JsonReader& j) { j.flagOr("n", false); }),
              "s.json:1:2: n: found 1; allowed: true or false");
    EXPECT_EQ(fault("{\"n\": []}", [](JsonReader& j) { j.textOr("n", ""); }),
              "s.json:1:2: n: found an empty list; allowed: a text");
    EXPECT_EQ(fault("{\"n\": [1]}", [](JsonReader& j) { j.object("n"); }),
              "s.json:1:2: n: found a list; allowed: an object");
    EXPECT_EQ(fault("{\"n\": \"adm\"}",
                    [](JsonReader& j) {
                        j.choiceOr("n", "", {"sgd", "adam"});
                    }),
              "s.json:1:2: n: found the text \"adm\"; allowed: sgd, adam; did you mean adam?");
}

TEST(JsonReader, NamesKeysOfObjectsInObjectsInFull) {
    Read read("{\"o\": {\n \"k\": -1}}");
    read.json.object("o").whole("k", {0});
    EXPECT_EQ(read.fault(), "s.json:2:2: o.k: found -1; allowed: a whole number from 0 on");
}

TEST(JsonReader, KnowsWhatWasNotAskedForAndWhatIsNotThere) {
    Read read(R"({"a": 1, "b": 2})");
    read.json.wholeOr("a", 0, {0});
    read.json.wholeOr("c", 0, {0});
    ASSERT_EQ(read.json.unread().size(), 1u);
    EXPECT_EQ(read.json.unread()[0]->name, "b");
    EXPECT_EQ(read.json.absent(), std::vector<std::string_view>{"c"});
}

}  // namespace
}  // namespace shardscope::core
