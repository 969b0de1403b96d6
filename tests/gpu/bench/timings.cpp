#include <cstdio>
#include <cstdlib>

#include "gpu/kernels/add.h"
#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/cross_entropy.h"
#include "gpu/kernels/embedding.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/flash_attention.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/gelu.h"
#include "gpu/kernels/layernorm.h"
#include "gpu/kernels/math/element.h"
#include "gpu/kernels/norm.h"
#include "gpu/kernels/optimizer.h"
#include "gpu/kernels/rank_sum.h"
#include "gpu/kernels/rmsnorm.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/swiglu.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

char* Placement::take(int64_t bytes) {
    const int64_t at = used_;
    used_ += (bytes + 511) / 512 * 512;
    if (used_ > arena_.bytes) {
        std::fprintf(stderr, "a timing needs more than the arena's %lld bytes\n",
                     static_cast<long long>(arena_.bytes));
        std::exit(1);
    }
    return arena_.memory.at(at);
}
char* Placement::take(DType dtype, int64_t elements) {
    return take(elements * elementBytes(dtype));
}
char* Placement::random(DType dtype, int64_t elements) {
    const auto seed = static_cast<uint32_t>(used_ / 512);
    char* address = take(dtype, elements);
    fillRandom(address, dtype, elements, 1.0f, seed);
    return address;
}

