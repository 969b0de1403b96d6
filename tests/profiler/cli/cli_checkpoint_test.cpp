// `--save-checkpoint` and `--optimizer-state` through the real command: memory on both devices, files.

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/profiler/cli/command_fixture.h"

namespace shardscope::cli {
namespace {

constexpr const char* kSmall =
    " --steps 3 --model gpt --layers 2 --hidden 32 --heads 2 --seq 16 --ranks 2 --json ";

/// A safetensors file: bytes by name.
std::map<std::string, std::string> tensorsIn(const std::filesystem::path& path) {
    const std::string file = contentOf(path);
    uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    const auto header = nlohmann::json::parse(file.substr(8, length));
    std::map<std::string, std::string> tensors;
    size_t end = 0;
    for (const auto& [name, tensor] : header.items()) {
        if (name == "__metadata__") continue;
        const auto from = tensor["data_offsets"][0].get<size_t>();
        const auto to = tensor["data_offsets"][1].get<size_t>();
        tensors[name] = file.substr(8 + length + from, to - from);
        end = std::max(end, to);
    }
    EXPECT_EQ(8 + length + end, file.size()) << path;
    return tensors;
}

class SavedCheckpoint : public CommandTest {
  protected:
    nlohmann::json runs(const std::string& command, const std::string& args) const {
        const Outcome outcome = shardscope(command + kSmall + args);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out)["runs"];
    }
    std::map<std::string, std::string> saved(const std::string& name, int rank) const {
        return tensorsIn(folder_ / "out" / (name + ".checkpoint") /
                         ("rank-" + std::to_string(rank) + ".safetensors"));
    }
};

TEST_F(SavedCheckpoint, MemoryIsSimulatedToTheByte) {
    for (const std::string args :
         {"--save-checkpoint consolidated --stage 0,1,2,3",
          "--save-checkpoint sharded --strategy zero-3,deepspeed-2,fsdp2,megatron",
          "--optimizer-state first-step --stage 0,1,2,3 --save-checkpoint consolidated",
          "--optimizer-state first-step --strategy ddp,deepspeed-1,fsdp2 --optimizer sgd"}) {
        const auto measured = runs("run", args + " --out out"),
                   simulated = runs("simulate", args + " --record off");
        ASSERT_EQ(measured.size(), simulated.size());
        for (size_t i = 0; i < measured.size(); ++i) {
            for (const char* key : {"callSequenceHash", "peakBytes", "reservedPeakBytes",
                                    "smallestLimitBytes", "peakPerPhase", "peakPhase"}) {
                EXPECT_EQ(measured[i]["memory"][key], simulated[i]["memory"][key])
                    << args << key << measured[i]["name"];
            }
            EXPECT_EQ(measured[i]["observed"]["agrees"], true) << measured[i]["observed"];
            EXPECT_EQ(measured[i]["recorder"]["unmatched"], 0);
        }
        std::filesystem::remove_all(folder_ / "out");
    }
}

TEST_F(SavedCheckpoint, OnlyItsOwnPhaseIsAdded) {
    const auto plain = runs("simulate", "--stage 1,3 --record off"),
               saving = runs("simulate", "--stage 1,3 --record off --save-checkpoint consolidated");
    for (size_t i : {0U, 1U}) {
        auto phases = saving[i]["memory"]["peakPerPhase"];
        ASSERT_TRUE(phases.contains("checkpoint"));
        EXPECT_GE(phases["checkpoint"], phases["setup"]);
        EXPECT_FALSE(phases.contains("first step"));
        phases.erase("checkpoint");
        EXPECT_EQ(phases, plain[i]["memory"]["peakPerPhase"]);
        EXPECT_EQ(saving[i]["traffic"], plain[i]["traffic"]);
        EXPECT_EQ(saving[i]["time"], plain[i]["time"]);
    }
    // Stage 1 holds everything already, stage 3 gathers a bucket at a time.
    EXPECT_EQ(saving[0]["memory"]["callSequenceHash"], plain[0]["memory"]["callSequenceHash"]);
    EXPECT_NE(saving[1]["memory"]["callSequenceHash"], plain[1]["memory"]["callSequenceHash"]);
    EXPECT_GT(saving[1]["memory"]["peakPerPhase"]["checkpoint"],
              saving[1]["memory"]["peakPerPhase"]["setup"]);
}

// At G = 1 the stages train to the same bits, so what they save must be the same too.
TEST_F(SavedCheckpoint, StagesSaveTheSameWeightsAndState) {
    runs("run", "--stage 0,1,3 --save-checkpoint consolidated --out out");
    const auto whole = saved("zero-0", 0), first = saved("zero-1", 0), third = saved("zero-3", 0);
    size_t parameters = 0;
    for (const auto& [name, bytes] : whole) {
        if (name.find('[') != std::string::npos) continue;
        ++parameters;
        EXPECT_EQ(first.at(name), bytes) << name;
        EXPECT_EQ(third.at(name), bytes) << name;
    }
    EXPECT_GT(parameters, 20U);
    std::string parts = first.begin()->second;
    for (const char* what : {"master weights B1[", "m B1[", "v B1["}) {
        std::string joined;
        for (const int rank : {0, 1}) {
            for (const auto& [name, bytes] : saved("zero-1", rank)) {
                if (name.starts_with(what)) joined += bytes;
            }
        }
        const auto complete = whole.lower_bound(what);
        ASSERT_TRUE(complete != whole.end() && complete->first.starts_with(what)) << what;
        EXPECT_EQ(joined, complete->second) << what;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/zero-0.checkpoint/rank-1.safetensors"));
}

TEST_F(SavedCheckpoint, LateOptimizerStateMakesTheFirstStepSmallerAndNothingElse) {
    const auto early = runs("run", "--stage 0,2 --record off"),
               late = runs("run", "--stage 0,2 --record off --optimizer-state first-step");
    for (size_t i : {0U, 1U}) {
        EXPECT_EQ(late[i]["numerics"]["weightHash"], early[i]["numerics"]["weightHash"]);
        EXPECT_EQ(late[i]["memory"]["peakBytes"], early[i]["memory"]["peakBytes"]);
        EXPECT_GT(late[i]["memory"]["peakStep"], 0);
        const auto& phases = late[i]["memory"]["peakPerPhase"];
        ASSERT_TRUE(phases.contains("first step"));
        EXPECT_LT(phases["first step"], late[i]["memory"]["peakBytes"]);
        EXPECT_EQ(late[i]["strategy"]["optimizerState"], "first-step");
        EXPECT_EQ(late[i]["observed"]["stage"], early[i]["observed"]["stage"]);
    }
}

TEST_F(SavedCheckpoint, RefusesWhatCannotBe) {
    const auto refused = [&](const std::string& line, const std::string& part) {
        const Outcome outcome = shardscope(line);
        EXPECT_EQ(outcome.status, 2) << line;
        expectContains(outcome.err, part);
    };
    refused("run --save-checkpoint all", "allowed: none, sharded, consolidated");
    refused("run --save-checkpoint sharded --record off", "--record off writes none");
    refused("simulate --optimizer-state later", "allowed: set-up, first-step");
}

}  // namespace
}  // namespace shardscope::cli
