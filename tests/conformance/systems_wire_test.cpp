// What strategies of other systems send, as their code does.
// Figures: each system's code, as named in core/plan/strategy_presets.cpp.

#include <gtest/gtest.h>

#include <functional>

#include "tests/conformance/systems.h"

namespace shardscope::conformance {
namespace {

using namespace core;

double sent(const char* preset, int gradAccum, const std::function<void(Strategy&)>& axes = {}) {
    Setting setting{.preset = preset, .gradAccum = gradAccum, .axes = axes};
    const Problem problem = problemOf(setting);
    int64_t elements = 0;
    forEachAction(*planStep(problem, Rank{0}), true, [&](const Action& action, int) {
        const auto* call = std::get_if<Collective>(&action.what);
        if (!call || call->purpose == Purpose::Small) return;
        elements += (call->kind == CollectiveKind::AllReduce ? 2 : 1) * call->realElements;
    });
    return static_cast<double>(elements) / static_cast<double>(problem.graph.parameterCount());
}

TEST(Wire, ElementsPerParameterAreThoseOfEachSystem) {
    struct Row {
        const char* preset;
        double g1, g4, g16;
    };
    for (const Row& row :
         {Row{"zero-1", 2, 2, 2}, Row{"zero-2", 2, 5, 17}, Row{"zero-3", 3, 12, 48},
          Row{"deepspeed-1", 3, 3, 3}, Row{"deepspeed-2", 3, 9, 33}, Row{"megatron", 2, 2, 2},
          Row{"llm.c", 2, 2, 2}, Row{"ddp", 2, 2, 2}, Row{"torch-zero", 3, 3, 3},
          Row{"fsdp2", 3, 12, 48}}) {
        EXPECT_DOUBLE_EQ(sent(row.preset, 1), row.g1) << row.preset;
        EXPECT_DOUBLE_EQ(sent(row.preset, 4), row.g4) << row.preset;
        EXPECT_DOUBLE_EQ(sent(row.preset, 16), row.g16) << row.preset;
    }
    const auto multiRankOff = [](Strategy& s) { s.collective = GradientCollective::ReduceToOwner; };
    EXPECT_DOUBLE_EQ(sent("deepspeed-1", 16, multiRankOff), 2);
    EXPECT_DOUBLE_EQ(sent("deepspeed-2", 16, multiRankOff), 17);
    const auto reshardOff = [](Strategy& s) {
        s.parameters = ParameterStorage::GatheredPerForward;
    };
    EXPECT_DOUBLE_EQ(sent("fsdp2", 4, reshardOff), 8);
}

TEST(Wire, LlmCAndTorchZeroSendParametersOneByOne) {
    const auto calls = [](const char* preset, CollectiveKind kind) {
        const Problem problem = problemOf({.preset = preset});
        int64_t count = 0;
        forEachAction(*planStep(problem, Rank{1}), true, [&](const Action& action, int) {
            const auto* call = std::get_if<Collective>(&action.what);
            count += call && call->purpose != Purpose::Small && call->kind == kind;
        });
        return count;
    };
    const auto parameters =
        static_cast<int64_t>(problemOf({.preset = "zero-1"}).graph.parameters.size());
    EXPECT_EQ(calls("llm.c", CollectiveKind::ReduceScatter), parameters);
    EXPECT_EQ(calls("llm.c", CollectiveKind::AllGather), parameters);
    EXPECT_EQ(calls("torch-zero", CollectiveKind::Broadcast), parameters);
    EXPECT_EQ(calls("deepspeed-1", CollectiveKind::AllGather), 1);
}

}  // namespace
}  // namespace shardscope::conformance
