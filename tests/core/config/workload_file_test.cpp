#include "core/config/workload_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace shardscope::core {
namespace {

std::string textOf(const Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    return found == settings.end() ? "(none)" : found->second.text;
}

/// "where: message" of the error, or "(no error)".
std::string errorOf(std::string_view json) {
    const auto settings = parseWorkload(json, "w.json");
    if (settings) return "(no error)";
    EXPECT_EQ(settings.error().code, ErrorCode::InvalidInput);
    return toString(settings.error());
}

void expectError(std::string_view json, std::initializer_list<std::string_view> parts) {
    const std::string error = errorOf(json);
    for (std::string_view part : parts) {
        EXPECT_NE(error.find(part), std::string::npos) << json << "\n  " << error << "\n  " << part;
    }
}

TEST(WorkloadFile, ReadsEveryKindOfValueAsItsText) {
    const auto settings = parseWorkload(R"({"model": {"name": "mlp", "layers": 3},
        "gradAccum": [1, 4], "stage": 2, "lr": 1e-3, "overlap": false, "memoryLimit": "68MiB",
        "clip": 1, "bucket": 4096})",
                                        "w.json");
    ASSERT_TRUE(settings) << toString(settings.error());
    EXPECT_EQ(textOf(*settings, "model.name"), "mlp");
    EXPECT_EQ(textOf(*settings, "model.layers"), "3");
    EXPECT_EQ(textOf(*settings, "gradAccum"), "1,4");
    EXPECT_EQ(textOf(*settings, "stage"), "2");
    EXPECT_EQ(textOf(*settings, "lr"), "1e-3");
    EXPECT_EQ(textOf(*settings, "overlap"), "off");
    EXPECT_EQ(textOf(*settings, "memoryLimit"), "68MiB");
    EXPECT_EQ(textOf(*settings, "clip"), "1");
    EXPECT_EQ(textOf(*settings, "bucket"), "4096");
    EXPECT_EQ(settings->size(), 9u);
}

TEST(WorkloadFile, RemembersWhereAValueWasGiven) {
    const auto settings =
        parseWorkload("{\n  \"ranks\": 4,\n  \"model\": {\"heads\": 5}\n}", "w.json");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->at("ranks").where, "w.json:2:3: ranks");
    EXPECT_EQ(settings->at("model.heads").where, "w.json:3:13: model.heads");
}

TEST(WorkloadFile, TakesAModelsNameAlone) {
    const auto settings = parseWorkload(R"({"model": "gpt"})", "w.json");
    ASSERT_TRUE(settings);
    EXPECT_EQ(textOf(*settings, "model.name"), "gpt");
}

TEST(WorkloadFile, AcceptsCommentsAndTrailingCommas) {
    const auto settings = parseWorkload(
        "{ // how many\n \"ranks\": 4, /* and */ \"gradAccum\": [1, 4,],\n}", "w.json");
    ASSERT_TRUE(settings) << toString(settings.error());
    EXPECT_EQ(textOf(*settings, "gradAccum"), "1,4");
    EXPECT_EQ(settings->at("ranks").where, "w.json:2:2: ranks");
}

TEST(WorkloadFile, AnEmptyObjectSetsNothing) {
    const auto settings = parseWorkload("{}", "w.json");
    ASSERT_TRUE(settings);
    EXPECT_TRUE(settings->empty());
}

TEST(WorkloadFile, SuggestsTheNearestKey) {
    expectError("{\n \"rank\": 4}", {"w.json:2:2: rank", "did you mean ranks?", "allowed: model,"});
    expectError(R"({"model": {"head": 4}})", {"model.head:", "did you mean model.heads or"});
    expectError(R"({"heads": 4})", {"did you mean model.heads?"});
    expectError(R"({"model": {"xyzzy": 4}})", {"allowed: model.name, model.layers"});
}

TEST(WorkloadFile, RefusesAWrongTypeAndSaysWhatIsAllowed) {
    expectError(R"({"ranks": "four"})",
                {"w.json:1:2: ranks: found the text \"four\"; allowed: a whole number"});
    expectError(R"({"ranks": 4.5})", {"ranks: found 4.5; allowed: a whole number"});
    expectError(R"({"ranks": [4]})", {"ranks: found a list; allowed: a whole number"});
    expectError(R"({"ranks": {}})", {"ranks: found an object; allowed: a whole number"});
    expectError(R"({"ranks": null})", {"ranks: found null"});
    expectError(R"({"ranks": true})", {"ranks: found true"});
    expectError(R"({"gradAccum": ["1"]})", {"gradAccum: found the text \"1\""});
    expectError(R"({"gradAccum": [[1]]})", {"gradAccum: found a list"});
    expectError(R"({"gradAccum": []})", {"gradAccum: found an empty list"});
    expectError(R"({"model": 3})", {"model: found 3; allowed: a model's name, or an object"});
    expectError(R"({"model": ["gpt"]})", {"model: found a list"});
    expectError(R"({"model": {"layers": {}}})", {"model.layers: found an object"});
}

TEST(WorkloadFile, RefusesAKeyGivenTwice) {
    expectError(R"({"ranks": 4, "ranks": 2})", {"w.json:1:14: ranks: is given twice"});
    expectError(R"({"model": "gpt", "model": {"name": "mlp"}})",
                {"w.json:1:18: model: is given twice"});
    expectError(R"({"model": {"name": "gpt", "name": "mlp"}})", {"name: is given twice"});
}

TEST(WorkloadFile, PointsAtBrokenJson) {
    expectError("", {"w.json:1:1: is empty"});
    expectError(" \n", {"is empty"});
    expectError("{\n  \"ranks\": ,\n}", {"w.json:2:12: is not JSON: syntax error"});
    expectError("{\"ranks\": 4", {"w.json:1:12: is not JSON"});
    expectError("[1]", {"found a list; allowed: an object"});
    expectError("3", {"found 3; allowed: an object"});
    expectError("{} x", {"is not JSON"});
}

TEST(WorkloadFile, NamesAFileThatCannotBeRead) {
    const auto missing = readWorkloadFile("no-such-workload.json");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(missing.error().where, "no-such-workload.json");
    EXPECT_NE(missing.error().message.find("No such file"), std::string::npos);
    const auto folder = readWorkloadFile(::testing::TempDir());
    ASSERT_FALSE(folder);
    EXPECT_NE(folder.error().message.find("is a folder"), std::string::npos);
}

TEST(WorkloadFile, RefusesAFileTooLargeToBeAWorkload) {
    const std::string path =
        ::testing::TempDir() + std::to_string(getpid()) + "_large_workload.json";
    std::ofstream(path) << std::string((1 << 20) + 1, ' ');
    const auto settings = readWorkloadFile(path);
    ASSERT_FALSE(settings);
    EXPECT_NE(settings.error().message.find("larger than 1 MiB"), std::string::npos);
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace shardscope::core
