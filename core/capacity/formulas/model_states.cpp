#include "core/capacity/formulas/model_states.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/nearest.h"

namespace shardscope::core {

namespace {

constexpr uint8_t kAllStages = 0b1111;
constexpr uint8_t kStages01 = 0b0011;
constexpr uint8_t kStage0 = 0b0001;
constexpr uint8_t kStages23 = 0b1100;

constexpr std::array<StateConvention, 14> kConventions{{
    {"paper", "2 weights + 2 gradients + 12 optimizer", "ZeRO, arXiv 1910.02054, K = 12", 2, 2, 0,
     12, kAllStages},
    {"deepspeed", "2 + 2 and 4 fp32 of the own part + 12; no stage 0, 1",
     "DeepSpeed estimate_zero2_model_states_mem_needs, estimate_zero3_…", 2, 2, 4, 12, kStages23},
    {"deepspeed-docs", "stage 2 as the documentation still prints it: 4P + 16P/N",
     "DeepSpeed docs, memory.rst: older than its code", 4, 0, 4, 12, 0b0100},
    {"megatron", "2 + 4 (fp32 main gradient) + 12; gradients are never sharded",
     "Megatron-LM distributed optimizer, bf16", 2, 4, 0, 12, kStages01},
    {"megatron-fp16", "2 + 2 + 16 (fp32 gradient, weights, m, v)",
     "Megatron-LM distributed optimizer, fp16", 2, 2, 0, 16, kStages01},
    {"megatron-fp32", "4 + 4 + 8", "Megatron-LM distributed optimizer, fp32", 4, 4, 0, 8,
     kStages01},
    {"llm.c", "2 + 2 + 12 (fp32 m, v, master)", "llm.c, bf16; it has stages 0 and 1", 2, 2, 0, 12,
     kStages01},
    {"torch-zero", "4 + 4 + 8, fp32", "torch ZeroRedundancyOptimizer over DDP", 4, 4, 0, 8,
     kStages01},
    {"fsdp2", "4 + 4 + 8 sharded; the gathered unit is not counted",
     "PyTorch fully_shard, fp32 weights, mixed precision", 4, 4, 0, 8, 0b1000},
    {"accelerate-fp32", "4 times the weights, fp32", "Hugging Face accelerate estimate-memory", 4,
     4, 0, 8, kStage0},
    {"accelerate-fp16", "4 times the weights, fp16", "Hugging Face accelerate estimate-memory", 2,
     2, 0, 4, kStage0},
    {"playbook", "2 + 2 + 8, no master weights", "Hugging Face Ultra-Scale Playbook, figure", 2, 2,
     0, 8, kStage0},
    {"llama-factory-amp", "18 bytes a parameter", "LLaMA-Factory README, mixed precision", 2, 4, 0,
     12, kStage0},
    {"llama-factory-bf16", "8 bytes a parameter", "LLaMA-Factory README, pure bf16", 2, 2, 0, 4,
     kStage0},
}};

}  // namespace

std::span<const StateConvention> stateConventions() { return kConventions; }

Result<StateConvention> stateConventionNamed(std::string_view name, std::string_view where) {
    std::vector<std::string_view> names;
    for (const StateConvention& convention : kConventions) {
        if (convention.name == name) return convention;
        names.push_back(convention.name);
    }
    return invalidInput(std::string(where),
                        fmt::format("found \"{}\"{}; allowed: {}", name, suggestion(name, names),
                                    fmt::join(names, ", ")));
}

std::optional<StateBytes> stateBytes(const StateConvention& convention, int stage,
                                     double parameters, int ranks) {
    if (stage < 0 || stage > 3 || ((convention.stages >> stage) & 1U) == 0) return std::nullopt;
    const double part = parameters / ranks;
    const double own = stage >= 1 ? part : parameters;
    return StateBytes{.weights = convention.weights * (stage >= 3 ? part : parameters),
                      .gradients = convention.gradients * (stage >= 2 ? part : parameters) +
                                   convention.shardGradients * own,
                      .optimizer = convention.optimizer * own};
}

}  // namespace shardscope::core
