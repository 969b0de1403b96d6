// `view` becomes the dashboard beside the command: a copy of the command in a folder of its own, with
// and without one.

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

namespace fs = std::filesystem;

class View : public CommandTest {
  protected:
    void SetUp() override {
        CommandTest::SetUp();
        fs::copy_file(SHARDSCOPE_COMMAND, folder_ / "shardscope");
    }
    Outcome view(const std::string& args) const {
        const std::string line =
            "cd '" + folder_.string() + "' && ./shardscope view " + args + " >.out 2>.err";
        const int raw = std::system(line.c_str());
        return {.status = WEXITSTATUS(raw),
                .out = contentOf(folder_ / ".out"),
                .err = contentOf(folder_ / ".err")};
    }
    void dashboard(const std::string& lines) const {
        write("shardscope-gui", "#!/bin/sh\n" + lines);
        fs::permissions(folder_ / "shardscope-gui", fs::perms::owner_all);
    }
};

TEST_F(View, HandsItsWordsToTheDashboardAndTakesItsStatus) {
    dashboard("printf '<%s>' \"$@\"; exit 7\n");
    const Outcome outcome = view("'a b.json' --theme dark --view=summary");
    EXPECT_EQ(outcome.out, "<a b.json><--theme><dark><--view=summary>");
    EXPECT_EQ(outcome.status, 7);
}

TEST_F(View, WithoutADashboardSaysWhereItShouldBeAndHowToMakeIt) {
    const Outcome outcome = view("a.json");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    expectContains(outcome.err, (folder_ / "shardscope-gui").string());
    expectContains(outcome.err, "./dev build");
    expectContains(outcome.err, "qt6-base-dev");
}

TEST_F(View, ADashboardThatCannotBeStartedIsAnError) {
    dashboard("");
    write("shardscope-gui", "#!/nowhere/interpreter\n");
    const Outcome outcome = view("a.json");
    EXPECT_EQ(outcome.status, 2);
    expectContains(outcome.err, "cannot be started: ");
}

TEST_F(View, HelpNeedsNoDashboard) {
    const Outcome outcome = view("--help");
    EXPECT_EQ(outcome.status, 0);
    expectContains(outcome.out, "shardscope-gui --help");
    EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace shardscope::cli
