#include "gui/shell/command_palette.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>

#include "gui/shell/fuzzy.h"
#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

int score(const char* typed, const char* name) {
    return fuzzyScore(QString::fromUtf8(typed), QString::fromUtf8(name)).value_or(-1);
}

TEST(FuzzyScore, LettersMustComeInOrder) {
    EXPECT_EQ(score("", "Open"), 0);
    EXPECT_GT(score("tcsv", "Table as CSV"), 0);
    EXPECT_GT(score("T A C", "Table as CSV"), 0) << "spaces are ignored";
    EXPECT_EQ(score("vcs", "Table as CSV"), -1);
    EXPECT_EQ(score("x", ""), -1);
    EXPECT_GT(score("\xec\x96\xb8", "\xec\x96\xb8\xec\x96\xb4"), 0);
}

TEST(FuzzyScore, BeginningsOfWordsAndRowsAreBetter) {
    EXPECT_GT(score("dark", "Theme: Dark"), score("dark", "Download a risky kit"));
    EXPECT_GT(score("cs", "Copy sheet"), score("cs", "Accents"));
    EXPECT_GT(score("sum", "Summary"), score("sum", "Sort up many"));
}

TEST(CommandPaletteTest, TypingAndEnterRunsTheBestCommand) {
    QObject owner;
    int ran = 0;
    QAction open(QStringLiteral("&Open recordings"), &owner), dark(QStringLiteral("&Dark"), &owner);
    QObject::connect(&dark, &QAction::triggered, [&] { ++ran; });
    CommandPalette palette({&open, &dark});
    palette.show();
    EXPECT_EQ(palette.list().count(), 2);
    QTest::keyClicks(&palette.field(), QStringLiteral("drk"));
    ASSERT_EQ(palette.list().count(), 1);
    EXPECT_EQ(palette.list().item(0)->text(), QStringLiteral("Dark"));
    QTest::keyClick(&palette.field(), Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return ran == 1; }));
    EXPECT_FALSE(palette.isVisible());
}

TEST(CommandPaletteTest, ArrowsGoRoundAndNothingFoundRunsNothing) {
    QObject owner;
    QAction a(QStringLiteral("aa"), &owner), b(QStringLiteral("ab"), &owner);
    CommandPalette palette({&a, &b});
    QTest::keyClick(&palette.field(), Qt::Key_Up);
    EXPECT_EQ(palette.list().currentRow(), 1);
    QTest::keyClick(&palette.field(), Qt::Key_Down);
    EXPECT_EQ(palette.list().currentRow(), 0);
    QTest::keyClicks(&palette.field(), QStringLiteral("zzz"));
    EXPECT_EQ(palette.list().count(), 0);
    QTest::keyClick(&palette.field(), Qt::Key_Return);
}

TEST(CommandPaletteTest, MarksOfKeysAreNotShown) {
    const QAction english(QStringLiteral("&Open\u2026"), nullptr);
    const QAction korean(QStringLiteral("\uc5f4\uae30(&O)\u2026"), nullptr);
    EXPECT_EQ(plainText(english), QStringLiteral("Open\u2026"));
    EXPECT_EQ(plainText(korean), QStringLiteral("\uc5f4\uae30\u2026"));
}

}  // namespace
}  // namespace shardscope::gui