namespace {

float* floats(char* address) { return reinterpret_cast<float*>(address); }
int32_t* integers(char* address) { return reinterpret_cast<int32_t*>(address); }
double size(DType dtype) { return static_cast<double>(elementBytes(dtype)); }

constexpr int64_t kElements = int64_t{1} << 28;

void timeGelu(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = kElements;
    const char *in = place.random(dtype, n), *dOut = place.random(dtype, n);
    char* out = place.take(dtype, n);
    const double tensor = static_cast<double>(n) * size(dtype);
    report.time("gelu_forward", dtype, medianMs([&] {
                    return launchGeluForward(nullptr, {in, out, n, dtype});
                }),
                2 * tensor);
    report.time("gelu_backward", dtype, medianMs([&] {
                    return launchGeluBackward(nullptr, {dOut, in, out, n, dtype});
                }),
                3 * tensor);
    report.time("residual_add", dtype, medianMs([&] {
                    return launchResidualAdd(nullptr, {in, dOut, out, n, dtype});
                }),
                3 * tensor);
}

void timeConversions(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = kElements;
    const auto elements = static_cast<double>(n);
    char *in = place.random(dtype, n), *sum = place.random(DType::Fp32, n);
    report.time("add_into", dtype, medianMs([&] {
                    return launchAddInto(nullptr, {in, sum, n, dtype, DType::Fp32});
                }),
                elements * (size(dtype) + 8));
    report.time("cast", dtype, medianMs([&] {
                    return launchCast(nullptr, {sum, in, n, DType::Fp32, dtype});
                }),
                elements * (size(dtype) + 4));
}

/// A transformer layer's bucket: matrices with decay, vectors without.
std::vector<UpdateRange> layerRanges(int64_t elements) {
    std::vector<UpdateRange> ranges;
    const int64_t vectors = 8;
    const int64_t matrix = elements / 4 / 128 * 128 - vectors * 2048;
    int64_t at = 0;
    for (int m = 0; m < 4; ++m) {
        ranges.push_back({at, at + matrix, true});
        at += matrix;
        for (int v = 0; v < 2; ++v, at += 2048) ranges.push_back({at, at + 1600, false});
    }
    return ranges;
}

void timeUpdates(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = int64_t{1} << 26;
    const bool masters = dtype != DType::Fp32;
    const UpdateTensors tensors{.gradient = place.random(dtype, n),
                                .factor = floats(place.random(DType::Fp32, 1)),
                                .weights = place.random(dtype, n),
                                .master = masters ? floats(place.random(DType::Fp32, n)) : nullptr,
                                .momentum = floats(place.random(DType::Fp32, n)),
                                .gradientDtype = dtype,
                                .weightsDtype = dtype};
    const AdamWArgs adam{.tensors = tensors,
                         .variance = floats(place.take(DType::Fp32, n)),
                         .constants = {0.9999f, 0.9f, 0.999f, 0.1f, 0.001f, 1e-3f, 1.2f, 1e-8f}};
    must(launchFill(nullptr, {adam.variance, 4 * n, 0x3c}), "variances");
    const SgdArgs sgd{.tensors = tensors, .constants = {0.9f, 1e-3f}};
    const std::vector<UpdateRange> ranges = layerRanges(n);
    double updated = 0.0;
    for (const UpdateRange& r : ranges) updated += static_cast<double>(r.end - r.begin);
    // Gradient read, working copy written; weight, momentum (and variance) read and written.
    const double common = 2 * size(dtype) + (masters ? 8 : 4);
    report.time("adamw", dtype, medianMs([&] { return launchAdamW(nullptr, adam, ranges); }),
                updated * (common + 16));
    report.time("sgd_momentum", dtype,
                medianMs([&] { return launchSgdMomentum(nullptr, sgd, ranges); }),
                updated * (common + 8));
}

void timeRankSums(Report& report, const Arena& arena, DType dtype, int ranks) {
    Placement place(arena);
    const int64_t slice = kElements / ranks;
    RankSumArgs args{.inputs = {},
                     .outputs = {},
                     .inputCount = ranks,
                     .outputCount = 1,
                     .elements = slice,
                     .dtype = dtype};
    for (int r = 0; r < ranks; ++r) args.inputs[r] = place.random(dtype, slice);
    for (int r = 0; r < ranks; ++r) args.outputs[r] = place.take(dtype, slice);
    const double bytes = static_cast<double>(slice) * size(dtype);
    const std::string suffix = " N=" + std::to_string(ranks);
    report.time("reduce_scatter" + suffix, dtype,
                medianMs([&] { return launchRankSum(nullptr, args); }), bytes * (ranks + 1));
    args.outputCount = ranks;
    report.time("all_reduce" + suffix, dtype,
                medianMs([&] { return launchRankSum(nullptr, args); }), bytes * 2 * ranks);
}

void timeGather(Report& report, const Arena& arena, int ranks) {
    Placement place(arena);
    const int64_t shardBytes = (int64_t{1} << 30) / ranks;
    GatherArgs args{.inputs = {},
                    .output = place.take(shardBytes * ranks),
                    .count = ranks,
                    .shardBytes = shardBytes};
    for (int r = 0; r < ranks; ++r) args.inputs[r] = place.random(DType::Bf16, shardBytes / 2);
    report.time("all_gather N=" + std::to_string(ranks), DType::Bf16,
                medianMs([&] { return launchGather(nullptr, args); }),
                2.0 * static_cast<double>(shardBytes) * ranks);
}

void timeLayerNorm(Report& report, const Arena& arena, DType dtype, int64_t hidden) {
    Placement place(arena);
    const int64_t rows = kElements / hidden, n = rows * hidden;
    const LayerNormForwardArgs forward{.in = place.random(dtype, n),
                                       .gamma = place.random(dtype, hidden),
                                       .beta = place.random(dtype, hidden),
                                       .out = place.take(dtype, n),
                                       .mean = floats(place.take(DType::Fp32, rows)),
                                       .rstd = floats(place.take(DType::Fp32, rows)),
                                       .rows = rows,
                                       .hidden = hidden,
                                       .dtype = dtype};
    LayerNormBackwardArgs backward{.dOut = place.random(dtype, n),
                                   .in = forward.in,
                                   .gamma = forward.gamma,
                                   .mean = forward.mean,
                                   .rstd = forward.rstd,
                                   .dIn = forward.out,
                                   .dGamma = {place.take(dtype, hidden), dtype, false},
                                   .dBeta = {place.take(dtype, hidden), dtype, false},
                                   .scratch = nullptr,
                                   .rows = rows,
                                   .hidden = hidden,
                                   .addToInput = true,
                                   .dtype = dtype};
    backward.scratch = floats(place.take(scratchBytes(backward)));
    const double tensor = static_cast<double>(n) * size(dtype);
    const std::string suffix = " C=" + std::to_string(hidden);
    report.time("layernorm_forward" + suffix, dtype,
                medianMs([&] { return launchLayerNormForward(nullptr, forward); }), 2 * tensor);
    report.time("layernorm_backward" + suffix, dtype,
                medianMs([&] { return launchLayerNormBackward(nullptr, backward); }), 4 * tensor);
}

void timeBias(Report& report, const Arena& arena, DType dtype, int64_t columns) {
    Placement place(arena);
    const int64_t rows = kElements / columns;
    BiasGradientArgs args{.dOut = place.random(dtype, rows * columns),
                          .dBias = {place.take(dtype, columns), dtype, false},
                          .scratch = nullptr,
                          .rows = rows,
                          .columns = columns,
                          .dtype = dtype};
    args.scratch = floats(place.take(scratchBytes(args)));
    report.time("bias_gradient C=" + std::to_string(columns), dtype,
                medianMs([&] { return launchBiasGradient(nullptr, args); }),
                static_cast<double>(rows * columns) * size(dtype));
}

}  // namespace

