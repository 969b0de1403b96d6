#include "gui/layout/command_layout.h"

#include <gtest/gtest.h>

namespace shardscope::gui {
namespace {

QStringList linesOf(const char* words, double characters) {
    const TextMeasure measure{.height = 10,
                              .width = [](const QString& text) { return double(text.size()); }};
    return commandLines(QString(words).split(' '), characters, measure);
}

TEST(CommandLayout, AShortLineIsOne) {
    EXPECT_EQ(linesOf("shardscope run --ranks 2", 80), QStringList("shardscope run --ranks 2"));
}

TEST(CommandLayout, AnOptionStaysWithItsValue) {
    EXPECT_EQ(linesOf("shardscope run --ranks 2 --json", 22),
              QStringList({"shardscope run \\", "    --ranks 2 --json"}));
}

TEST(CommandLayout, AWordTooLongForALineHasItsOwn) {
    EXPECT_EQ(linesOf("/a/very/long/path run", 8),
              QStringList({"/a/very/long/path \\", "    run"}));
}

}  // namespace
}  // namespace shardscope::gui
