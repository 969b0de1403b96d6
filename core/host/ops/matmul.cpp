#include "core/host/ops/matmul.h"

#include <algorithm>

#include "core/host/ops/convert.h"
#include "core/host/ops/product.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

/// op(@p tensor) of rows × columns, densely stored.
Matrix matrixOf(const Operand& tensor, int64_t rows, int64_t columns, bool transposed) {
    return {.address = tensor.address,
            .dtype = tensor.dtype,
            .rows = rows,
            .columns = columns,
            .stride = transposed ? rows : columns,
            .transposed = transposed};
}

}  // namespace

void execute(const Matmul& o, const Call& call) {
    multiply({.a = matrixOf(call.operand(o.a), o.m, o.k, o.transposeA),
              .b = matrixOf(call.operand(o.b), o.k, o.n, o.transposeB),
              .bias = call.operand(o.bias),
              .c = matrixOf(call.operand(o.c), o.m, o.n, false),
              .accumulate = call.accumulates(o.write)});
}

void execute(const BiasGradient& o, const Call& call) {
    const Operand dOut = call.operand(o.dOut);
    float* sums = scratch(Scratch::Sums, o.columns);
    float* staging = scratch(Scratch::RowIn, o.columns);
    std::fill_n(sums, o.columns, 0.0f);
    for (int64_t row = 0; row < o.rows; ++row) {
        addRow(sums, readFloats(dOut, row * o.columns, o.columns, staging), o.columns);
    }
    writeGradient(call.operand(o.dBias), 0, o.columns, sums, call.accumulates(o.write));
}

}  // namespace shardscope::core::ops
