#include "core/host/ops/rmsnorm.h"

#include <algorithm>
#include <cmath>

#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

SHARDSCOPE_KERNEL void normalise(const float* in, const float* gamma, float rstd, float* out,
                                 int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) out[i] = in[i] * rstd * gamma[i];
}

/// normalised = in·rstd, scaled = dOut·gamma; adds this row's part of dGamma.
SHARDSCOPE_KERNEL void prepareRow(const float* dOut, const float* in, const float* gamma,
                                  float rstd, float* normalised, float* scaled, float* dGamma,
                                  int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float value = in[i] * rstd;
        normalised[i] = value;
        scaled[i] = dOut[i] * gamma[i];
        dGamma[i] += dOut[i] * value;
    }
}

/// scaled = (scaled - normalised·meanProduct)·rstd.
SHARDSCOPE_KERNEL void inputGradient(float* scaled, const float* normalised, float meanProduct,
                                     float rstd, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        scaled[i] = (scaled[i] - normalised[i] * meanProduct) * rstd;
    }
}

/// The rows' working memory of one backward.
struct Rows {
    float* normalised;
    float* scaled;
    float* staging;
    float* dGamma;
};

Rows makeRows(int64_t hidden) {
    Rows rows{.normalised = scratch(Scratch::RowOut, hidden),
              .scaled = scratch(Scratch::RowGradient, hidden),
              .staging = scratch(Scratch::RowIn, 2 * hidden),
              .dGamma = scratch(Scratch::Sums, hidden)};
    std::fill_n(rows.dGamma, hidden, 0.0f);
    return rows;
}

void writeInputGradient(const RmsNormBackward& o, const Operand& dIn, int64_t row, float rstd,
                        const Rows& rows) {
    const int64_t first = row * o.hidden;
    const float meanProduct =
        dotRows(rows.scaled, rows.normalised, o.hidden) / static_cast<float>(o.hidden);
    inputGradient(rows.scaled, rows.normalised, meanProduct, rstd, o.hidden);
    if (o.addToInput) {
        addRow(rows.scaled, readFloats(dIn, first, o.hidden, rows.staging), o.hidden);
    }
    fromFloats(rows.scaled, dIn.dtype, dIn.at(first), o.hidden);
}

}  // namespace

void execute(const RmsNormForward& o, const Call& call) {
    const Operand in = call.operand(o.in), out = call.operand(o.out);
    const float* gamma =
        readFloats(call.operand(o.gamma), 0, o.hidden, scratch(Scratch::Sums, o.hidden));
    float* rstds = call.floats(o.rstd);
    float* staging = scratch(Scratch::RowIn, o.hidden);
    float* result = scratch(Scratch::RowOut, o.hidden);
    const auto epsilon = static_cast<float>(o.epsilon);
    for (int64_t row = 0; row < o.rows; ++row) {
        const int64_t first = row * o.hidden;
        const float* values = readFloats(in, first, o.hidden, staging);
        const float square = dotRows(values, values, o.hidden) / static_cast<float>(o.hidden);
        rstds[row] = 1.0f / std::sqrt(square + epsilon);
        float* target = outputFloats(out, first, result);
        normalise(values, gamma, rstds[row], target, o.hidden);
        storeFloats(out, first, o.hidden, target);
    }
}

void execute(const RmsNormBackward& o, const Call& call) {
    const Operand dOut = call.operand(o.dOut), in = call.operand(o.in), dIn = call.operand(o.dIn);
    const float* gamma =
        readFloats(call.operand(o.gamma), 0, o.hidden, scratch(Scratch::Bias, o.hidden));
    const float* rstds = call.floats(o.rstd);
    const Rows rows = makeRows(o.hidden);
    for (int64_t row = 0; row < o.rows; ++row) {
        const int64_t first = row * o.hidden;
        const float* gradient = readFloats(dOut, first, o.hidden, rows.staging);
        const float* values = readFloats(in, first, o.hidden, rows.staging + o.hidden);
        prepareRow(gradient, values, gamma, rstds[row], rows.normalised, rows.scaled, rows.dGamma,
                   o.hidden);
        writeInputGradient(o, dIn, row, rstds[row], rows);
    }
    writeGradient(call.operand(o.dGamma), 0, o.hidden, rows.dGamma, call.accumulates(o.write));
}

}  // namespace shardscope::core::ops
