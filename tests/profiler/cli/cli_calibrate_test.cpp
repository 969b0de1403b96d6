// `shardscope calibrate` through the real command: its file is one that `simulate` takes, and a
// prediction made with it is compared with a run.

#include <nlohmann/json.hpp>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

constexpr const char* kModel = " --layers 2 --hidden 64 --heads 2 --seq 16 ";

class Calibrate : public CommandTest {};

TEST_F(Calibrate, WritesAFileThatPredictsARun) {
    const Outcome calibrated =
        shardscope(std::string("calibrate --seconds 1 --ranks 2 --out h.json") + kModel);
    ASSERT_EQ(calibrated.status, 0) << calibrated.err;
    expectContains(calibrated.out, "kernel times");
    const auto file = nlohmann::json::parse(contentOf(folder_ / "h.json"));
    EXPECT_EQ(file["schema"], "shardscope.hardware/1");
    EXPECT_EQ(file["kind"], "host");

    const std::string workload = std::string(kModel) + "--stage 2 --ranks 2 --steps 8 ";
    const Outcome predicted = shardscope("simulate --hardware h.json --out predicted" + workload);
    ASSERT_EQ(predicted.status, 0) << predicted.err;
    expectContains(predicted.out, "2 ranks as threads of");
    const Outcome measured = shardscope("run --out measured" + workload);
    ASSERT_EQ(measured.status, 0) << measured.err;

    const std::string two = "measured/zero-2.trace.json.gz predicted/zero-2.trace.json.gz";
    const Outcome table = shardscope("compare " + two);
    ASSERT_EQ(table.status, 0) << table.err;
    expectContains(table.out, "unexplained");
    expectContains(table.out, "memory: equal to the byte.");
    const Outcome json = shardscope("compare --json " + two);
    ASSERT_EQ(json.status, 0) << json.err;
    const auto document = nlohmann::json::parse(json.out);
    EXPECT_EQ(document["schema"], "shardscope.report/1");
    EXPECT_EQ(document["prediction"]["memoryEqual"], true);
}

/// A plan's steps are those that are simulated, and its ranks share the machine's memory.
TEST_F(Calibrate, WritesAFileThatPlansForTheMachine) {
    ASSERT_EQ(
        shardscope(std::string("calibrate --seconds 1 --ranks 2 --out h.json") + kModel).status, 0);
    const auto file = nlohmann::json::parse(contentOf(folder_ / "h.json"));
    const auto valueOf = [&](const char* group, const char* key) {
        return file[group][key]["value"].get<double>();
    };
    const auto bytes = static_cast<int64_t>(valueOf("gpu", "memory") * 1048576.0);
    const auto share = static_cast<double>(bytes / 2);  // NOLINT: a rank's, whole bytes
    const auto budget = static_cast<int64_t>(share / (1.0 + valueOf("memory", "slack")));
    const std::string workload = std::string(kModel) + "--stage 0,1,2,3 --grad-accum 3 ";
    const Outcome planned = shardscope("plan --hardware h.json --ranks 1,2 --json" + workload);
    ASSERT_EQ(planned.status, 0) << planned.err;
    const auto rows = nlohmann::json::parse(planned.out)["rows"];
    const Outcome simulated =
        shardscope("simulate --hardware h.json --record off --json --ranks 2" + workload);
    ASSERT_EQ(simulated.status, 0) << simulated.err;
    const auto runs = nlohmann::json::parse(simulated.out)["runs"];
    ASSERT_EQ(rows.size(), 8U);
    for (size_t i = 0; i < 4; ++i) {
        const auto& row = rows[4 + i];
        EXPECT_EQ(row["stepNs"], runs[i]["time"]["stepNs"]["median"]) << i;
        EXPECT_EQ(row["marginBytes"].get<int64_t>(),
                  budget - row["memory"]["neededBytes"].get<int64_t>());
        EXPECT_EQ(runs[i]["memory"]["deviceMemory"]["capacity"], bytes / 2);
    }
    const Outcome text = shardscope("plan --hardware h.json --ranks 1,2" + workload);
    expectContains(text.out, "that the ranks share");
    expectContains(text.out, "it takes the least time a sequence");
    const Outcome fabric = shardscope("plan --hardware h.json --fabric nvlink-4" + workload);
    EXPECT_EQ(fabric.status, 2);
    expectContains(fabric.err, "--fabric: is given, but host is a CPU");
}

TEST_F(Calibrate, RefusesWhatItCannotDo) {
    for (const char* args : {"--seconds 0", "--seconds soon", "--ranks 0", "--model nothing"}) {
        const Outcome outcome = shardscope(std::string("calibrate ") + args);
        EXPECT_EQ(outcome.status, 2) << args;
        EXPECT_EQ(outcome.out, "") << args;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "shardscope-host.json"));
}

}  // namespace
}  // namespace shardscope::cli