void timeElementwise(Report& report, const Arena& arena) {
    for (const DType dtype : kFloats) {
        timeGelu(report, arena, dtype);
        timeConversions(report, arena, dtype);
    }
    report.time("fill", DType::Bf16, medianMs([&] {
                    return launchFill(nullptr, {arena.memory.at(), int64_t{1} << 30, 0xff});
                }),
                static_cast<double>(int64_t{1} << 30));
}

void timeOptimizer(Report& report, const Arena& arena) {
    for (const DType dtype : kFloats) timeUpdates(report, arena, dtype);
}

void timeNorm(Report& report, const Arena& arena) {
    for (const DType dtype : kFloats) {
        Placement place(arena);
        const int64_t n = 2 * kElements;
        SquaredNormArgs args{place.random(dtype, n), floats(place.take(4)), nullptr, n, dtype};
        args.scratch = floats(place.take(scratchBytes(args)));
        report.time("squared_norm", dtype,
                    medianMs([&] { return launchSquaredNorm(nullptr, args); }),
                    static_cast<double>(n) * size(dtype));
    }
}

void timeCollectives(Report& report, const Arena& arena) {
    for (const int ranks : {2, 4, 8}) {
        timeRankSums(report, arena, DType::Bf16, ranks);
        timeGather(report, arena, ranks);
    }
    timeRankSums(report, arena, DType::Fp32, 4);
}

void timeRows(Report& report, const Arena& arena) {
    for (const DType dtype : {DType::Bf16, DType::Fp32}) {
        for (const int64_t hidden : {int64_t{768}, int64_t{1600}, int64_t{4096}})
            timeLayerNorm(report, arena, dtype, hidden);
        for (const int64_t columns : {int64_t{1600}, int64_t{6400}})
            timeBias(report, arena, dtype, columns);
    }
}

void timeEmbedding(Report& report, const Arena& arena) {
    const DType dtype = DType::Bf16;
    const int64_t batch = 128, sequence = 1024, hidden = 1600, vocab = 50257;
    const int64_t rows = batch * sequence;
    Placement place(arena);
    int32_t* tokens = integers(place.take(DType::Int32, rows));
    fillIntegers(tokens, rows, static_cast<uint32_t>(vocab), 5);
    const char* table = place.random(dtype, vocab * hidden);
    const char* positions = place.random(dtype, sequence * hidden);
    char *out = place.random(dtype, rows * hidden), *dTable = place.take(dtype, vocab * hidden);
    const double rowBytes = static_cast<double>(rows * hidden) * 2;
    const double tableBytes = static_cast<double>(vocab * hidden) * 2;
    report.time("embedding_forward", dtype, medianMs([&] {
                    return launchEmbeddingForward(
                        nullptr, {tokens, table, positions, out, rows, sequence, hidden, dtype});
                }),
                rowBytes + tableBytes);
    TokenEmbeddingBackwardArgs backward{tokens, out,  {dTable, dtype, false}, nullptr, rows, hidden,
                                        vocab,  dtype};
    backward.scratch = integers(place.take(scratchBytes(backward)));
    report.time("token_embedding_backward", dtype,
                medianMs([&] { return launchTokenEmbeddingBackward(nullptr, backward); }),
                rowBytes + tableBytes);
    report.time("position_embedding_backward", dtype, medianMs([&] {
                    return launchPositionEmbeddingBackward(
                        nullptr, {out, {dTable, dtype, false}, batch, sequence, hidden, dtype});
                }),
                rowBytes);
}

