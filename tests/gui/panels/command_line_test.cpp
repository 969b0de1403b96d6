#include "gui/model/command_line.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFileInfo>

#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

TEST(CommandLine, IsFoundBesideTheProgramBeforePath) {
    const Scratch beside, elsewhere;
    const QString mine = beside.script("true");
    const QString other = elsewhere.script("true");
    EXPECT_EQ(findCommand(beside.path(), elsewhere.path()), mine);
    const Scratch nothing;
    EXPECT_EQ(findCommand(nothing.path(), nothing.path() + ":" + elsewhere.path()), other);
    EXPECT_EQ(findCommand(nothing.path(), nothing.path()), QString());
    EXPECT_EQ(findCommand(nothing.path(), QString()), QString());
}

TEST(CommandLine, AFileThatCannotRunIsNotTheCommand) {
    const Scratch scratch;
    scratch.write(QStringLiteral("shardscope"), "text");
    EXPECT_EQ(findCommand(scratch.path(), QString()), QString());
}

TEST(CommandLine, WhatToDoWithoutItNamesTheFolder) {
    EXPECT_TRUE(missingCommandText(QStringLiteral("/opt/x")).contains("/opt/x"));
    EXPECT_TRUE(missingCommandText(QStringLiteral("/opt/x")).contains("PATH"));
}

TEST(CommandLine, IsQuotedForAShell) {
    EXPECT_EQ(joinForShell({"run", "--stage", "1,2", "--out", "my dir"}),
              QStringLiteral("run --stage 1,2 --out 'my dir'"));
    EXPECT_EQ(joinForShell({"it's", ""}), QStringLiteral("'it'\\''s' ''"));
    EXPECT_EQ(joinForShell({"$HOME"}), QStringLiteral("'$HOME'"));
}

TEST(CommandLine, IsShownAsItWouldBeTyped) {
    const Scratch scratch;
    const QString program = scratch.script("true");
    const CommandLine command{program, {"run"}, {}};
    EXPECT_EQ(shownWords(command, scratch.path()), QStringList({"shardscope", "run"}));
    EXPECT_EQ(shownWords(command, QStringLiteral("/nowhere")), QStringList({program, "run"}));
}

}  // namespace
}  // namespace shardscope::gui
