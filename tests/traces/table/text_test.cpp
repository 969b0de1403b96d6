#include "traces/table/text.h"

#include <gtest/gtest.h>

namespace shardscope::table {
namespace {

TEST(TableText, KnownCharactersAreSpelledOthersAreMarked) {
    EXPECT_EQ(asciiOf("2\u03a8 \u00d7 3 \u2192 4\u2026"), "2Psi x 3 -> 4...");
    EXPECT_EQ(asciiOf("\xED\x95\x9C!"), "?!");
    EXPECT_EQ(asciiOf("tab\tend"), "tab end");
}

TEST(TableText, BrokenUtf8IsMarkedToo) {
    EXPECT_EQ(asciiOf("a\xFF"), "a?");
    EXPECT_EQ(asciiOf("\x80\x80z"), "?z");
    EXPECT_EQ(asciiOf("\xE2\x80"), "?");
}

TEST(TableText, LinesBreakAtSpaces) {
    EXPECT_EQ(wrapped("one two three", 8), "one two\n  three\n");
    EXPECT_EQ(wrapped("short", 8), "short\n");
    EXPECT_EQ(wrapped("", 8), "\n");
}

TEST(TableText, AWordThatIsTooLongGoesOnInTheNextLine) {
    EXPECT_EQ(wrapped("abcdefghijkl", 8), "abcdefgh\n  ijkl\n");
    EXPECT_EQ(wrapped("a bcdefghijkl m", 8), "a\n  bcdefg\n  hijkl\n  m\n");
}

TEST(TableText, PartsBreakBetweenThem) {
    EXPECT_EQ(wrappedParts({"aa", "bb", "cc"}, 7), "aa | bb\ncc\n");
    EXPECT_EQ(wrappedParts({"a", "bbb bbb bbb", "cc"}, 7), "a\nbbb bbb\n  bbb\ncc\n");
    EXPECT_EQ(wrappedParts({}, 7), "");
}

TEST(TableText, ListsReadAsSentences) {
    EXPECT_EQ(listOf({}), "");
    EXPECT_EQ(listOf({"1"}), "1");
    EXPECT_EQ(listOf({"0", "1", "2"}), "0, 1 and 2");
}

}  // namespace
}  // namespace shardscope::table
