#include "core/host/ops/layernorm.h"

#include <algorithm>
#include <cmath>

#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"
#include "core/host/ops/rows.h"
#include "core/host/ops/scratch.h"

namespace shardscope::core::ops {

namespace {

constexpr float kEpsilon = 1e-5f;

SHARDSCOPE_KERNEL float sumSquaredDeviations(const float* row, float mean, int64_t elements) {
    float lanes[kLanes] = {};
    const int64_t whole = elements / kLanes * kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane) {
            const float deviation = row[i + lane] - mean;
            lanes[lane] += deviation * deviation;
        }
    }
    for (int64_t i = whole; i < elements; ++i) {
        const float deviation = row[i] - mean;
        lanes[i - whole] += deviation * deviation;
    }
    return sumLanes(lanes);
}

SHARDSCOPE_KERNEL void normalise(const float* in, const float* gamma, const float* beta, float mean,
                                 float rstd, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        out[i] = (in[i] - mean) * rstd * gamma[i] + beta[i];
    }
}

/// normalised = (in - mean)·rstd, scaled = dOut·gamma; adds this row's part of dGamma and dBeta.
SHARDSCOPE_KERNEL void prepareRow(const float* dOut, const float* in, const float* gamma,
                                  float mean, float rstd, float* normalised, float* scaled,
                                  float* dGamma, float* dBeta, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float value = (in[i] - mean) * rstd;
        const float gradient = dOut[i];
        normalised[i] = value;
        scaled[i] = gradient * gamma[i];
        dGamma[i] += gradient * value;
        dBeta[i] += gradient;
    }
}

/// out = (scaled - meanScaled - normalised·meanProduct)·rstd + residual.
SHARDSCOPE_KERNEL void inputGradient(const float* scaled, const float* normalised, float meanScaled,
                                     float meanProduct, float rstd, const float* residual,
                                     float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float value = (scaled[i] - meanScaled - normalised[i] * meanProduct) * rstd;
        out[i] = residual[i] + value;
    }
}

SHARDSCOPE_KERNEL void inputGradient(const float* scaled, const float* normalised, float meanScaled,
                                     float meanProduct, float rstd, float* out, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        out[i] = (scaled[i] - meanScaled - normalised[i] * meanProduct) * rstd;
    }
}

/// A parameter vector as floats, converted once for all rows.
const float* vectorOf(const Operand& operand, Scratch purpose, int64_t elements) {
    return readFloats(operand, 0, elements, scratch(purpose, elements));
}

/// The rows' working memory of one backward.
struct Rows {
    float* normalised;
    float* scaled;
    float* staging;
    float* dGamma;
    float* dBeta;
};

Rows makeRows(int64_t hidden) {
    Rows rows{.normalised = scratch(Scratch::RowOut, hidden),
              .scaled = scratch(Scratch::RowGradient, hidden),
              .staging = scratch(Scratch::RowIn, 2 * hidden),
              .dGamma = scratch(Scratch::Sums, hidden),
              .dBeta = scratch(Scratch::MoreSums, hidden)};
    std::fill_n(rows.dGamma, hidden, 0.0f);
    std::fill_n(rows.dBeta, hidden, 0.0f);
    return rows;
}

void writeInputGradient(const LayerNormBackward& o, const Operand& dIn, int64_t row, float rstd,
                        const Rows& rows) {
    const int64_t first = row * o.hidden;
    const auto hidden = static_cast<float>(o.hidden);
    const float meanScaled = sumRow(rows.scaled, o.hidden) / hidden;
    const float meanProduct = dotRows(rows.scaled, rows.normalised, o.hidden) / hidden;
    float* out = outputFloats(dIn, first, rows.staging);
    if (o.addToInput) {
        const float* residual = readFloats(dIn, first, o.hidden, rows.staging);
        inputGradient(rows.scaled, rows.normalised, meanScaled, meanProduct, rstd, residual, out,
                      o.hidden);
    } else {
        inputGradient(rows.scaled, rows.normalised, meanScaled, meanProduct, rstd, out, o.hidden);
    }
    storeFloats(dIn, first, o.hidden, out);
}

}  // namespace

void execute(const LayerNormForward& o, const Call& call) {
    const Operand in = call.operand(o.in), out = call.operand(o.out);
    const float* gamma = vectorOf(call.operand(o.gamma), Scratch::Sums, o.hidden);
    const float* beta = vectorOf(call.operand(o.beta), Scratch::MoreSums, o.hidden);
    float* means = call.floats(o.mean);
    float* rstds = call.floats(o.rstd);
    float* staging = scratch(Scratch::RowIn, o.hidden);
    float* result = scratch(Scratch::RowOut, o.hidden);
    const auto hidden = static_cast<float>(o.hidden);
    for (int64_t row = 0; row < o.rows; ++row) {
        const int64_t first = row * o.hidden;
        const float* values = readFloats(in, first, o.hidden, staging);
        const float mean = sumRow(values, o.hidden) / hidden;
        const float variance = sumSquaredDeviations(values, mean, o.hidden) / hidden;
        means[row] = mean;
        rstds[row] = 1.0f / std::sqrt(variance + kEpsilon);
        float* target = outputFloats(out, first, result);
        normalise(values, gamma, beta, mean, rstds[row], target, o.hidden);
        storeFloats(out, first, o.hidden, target);
    }
}

void execute(const LayerNormBackward& o, const Call& call) {
    const Operand dOut = call.operand(o.dOut), in = call.operand(o.in), dIn = call.operand(o.dIn);
    const float* gamma = vectorOf(call.operand(o.gamma), Scratch::Bias, o.hidden);
    const float* means = call.floats(o.mean);
    const float* rstds = call.floats(o.rstd);
    const Rows rows = makeRows(o.hidden);
    for (int64_t row = 0; row < o.rows; ++row) {
        const int64_t first = row * o.hidden;
        const float* gradient = readFloats(dOut, first, o.hidden, rows.staging);
        const float* values = readFloats(in, first, o.hidden, rows.staging + o.hidden);
        prepareRow(gradient, values, gamma, means[row], rstds[row], rows.normalised, rows.scaled,
                   rows.dGamma, rows.dBeta, o.hidden);
        writeInputGradient(o, dIn, row, rstds[row], rows);
    }
    const bool accumulate = call.accumulates(o.write);
    writeGradient(call.operand(o.dGamma), 0, o.hidden, rows.dGamma, accumulate);
    writeGradient(call.operand(o.dBeta), 0, o.hidden, rows.dBeta, accumulate);
}

}  // namespace shardscope::core::ops
