#include "gui/shell/options.h"

#include <gtest/gtest.h>

namespace shardscope::gui {
namespace {

core::Result<ProgramOptions> parsed(const char* words) {
    return parseOptions(QString::fromUtf8(words).split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

TEST(Options, EveryOptionTakesItsValueBesideOrBehindAnEqualsSign) {
    for (const char* words :
         {"--render a.png --view summary --size 640x480 --theme dark --lang ko x.json",
          "--render=a.png --view=summary --size=640x480 --theme=dark --lang=ko x.json"}) {
        const auto options = parsed(words);
        ASSERT_TRUE(options) << core::toString(options.error());
        EXPECT_EQ(options->render, QStringLiteral("a.png"));
        EXPECT_EQ(options->view, PageId::Summary);
        EXPECT_EQ(options->size, QSize(640, 480));
        EXPECT_EQ(options->theme, ThemeChoice::Dark);
        EXPECT_EQ(options->language, Language::Korean);
        EXPECT_EQ(options->files, QStringList{QStringLiteral("x.json")});
    }
}

TEST(Options, WhatFollowsTwoDashesIsAFile) {
    const auto options = parsed("-- --help");
    ASSERT_TRUE(options);
    EXPECT_FALSE(options->help);
    EXPECT_EQ(options->files, QStringList{QStringLiteral("--help")});
}

TEST(Options, TheMapIsOfTheComparePageAndHasAnInstant) {
    const auto options = parsed("--view map --at 12.5ms a.json");
    ASSERT_TRUE(options) << core::toString(options.error());
    EXPECT_EQ(options->view, PageId::Compare);
    EXPECT_TRUE(options->map);
    EXPECT_EQ(options->atNs, 12'500'000);
    EXPECT_EQ(parsed("--view map --at=-3us")->atNs, -3000);
    EXPECT_FALSE(parsed("--view compare")->map);
}

struct Wrong {
    const char* words;
    const char* said;
};

TEST(Options, AWrongOneNamesWhatWasFoundAndWhatIsAllowed) {
    for (const Wrong& wrong :
         {Wrong{"--viw summary", "did you mean --view?"},
          Wrong{"--view sumary",
                "found \"sumary\"; allowed: compare, map, summary, plan, run; did you "
                "mean summary?"},
          Wrong{"--theme blue", "found \"blue\"; allowed: light, dark, desktop"},
          Wrong{"--lang fr", "found \"fr\"; allowed: en, ko"}, Wrong{"--size 12", "WIDTHxHEIGHT"},
          Wrong{"--size 100x100", "from 200 to 16384"},
          Wrong{"--size 999999x300", "from 200 to 16384"},
          Wrong{"--size 640x480x2", "WIDTHxHEIGHT"}, Wrong{"--render a.jpg", ".png or .svg"},
          Wrong{"--render", "needs a value"},
          Wrong{"--render a.png --view run", "compare, map, summary, plan"},
          Wrong{"--at 5ms", "give that too"}, Wrong{"--view map --at 5min", "for example 12.5ms"},
          Wrong{"--view map --at s", "ns, us, ms or s"},
          Wrong{"--render a.png --theme desktop", "light, dark"}}) {
        const auto options = parsed(wrong.words);
        ASSERT_FALSE(options) << wrong.words;
        EXPECT_EQ(options.error().code, core::ErrorCode::InvalidInput);
        const std::string text = core::toString(options.error());
        EXPECT_NE(text.find(wrong.said), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace shardscope::gui
