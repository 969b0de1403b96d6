#include "gpu/kernels/attention.h"
#include "gpu/kernels/cross_entropy.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

void checkCrossEntropy(Report& report, DType dtype, int64_t rows, int64_t vocab) {
    Sides s;
    const Id logits = s.random(dtype, rows * vocab, 3.0f), targets = s.integers(rows, vocab);
    const Id logSumExp = s.output(DType::Fp32, rows), loss = s.output(DType::Fp32, 1);
    const Id dLogits = s.output(dtype, rows * vocab), scratch = s.scratch(rows * 4);
    s.run([&] {
        must(launchCrossEntropyForward(
                 nullptr, {s.at(logits), s.at<int32_t>(targets), s.at<float>(logSumExp),
                           s.at<float>(loss), s.at<float>(scratch), rows, vocab, dtype}),
             "loss");
        return launchCrossEntropyBackward(
            nullptr, {s.at(logits), s.at<int32_t>(targets), s.at<float>(logSumExp), s.at(dLogits),
                      rows, vocab, 0.5f / static_cast<float>(rows), dtype});
    });
    report.check("cross_entropy_forward", dtype, s, {logSumExp, loss}, Close::Rounding);
    report.check("cross_entropy_backward", dtype, s, {dLogits}, Close::Rounding);
}

struct Attention {
    int64_t batch, sequence;
    int heads, kvHeads, headSize;
};

void checkAttentionShape(Report& report, DType dtype, const Attention& h) {
    Sides s;
    const int64_t rows = h.batch * h.sequence;
    const int64_t c = int64_t{h.heads} * h.headSize, kv = int64_t{h.kvHeads} * h.headSize;
    const int64_t width = c + 2 * kv, square = h.batch * h.heads * h.sequence * h.sequence;
    const Id qkv = s.random(dtype, rows * width), probabilities = s.output(dtype, square);
    const Id out = s.output(dtype, rows * c), dOut = s.random(dtype, rows * c);
    const Id dScores = s.output(dtype, square), dQkv = s.output(dtype, rows * width);
    const AttentionShape shape{h.batch, h.sequence, h.heads, h.kvHeads, h.headSize};
    s.run([&] {
        const auto column = [&](Id id, int64_t first) {
            return TokenRows{s.at<char>(id) + first * (dtype == DType::Fp32 ? 4 : 2), width};
        };
        must(launchAttentionForward(nullptr, {.q = column(qkv, 0),
                                              .k = column(qkv, c),
                                              .v = column(qkv, c + kv),
                                              .out = {s.at(out), c},
                                              .probabilities = s.at(probabilities),
                                              .shape = shape,
                                              .dtype = dtype}),
             "attention");
        return launchAttentionBackward(nullptr, {.dOut = {s.at(dOut), c},
                                                 .q = column(qkv, 0),
                                                 .k = column(qkv, c),
                                                 .v = column(qkv, c + kv),
                                                 .dQ = column(dQkv, 0),
                                                 .dK = column(dQkv, c),
                                                 .dV = column(dQkv, c + kv),
                                                 .probabilities = s.at(probabilities),
                                                 .dScores = s.at(dScores),
                                                 .shape = shape,
                                                 .dtype = dtype});
    });
    report.check("attention_forward", dtype, s, {probabilities, out}, Close::Rounding);
    report.check("attention_backward", dtype, s, {dScores, dQkv}, Close::Rounding);
}

}  // namespace

void checkLoss(Report& report) {
    for (const DType dtype : kFloats) {
        checkCrossEntropy(report, dtype, 64, 256);
        checkCrossEntropy(report, dtype, 33, 50257);
        checkCrossEntropy(report, dtype, 9, 5);
        checkCrossEntropy(report, dtype, 1, 32000);
    }
}

void checkAttention(Report& report) {
    for (const DType dtype : kFloats) {
        for (const Attention& shape :
             {Attention{1, 64, 6, 6, 64}, Attention{2, 37, 3, 3, 5}, Attention{2, 200, 4, 2, 64},
              Attention{1, 130, 2, 1, 128}, Attention{1, 16, 1, 1, 256}})
            checkAttentionShape(report, dtype, shape);
    }
}

}  // namespace shardscope::bench
