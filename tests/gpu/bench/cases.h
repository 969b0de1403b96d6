#pragma once
// The benchmark's parts: each checks some kernels against their twins, or times them.

#include "tests/gpu/bench/report.h"

namespace shardscope::bench {

inline constexpr core::DType kFloats[] = {core::DType::Bf16, core::DType::Fp16, core::DType::Fp32};

void checkElementwise(Report& report);
void checkOptimizer(Report& report);
void checkNorm(Report& report);
void checkCollectives(Report& report);
void checkRows(Report& report);
void checkEmbedding(Report& report);
void checkLoss(Report& report);
void checkAttention(Report& report);
void checkLlama(Report& report);

/// Random numbers, several gigabytes; every timing places its tensors in it.
struct Arena {
    DeviceMemory memory;
    int64_t bytes;
};
void timeElementwise(Report& report, const Arena& arena);
void timeOptimizer(Report& report, const Arena& arena);
void timeNorm(Report& report, const Arena& arena);
void timeCollectives(Report& report, const Arena& arena);
void timeRows(Report& report, const Arena& arena);
void timeEmbedding(Report& report, const Arena& arena);
void timeLoss(Report& report, const Arena& arena);
void timeAttention(Report& report, const Arena& arena);
void timeLlama(Report& report, const Arena& arena);

}  // namespace shardscope::bench
