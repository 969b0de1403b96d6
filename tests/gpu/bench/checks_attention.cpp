#include "gpu/kernels/flash_attention.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

/// One packed qkv tensor, its gradient, and what attention reads and writes besides.
struct Attention {
    Sides s;
    DType dtype;
    AttentionShape shape;
    int64_t rows, c, kv, square;
    Id qkv, dOut, out, dQkv;

    Attention(DType type, const AttentionShape& h)
        : dtype(type),
          shape(h),
          rows(h.batch * h.sequence),
          c(int64_t{h.heads} * h.headSize),
          kv(int64_t{h.kvHeads} * h.headSize),
          square(h.batch * h.heads * h.sequence * h.sequence),
          qkv(s.random(type, rows * width())),
          dOut(s.random(type, rows * c)),
          out(s.output(type, rows * c)),
          dQkv(s.output(type, rows * width())) {}
    int64_t width() const { return c + 2 * kv; }
    TokenRows q(Id id) const { return column(id, 0); }
    TokenRows k(Id id) const { return column(id, c); }
    TokenRows v(Id id) const { return column(id, c + kv); }

  private:
    TokenRows column(Id id, int64_t first) const {
        return {s.at<char>(id) + first * (dtype == DType::Fp32 ? 4 : 2), width()};
    }
};

void checkStored(Report& report, DType dtype, const AttentionShape& shape) {
    Attention t(dtype, shape);
    const Id probabilities = t.s.output(dtype, t.square), dScores = t.s.output(dtype, t.square);
    t.s.run([&] {
        must(launchAttentionForward(nullptr, {.q = t.q(t.qkv),
                                              .k = t.k(t.qkv),
                                              .v = t.v(t.qkv),
                                              .out = {t.s.at(t.out), t.c},
                                              .probabilities = t.s.at(probabilities),
                                              .shape = shape,
                                              .dtype = dtype}),
             "attention");
        return launchAttentionBackward(nullptr, {.dOut = {t.s.at(t.dOut), t.c},
                                                 .q = t.q(t.qkv),
                                                 .k = t.k(t.qkv),
                                                 .v = t.v(t.qkv),
                                                 .dQ = t.q(t.dQkv),
                                                 .dK = t.k(t.dQkv),
                                                 .dV = t.v(t.dQkv),
                                                 .probabilities = t.s.at(probabilities),
                                                 .dScores = t.s.at(dScores),
                                                 .shape = shape,
                                                 .dtype = dtype});
    });
    report.check("attention_forward", dtype, t.s, {probabilities, t.out}, Close::Rounding);
    report.check("attention_backward", dtype, t.s, {dScores, t.dQkv}, Close::Products);
}

void checkFlash(Report& report, DType dtype, const AttentionShape& shape) {
    Attention t(dtype, shape);
    const Id logs = t.s.output(DType::Fp32, t.rows * shape.heads);
    const Id scratch = t.s.output(DType::Fp32, t.rows * shape.heads);
    t.s.run([&] {
        must(launchFlashForward(nullptr, {.q = t.q(t.qkv),
                                          .k = t.k(t.qkv),
                                          .v = t.v(t.qkv),
                                          .out = {t.s.at(t.out), t.c},
                                          .logSumExp = t.s.at<float>(logs),
                                          .shape = shape,
                                          .dtype = dtype}),
             "flash attention");
        return launchFlashBackward(nullptr, {.dOut = {t.s.at(t.dOut), t.c},
                                             .q = t.q(t.qkv),
                                             .k = t.k(t.qkv),
                                             .v = t.v(t.qkv),
                                             .out = {t.s.at(t.out), t.c},
                                             .dQ = t.q(t.dQkv),
                                             .dK = t.k(t.dQkv),
                                             .dV = t.v(t.dQkv),
                                             .logSumExp = t.s.at<float>(logs),
                                             .scratch = t.s.at<float>(scratch),
                                             .shape = shape,
                                             .dtype = dtype});
    });
    report.check("flash_forward", dtype, t.s, {t.out, logs}, Close::Products);
    report.check("flash_backward", dtype, t.s, {t.dQkv}, Close::Products);
}

}  // namespace

void checkAttention(Report& report) {
    // Heads of 64 and 128 columns take the tensor cores; stored squares only of multiples of 8.
    for (const DType dtype : kFloats) {
        for (const AttentionShape& shape :
             {AttentionShape{2, 64, 1, 1, 64}, AttentionShape{2, 37, 3, 3, 5},
              AttentionShape{1, 136, 4, 2, 64}, AttentionShape{1, 72, 2, 1, 128},
              AttentionShape{1, 77, 1, 1, 128}, AttentionShape{1, 16, 1, 1, 256}}) {
            checkStored(report, dtype, shape);
            checkFlash(report, dtype, shape);
        }
    }
}

}  // namespace shardscope::bench
