#pragma once
// Step times that others have published, and what is simulated for them.

#include <gtest/gtest.h>

#include <vector>

#include "core/sim/hardware_catalogue.h"
#include "core/sim/roofline_costs.h"
#include "core/sim/simulate_step.h"

namespace shardscope::core {

struct Row {
    const char* source;
    const char* name;
    const char* gpu;
    int ranks;
    int64_t microBatch;
    int gradAccum;
    ModelShape model;
    double tokensPerSecond;  ///< of one GPU, measured
    Checkpointing checkpointing = Checkpointing::None;
    Logits logits = Logits::Fused;
    const char* network = nullptr;  ///< between nodes; the GPU's usual one
};

inline ModelShape mpt(int64_t layers, int64_t hidden, int64_t heads) {
    return {.name = "gpt",
            .layers = layers,
            .hidden = hidden,
            .heads = heads,
            .vocab = 50368,
            .sequence = 2048};
}

/// llm-foundry, scripts/train/benchmarking/README.md: FULL_SHARD, amp_bf16 (fp32 reduction). Its MPT
/// models have GPT-2's shapes, learned positions and biases (the parameter counts agree), so gpt with
/// flash attention does the same arithmetic. These rows keep all activations. The kernels' rates in
/// hardware/parts are one value for all models, and were chosen so that these rows come out together: the
/// test says how well one set of rates fits them, and is no prediction.
inline std::vector<Row> keepingActivations() {
    const ModelShape m125 = mpt(12, 768, 12), m350 = mpt(24, 1024, 16), m760 = mpt(24, 1536, 12);
    const ModelShape b1 = mpt(24, 2048, 16), b3 = mpt(32, 2560, 20), b7 = mpt(32, 4096, 32);
    const ModelShape b13 = mpt(40, 5120, 40);
    return {
        {"T9", "mpt-760m", "h100-sxm", 8, 24, 2, m760, 63147},
        {"T9", "mpt-1b", "h100-sxm", 8, 14, 1, b1, 45455},
        {"T9", "mpt-1b", "h100-sxm", 64, 20, 1, b1, 44402},
        {"T9", "mpt-7b", "h100-sxm", 8, 6, 1, b7, 10643},
        {"T9", "mpt-125m", "a100-sxm-80", 8, 40, 2, m125, 142830},
        {"T9", "mpt-350m", "a100-sxm-80", 8, 32, 2, m350, 58782},
        {"T9", "mpt-760m", "a100-sxm-80", 8, 24, 2, m760, 32434},
        {"T9", "mpt-1b", "a100-sxm-80", 8, 14, 4, b1, 20513},
        {"T9", "mpt-7b", "a100-sxm-80", 8, 6, 2, b7, 4641},
        {"", "mpt-3b", "h100-sxm", 64, 6, 3, b3, 22525},
        {"", "mpt-13b", "h100-sxm", 8, 2, 1, b13, 4792},
        {"", "mpt-13b", "h100-sxm", 64, 2, 1, b13, 4800},
        {"", "mpt-3b", "a100-sxm-80", 8, 10, 2, b3, 10811},
        {"", "mpt-13b", "a100-sxm-80", 8, 2, 3, b13, 2262},
    };
}

inline Problem problemOf(const Row& row) {
    Workload w;
    w.model = row.model;
    w.microBatch = row.microBatch;
    w.gradAccum = row.gradAccum;
    w.reduceDtype = DType::Fp32;
    w.accumulateDtype = DType::Fp32;
    w.attention = Attention::Flash;
    w.checkpointing = row.checkpointing;
    w.logits = row.logits;
    auto problem = makeProblem(w, *presetNamed("zero-3", "test"), row.ranks);
    if (!problem) broken(toString(problem.error()));
    return std::move(*problem);
}

/// Of one GPU.
inline double tokensPerSecond(const Row& row, const Problem& problem, const Hardware& hardware) {
    const auto step = simulateStep(problem, {.costs = std::make_shared<RooflineCosts>(hardware)});
    EXPECT_TRUE(step) << toString(step.error());
    const double tokens = static_cast<double>(row.microBatch * row.gradAccum * row.model.sequence);
    return tokens * 1e9 / static_cast<double>(step->stepNs);
}

}  // namespace shardscope::core