void timeLoss(Report& report, const Arena& arena) {
    for (const DType dtype : {DType::Bf16, DType::Fp32}) {
        for (const int64_t vocab : {int64_t{50257}, int64_t{128256}}) {
            const int64_t rows = kElements * 2 / vocab;
            Placement place(arena);
            const char* logits = place.random(dtype, rows * vocab);
            char* dLogits = place.take(dtype, rows * vocab);
            int32_t* targets = integers(place.take(DType::Int32, rows));
            fillIntegers(targets, rows, static_cast<uint32_t>(vocab), 7);
            float* logSumExp = floats(place.take(DType::Fp32, rows));
            float *loss = floats(place.take(4)), *scratch = floats(place.take(4 * rows));
            const double tensor = static_cast<double>(rows * vocab) * size(dtype);
            const std::string suffix = " V=" + std::to_string(vocab);
            report.time("cross_entropy_forward" + suffix, dtype, medianMs([&] {
                            return launchCrossEntropyForward(
                                nullptr,
                                {logits, targets, logSumExp, loss, scratch, rows, vocab, dtype});
                        }),
                        tensor);
            report.time("cross_entropy_backward" + suffix, dtype, medianMs([&] {
                            return launchCrossEntropyBackward(
                                nullptr,
                                {logits, targets, logSumExp, dLogits, rows, vocab, 1e-6f, dtype});
                        }),
                        2 * tensor);
        }
    }
}

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

namespace {

void timeSwiGlu(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = kElements;
    const char *gate = place.random(dtype, n), *up = place.random(dtype, n);
    const char* dOut = place.random(dtype, n);
    char *out = place.take(dtype, n), *dUp = place.take(dtype, n);
    const double tensor = static_cast<double>(n) * size(dtype);
    report.time("swiglu_forward", dtype, medianMs([&] {
                    return launchSwiGluForward(nullptr, {gate, up, out, n, dtype});
                }),
                3 * tensor);
    report.time("swiglu_backward", dtype, medianMs([&] {
                    return launchSwiGluBackward(nullptr, {dOut, gate, up, out, dUp, n, dtype});
                }),
                5 * tensor);
}

void timeRope(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t sequence = 2048, heads = 32, columns = 128;
    const int64_t rows = kElements / heads / columns;
    const char* in = place.random(dtype, kElements);
    float* scratch = floats(place.take(DType::Fp32, sequence * columns));
    char* out = place.take(dtype, kElements);
    const std::vector<double> frequencies(static_cast<size_t>(columns / 2), 0.01);
    report.time("rope", dtype, medianMs([&] {
                    return launchRope(
                        nullptr, {in, out, scratch, rows, sequence, heads, columns, false, dtype},
                        frequencies);
                }),
                2.0 * static_cast<double>(kElements) * size(dtype));
}

void timeRmsNorm(Report& report, const Arena& arena, DType dtype, int64_t hidden) {
    Placement place(arena);
    const int64_t rows = kElements / hidden, n = rows * hidden;
    const RmsNormForwardArgs forward{.in = place.random(dtype, n),
                                     .gamma = place.random(dtype, hidden),
                                     .out = place.take(dtype, n),
                                     .rstd = floats(place.take(DType::Fp32, rows)),
                                     .rows = rows,
                                     .hidden = hidden,
                                     .epsilon = 1e-5f,
                                     .dtype = dtype};
    RmsNormBackwardArgs backward{.dOut = place.random(dtype, n),
                                 .in = forward.in,
                                 .gamma = forward.gamma,
                                 .rstd = forward.rstd,
                                 .dIn = forward.out,
                                 .dGamma = {place.take(dtype, hidden), dtype, false},
                                 .scratch = nullptr,
                                 .rows = rows,
                                 .hidden = hidden,
                                 .addToInput = true,
                                 .dtype = dtype};
    backward.scratch = floats(place.take(scratchBytes(backward)));
    const double tensor = static_cast<double>(n) * size(dtype);
    const std::string suffix = " C=" + std::to_string(hidden);
    report.time("rmsnorm_forward" + suffix, dtype,
                medianMs([&] { return launchRmsNormForward(nullptr, forward); }), 2 * tensor);
    report.time("rmsnorm_backward" + suffix, dtype,
                medianMs([&] { return launchRmsNormBackward(nullptr, backward); }), 4 * tensor);
}

}  // namespace

void timeLlama(Report& report, const Arena& arena) {
    for (const DType dtype : {DType::Bf16, DType::Fp32}) {
        timeSwiGlu(report, arena, dtype);
        timeRope(report, arena, dtype);
        for (const int64_t hidden : {int64_t{2048}, int64_t{4096}, int64_t{8192}})
            timeRmsNorm(report, arena, dtype, hidden);
    }
}

}  // namespace shardscope::bench
