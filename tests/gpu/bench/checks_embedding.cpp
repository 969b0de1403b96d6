#include "gpu/kernels/embedding.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

struct Shape {
    int64_t batch, sequence, hidden, vocab;
};

void check(Report& report, DType dtype, DType gradient, Shape h, bool accumulate) {
    Sides s;
    const int64_t rows = h.batch * h.sequence;
    const Id tokens = s.integers(rows, h.vocab), table = s.random(dtype, h.vocab * h.hidden);
    const Id positions = s.random(dtype, h.sequence * h.hidden);
    const Id out = s.output(dtype, rows * h.hidden), dOut = s.random(dtype, rows * h.hidden);
    const Id dTable = accumulate ? s.random(gradient, h.vocab * h.hidden)
                                 : s.output(gradient, h.vocab * h.hidden);
    const Id dPositions = accumulate ? s.random(gradient, h.sequence * h.hidden)
                                     : s.output(gradient, h.sequence * h.hidden);
    const Id scratch = s.scratch((h.vocab + 1 + rows) * 4);
    s.run([&] {
        must(launchEmbeddingForward(nullptr, {s.at<int32_t>(tokens), s.at(table),
                                              accumulate ? s.at(positions) : nullptr, s.at(out),
                                              rows, h.sequence, h.hidden, dtype}),
             "embedding");
        must(launchTokenEmbeddingBackward(nullptr, {s.at<int32_t>(tokens),
                                                    s.at(dOut),
                                                    {s.at(dTable), gradient, accumulate},
                                                    s.at<int32_t>(scratch),
                                                    rows,
                                                    h.hidden,
                                                    h.vocab,
                                                    dtype}),
             "token gradient");
        return launchPositionEmbeddingBackward(nullptr, {s.at(dOut),
                                                         {s.at(dPositions), gradient, accumulate},
                                                         h.batch,
                                                         h.sequence,
                                                         h.hidden,
                                                         dtype});
    });
    report.check("embedding_forward", dtype, s, {out}, Close::Bits);
    report.check("token_embedding_backward", dtype, s, {dTable}, Close::Bits);
    report.check("position_embedding_backward", dtype, s, {dPositions}, Close::Bits);
}

}  // namespace

void checkEmbedding(Report& report) {
    for (const DType dtype : kFloats) {
        for (const Shape shape : {Shape{1, 64, 384, 256}, Shape{3, 17, 21, 50},
                                  Shape{4, 512, 64, 1}, Shape{2, 700, 96, 5001}}) {
            check(report, dtype, dtype, shape, false);
            check(report, dtype, DType::Fp32, shape, true);
        }
    }
}

}  // namespace shardscope::bench
