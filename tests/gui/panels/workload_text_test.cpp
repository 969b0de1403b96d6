#include "gui/model/workload_text.h"

#include <gtest/gtest.h>

#include <QProcess>

#include "tests/gui/panels/scratch.h"

namespace shardscope::gui {
namespace {

CommandOptions options() {
    return {
        {{.name = "--model",
          .names = {"--model"},
          .key = "model.name",
          .types = {"text"},
          .valueName = "NAME"},
         {.name = "--layers",
          .names = {"--layers"},
          .key = "model.layers",
          .types = {"integer"},
          .valueName = "N",
          .shownDefault = "6"},
         {.name = "--stage",
          .names = {"--stage"},
          .key = "stage",
          .types = {"integer", "list"},
          .valueName = "S",
          .shownDefault = "0,1,2,3"},
         {.name = "--strategy",
          .names = {"--strategy"},
          .key = "strategy",
          .types = {"text", "list"},
          .valueName = "NAME"},
         {.name = "--lr", .names = {"--lr"}, .key = "lr", .types = {"number"}, .valueName = "X"},
         {.name = "--bucket",
          .names = {"--bucket"},
          .key = "bucket",
          .types = {"integer", "text"},
          .valueName = "SIZE"},
         {.name = "--overlap",
          .names = {"--overlap"},
          .key = "overlap",
          .types = {"boolean", "text"},
          .valueName = "on|off"},
         {.name = "--data",
          .names = {"--data"},
          .key = "data",
          .types = {"text"},
          .valueName = "FILE"},
         {.name = "--out", .names = {"--out"}, .key = "out", .valueName = "DIR"},
         {.name = "--json", .names = {"--json"}}}};
}

/// Without blanks, so that a case is one line.
std::string textOf(const RunForm& form, const QByteArray& base = {}) {
    const auto saved = workloadText(form, options(), base);
    if (!saved) return saved.error().where + ": " + saved.error().message;
    return saved->text.simplified().replace(" ", "").toStdString();
}

TEST(WorkloadText, ValuesHaveTheTypesOfTheirKeys) {
    EXPECT_EQ(textOf({.given = {{"--layers", "12"}, {"--bucket", "25MiB"}, {"--data", "7"}},
                      .strategies = {"zero-1", "zero-2"},
                      .more = "--lr 0.5 --overlap off"}),
              R"({"bucket":"25MiB","data":"7","lr":0.5,"model":{"layers":12},)"
              R"("overlap":false,"stage":[1,2]})");
}

TEST(WorkloadText, WhatTheCommandDoesAnywayIsNotSaid) {
    EXPECT_EQ(textOf({.given = {{"--layers", "6"}},
                      .strategies = {"zero-0", "zero-1", "zero-2", "zero-3"}}),
              "{}");
}

TEST(WorkloadText, AFilesKeysStayUnlessTheFormSaysOtherwise) {
    EXPECT_EQ(textOf({.workload = "w.json", .given = {{"--layers", "2"}}, .strategies = {"ddp"}},
                     R"({"model": "llama", "seed": 3, "stage": [1]})"),
              R"({"model":{"layers":2,"name":"llama"},"seed":3,"strategy":"ddp"})");
}

TEST(WorkloadText, CommentsAndTrailingCommasAreReadAsTheCommandDoes) {
    const QByteArray base =
        "{ // layers\n \"seed\": 3, /* \"stage\": [9], */ \"stage\": [1, 2,],\n"
        " \"data\": \"a//b,\\\",]\",\n}";
    EXPECT_EQ(workloadStrategies(base), QStringList({"zero-1", "zero-2"}));
    EXPECT_EQ(workloadValue(base, "data"), QStringLiteral("a//b,\",]"));
    EXPECT_EQ(textOf({.workload = "w.json"}, base),
              R"({"data":"a//b,\",]","seed":3,"stage":[1,2]})");
}

TEST(WorkloadText, WhatIsNoPartOfAWorkloadIsNamed) {
    const auto saved =
        workloadText({.given = {{"--out", "runs/a"}}, .more = "--json"}, options(), {});
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->leftOut, QStringList({"--out", "runs/a", "--json"}));
    EXPECT_EQ(saved->text.simplified(), "{ }");
}

TEST(WorkloadText, WhatCannotBeUnderstoodIsRefused) {
    EXPECT_EQ(textOf({.more = "--layrs 3"}),
              "--layrs: is no option of shardscope run, so it cannot be saved");
    EXPECT_EQ(textOf({.workload = "w.json"}, "{"), "w.json: is no workload: unterminated object");
    EXPECT_EQ(textOf({.workload = "w.json"}, "[1]"),
              "w.json: is no workload: a JSON object is expected");
}

/// The command reads what is saved: it gets as far as the file's last setting, which is wrong.
TEST(WorkloadText, TheCommandReadsIt) {
    const Scratch scratch;
    QProcess command;
    command.start(scratch.real().program, {"run", "--help", "--json"});
    ASSERT_TRUE(command.waitForFinished());
    const auto known = parseOptions(command.readAllStandardOutput());
    ASSERT_TRUE(known);
    const auto saved = workloadText({.given = {{"--model", "llama"},
                                               {"--layers", "1"},
                                               {"--grad-accum", "1,2"},
                                               {"--bucket", "1000"},
                                               {"--memory-limit", "1GiB"},
                                               {"--dtype", "fp32"}},
                                     .strategies = {"zero-1", "ddp"},
                                     .more = "--tied on --lr 1e-4 --overlap off --ranks 0"},
                                    *known, {});
    ASSERT_TRUE(saved) << core::toString(saved.error());
    scratch.write("w.json", saved->text);
    command.setWorkingDirectory(scratch.path());
    command.start(scratch.real().program, {"run", "w.json"});
    ASSERT_TRUE(command.waitForFinished());
    EXPECT_EQ(command.exitCode(), 2);
    const QByteArray said = command.readAllStandardError();
    EXPECT_TRUE(said.contains("ranks: found 0")) << said.toStdString();
}

}  // namespace
}  // namespace shardscope::gui
