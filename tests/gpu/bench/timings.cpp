#include <cstdio>
#include <cstdlib>

#include "gpu/kernels/add.h"
#include "gpu/kernels/attention.h"
#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/cross_entropy.h"
#include "gpu/kernels/embedding.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/gelu.h"
#include "gpu/kernels/layernorm.h"
#include "gpu/kernels/math/element.h"
#include "gpu/kernels/norm.h"
#include "gpu/kernels/optimizer.h"
#include "gpu/kernels/rank_sum.h"
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

void timeAttention(Report& report, const Arena& arena) {
    const DType dtype = DType::Bf16;
    const AttentionShape shape{8, 1024, 25, 25, 64};
    const int64_t rows = shape.batch * shape.sequence, c = 1600;
    const int64_t square = shape.batch * shape.heads * shape.sequence * shape.sequence;
    Placement place(arena);
    char *qkv = place.random(dtype, rows * 3 * c), *dQkv = place.take(dtype, rows * 3 * c);
    char *out = place.random(dtype, rows * c), *probabilities = place.take(dtype, square);
    char* dScores = place.take(dtype, square);
    const auto column = [&](char* base, int64_t part) {
        return TokenRows{base + part * c * 2, 3 * c};
    };
    // Two products forward and four backward; a causal one needs half of the square.
    const double product = static_cast<double>(square) * shape.headSize;
    report.timeFlops("attention_forward", dtype, medianMs([&] {
                         return launchAttentionForward(nullptr, {.q = column(qkv, 0),
                                                                 .k = column(qkv, 1),
                                                                 .v = column(qkv, 2),
                                                                 .out = {out, c},
                                                                 .probabilities = probabilities,
                                                                 .shape = shape,
                                                                 .dtype = dtype});
                     }),
                     2 * product);
    report.timeFlops("attention_backward", dtype, medianMs([&] {
                         return launchAttentionBackward(nullptr, {.dOut = {out, c},
                                                                  .q = column(qkv, 0),
                                                                  .k = column(qkv, 1),
                                                                  .v = column(qkv, 2),
                                                                  .dQ = column(dQkv, 0),
                                                                  .dK = column(dQkv, 1),
                                                                  .dV = column(dQkv, 2),
                                                                  .probabilities = probabilities,
                                                                  .dScores = dScores,
                                                                  .shape = shape,
                                                                  .dtype = dtype});
                     }),
                     4 * product);
}

}  // namespace shardscope::bench
