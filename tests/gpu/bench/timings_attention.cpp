#include "gpu/kernels/attention.h"
#include "gpu/kernels/flash_attention.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

namespace {

/// GPT-2 1.5B's attention of 8 sequences, or a llama's.
void timeAttentionShape(Report& report, const Arena& arena, const AttentionShape& shape) {
    const DType dtype = DType::Bf16;
    const int64_t rows = shape.batch * shape.sequence, c = int64_t{shape.heads} * shape.headSize;
    const int64_t kv = int64_t{shape.kvHeads} * shape.headSize, width = c + 2 * kv;
    const int64_t square = shape.batch * shape.heads * shape.sequence * shape.sequence;
    Placement place(arena);
    char *qkv = place.random(dtype, rows * width), *dQkv = place.take(dtype, rows * width);
    char *out = place.take(dtype, rows * c), *dOut = place.random(dtype, rows * c);
    char *probabilities = place.take(dtype, square), *dScores = place.take(dtype, square);
    float* logs = floats(place.take(DType::Fp32, rows * shape.heads));
    float* scratch = floats(place.take(DType::Fp32, rows * shape.heads));
    const auto columns = [&](char* base, int64_t first) {
        return TokenRows{base + first * 2, width};
    };
    const AttentionForwardArgs stored{columns(qkv, 0),
                                      columns(qkv, c),
                                      columns(qkv, c + kv),
                                      {out, c},
                                      probabilities,
                                      shape,
                                      dtype};
    const AttentionBackwardArgs storedBack{{dOut, c},
                                           stored.q,
                                           stored.k,
                                           stored.v,
                                           columns(dQkv, 0),
                                           columns(dQkv, c),
                                           columns(dQkv, c + kv),
                                           probabilities,
                                           dScores,
                                           shape,
                                           dtype};
    const FlashForwardArgs flash{stored.q, stored.k, stored.v, stored.out, logs, shape, dtype};
    const FlashBackwardArgs flashBack{
        storedBack.dOut, stored.q,      stored.k, stored.v, stored.out, storedBack.dQ,
        storedBack.dK,   storedBack.dV, logs,     scratch,  shape,      dtype};
    // Two products forward and four or five backward; a causal one needs half of the square.
    const double product = static_cast<double>(square) * shape.headSize;
    const std::string suffix = " D=" + std::to_string(shape.headSize);
    report.timeFlops("attention_forward" + suffix, dtype,
                     medianMs([&] { return launchAttentionForward(nullptr, stored); }),
                     2 * product);
    report.timeFlops("attention_backward" + suffix, dtype,
                     medianMs([&] { return launchAttentionBackward(nullptr, storedBack); }),
                     4 * product);
    report.timeFlops("flash_forward" + suffix, dtype,
                     medianMs([&] { return launchFlashForward(nullptr, flash); }), 2 * product);
    report.timeFlops("flash_backward" + suffix, dtype,
                     medianMs([&] { return launchFlashBackward(nullptr, flashBack); }),
                     5 * product);
}

}  // namespace

void timeAttention(Report& report, const Arena& arena) {
    timeAttentionShape(report, arena, {8, 1024, 25, 25, 64});
    timeAttentionShape(report, arena, {2, 2048, 32, 8, 128});
}

}  // namespace shardscope::bench
