#include <gtest/gtest.h>

#include "profiler/cli/explain/display_text.h"

namespace shardscope::explain {
namespace {

TEST(DisplayWidth, LatinIsOneColumnAndHangulTwo) {
    EXPECT_EQ(displayWidth(""), 0);
    EXPECT_EQ(displayWidth("all-gather"), 10);
    EXPECT_EQ(displayWidth("샤드"), 4);
    EXPECT_EQ(displayWidth("GPU 0의 샤드"), 12);
    EXPECT_EQ(displayWidth("漢字、"), 6);
    EXPECT_EQ(displayWidth("Ａ"), 2);       // full-width
    EXPECT_EQ(displayWidth("e\u0301"), 1);  // combining accent
}

TEST(DisplayWidth, BytesThatAreNotUtf8CountOneEach) {
    EXPECT_EQ(displayWidth("\xFF\xFE"), 2);
    EXPECT_EQ(displayWidth("\xEC\x83"), 2);  // cut character
    EXPECT_EQ(displayWidth("\xEC"
                           "ab"),
              3);
}

TEST(DisplayText, PadsByColumns) {
    EXPECT_EQ(padRight("샤드", 6), "샤드  ");
    EXPECT_EQ(padRight("longer", 3), "longer");
    EXPECT_EQ(displayWidth(centred("그래디언트", 20)), 20);
}

TEST(DisplayText, ShortensToTheColumn) {
    EXPECT_EQ(shortened("abcdef", 6), "abcdef");
    EXPECT_EQ(shortened("abcdefg", 6), "abcd..");
    EXPECT_EQ(shortened("샤드샤드", 6), "샤드..");
    EXPECT_EQ(displayWidth(shortened("샤드샤드", 7)), 6);  // a half character is left out
}

TEST(DisplayText, WrapsAtSpacesWithinTheWidth) {
    EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(wrapped("그래디언트 샤드", 12), (std::vector<std::string>{"그래디언트", "샤드"}));
    EXPECT_EQ(wrapped("indivisible", 4), (std::vector<std::string>{"indivisible"}));
    EXPECT_EQ(wrapped("", 4), (std::vector<std::string>{""}));
}

TEST(DisplayText, HangsUnderItsLead) {
    const std::string text = hanging("a  ", std::string(96, 'x') + " y");
    EXPECT_EQ(text, "a  " + std::string(96, 'x') + "\n   y\n");
}

TEST(DisplayText, DoesNotBreakListItems) {
    const std::string item = "[A ] " + std::string(40, 'x');
    EXPECT_EQ(flowing("k ", {item, item, item}), "k " + item + "  " + item + "\n  " + item + "\n");
    EXPECT_EQ(flowing("k ", {}), "k\n");
}

}  // namespace
}  // namespace shardscope::explain
