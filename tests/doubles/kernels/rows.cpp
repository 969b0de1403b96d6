#include <cmath>
#include <vector>

#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/layernorm.h"
#include "gpu/kernels/rmsnorm.h"
#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

void columnSum(const ColumnSumArgs& a) {
    for (int64_t c = 0; c < a.columns; ++c) {
        float total = 0.0f;
        for (int team = 0; team < kColumnSumTeams; ++team) {
            float sum = 0.0f;
            for (int64_t chunk = team; chunk < a.chunks; chunk += kColumnSumTeams)
                sum += a.partials[chunk * a.stride + c];
            total += sum;
        }
        writeGradient(a.target, c, total);
    }
}

template <class T>
void biasPartial(const BiasPartialArgs& p) {
    const BiasGradientArgs& a = p.operation;
    for (int64_t chunk = 0; chunk < p.chunks.chunks; ++chunk) {
        const int64_t first = chunk * p.chunks.rowsPerChunk;
        const int64_t last = std::min(a.rows, first + p.chunks.rowsPerChunk);
        for (int64_t c = 0; c < a.columns; ++c) {
            float total = 0.0f;
            for (int team = 0; team < kBiasTeams; ++team) {
                float sum = 0.0f;
                for (int64_t row = first + team; row < last; row += kBiasTeams)
                    sum += toFloat(in<T>(a.dOut)[row * a.columns + c]);
                total += sum;
            }
            a.scratch[chunk * a.columns + c] = total;
        }
    }
}

template <class T>
void layerNormForward(const LayerNormForwardArgs& a) {
    for (int64_t row = 0; row < a.rows; ++row) {
        const T* x = in<T>(a.in) + row * a.hidden;
        double sum = 0.0, squares = 0.0;
        for (int64_t i = 0; i < a.hidden; ++i) sum += toFloat(x[i]);
        const auto mean = static_cast<float>(sum / static_cast<double>(a.hidden));
        for (int64_t i = 0; i < a.hidden; ++i) {
            const double deviation = toFloat(x[i]) - mean;
            squares += deviation * deviation;
        }
        const auto variance = static_cast<float>(squares / static_cast<double>(a.hidden));
        const float rstd = 1.0f / std::sqrt(variance + kLayerNormEpsilon);
        a.mean[row] = mean;
        a.rstd[row] = rstd;
        for (int64_t i = 0; i < a.hidden; ++i)
            out<T>(a.out)[row * a.hidden + i] =
                fromFloat<T>((toFloat(x[i]) - mean) * rstd * toFloat(in<T>(a.gamma)[i]) +
                             toFloat(in<T>(a.beta)[i]));
    }
}

/// dIn of one row; adds its share of dGamma and dBeta to sums[0 … hidden) and [hidden … 2·hidden).
template <class T>
void layerNormBackwardRow(const LayerNormBackwardArgs& a, int64_t row, float* sums) {
    const T* x = in<T>(a.in) + row * a.hidden;
    const T* gradient = in<T>(a.dOut) + row * a.hidden;
    T* dIn = out<T>(a.dIn) + row * a.hidden;
    const float mean = a.mean[row], rstd = a.rstd[row];
    double sumScaled = 0.0, sumProduct = 0.0;
    for (int64_t i = 0; i < a.hidden; ++i) {
        const float value = (toFloat(x[i]) - mean) * rstd;
        const float scaled = toFloat(gradient[i]) * toFloat(in<T>(a.gamma)[i]);
        sums[i] += toFloat(gradient[i]) * value;
        sums[a.hidden + i] += toFloat(gradient[i]);
        sumScaled += scaled;
        sumProduct += scaled * value;
    }
    const auto meanScaled = static_cast<float>(sumScaled / static_cast<double>(a.hidden));
    const auto meanProduct = static_cast<float>(sumProduct / static_cast<double>(a.hidden));
    for (int64_t i = 0; i < a.hidden; ++i) {
        const float value = (toFloat(x[i]) - mean) * rstd;
        const float scaled = toFloat(gradient[i]) * toFloat(in<T>(a.gamma)[i]);
        const float dX = (scaled - meanScaled - value * meanProduct) * rstd;
        dIn[i] = fromFloat<T>(a.addToInput ? toFloat(dIn[i]) + dX : dX);
    }
}

template <class T>
void layerNormBackward(const LayerNormBackwardArgs& a) {
    const int64_t chunks = (a.rows + a.rowsPerChunk - 1) / a.rowsPerChunk;
    std::fill_n(a.scratch, chunks * 2 * a.hidden, 0.0f);
    for (int64_t row = 0; row < a.rows; ++row)
        layerNormBackwardRow<T>(a, row, a.scratch + row / a.rowsPerChunk * 2 * a.hidden);
}

template <class T>
void rmsNormForward(const RmsNormForwardArgs& a) {
    for (int64_t row = 0; row < a.rows; ++row) {
        const T* x = in<T>(a.in) + row * a.hidden;
        double squares = 0.0;
        for (int64_t i = 0; i < a.hidden; ++i) squares += double{toFloat(x[i])} * toFloat(x[i]);
        const auto mean = static_cast<float>(squares / static_cast<double>(a.hidden));
        a.rstd[row] = 1.0f / std::sqrt(mean + a.epsilon);
        for (int64_t i = 0; i < a.hidden; ++i)
            out<T>(a.out)[row * a.hidden + i] =
                fromFloat<T>(toFloat(x[i]) * a.rstd[row] * toFloat(in<T>(a.gamma)[i]));
    }
}

template <class T>
void rmsNormBackwardRow(const RmsNormBackwardArgs& a, int64_t row, float* dGamma) {
    const T* x = in<T>(a.in) + row * a.hidden;
    const T* gradient = in<T>(a.dOut) + row * a.hidden;
    T* dIn = out<T>(a.dIn) + row * a.hidden;
    const float rstd = a.rstd[row];
    double sum = 0.0;
    for (int64_t i = 0; i < a.hidden; ++i) {
        const float value = toFloat(x[i]) * rstd;
        dGamma[i] += toFloat(gradient[i]) * value;
        sum += toFloat(gradient[i]) * toFloat(in<T>(a.gamma)[i]) * value;
    }
    const auto mean = static_cast<float>(sum / static_cast<double>(a.hidden));
    for (int64_t i = 0; i < a.hidden; ++i) {
        const float scaled = toFloat(gradient[i]) * toFloat(in<T>(a.gamma)[i]);
        const float dX = (scaled - toFloat(x[i]) * rstd * mean) * rstd;
        dIn[i] = fromFloat<T>(a.addToInput ? toFloat(dIn[i]) + dX : dX);
    }
}

template <class T>
void rmsNormBackward(const RmsNormBackwardArgs& a) {
    const int64_t chunks = (a.rows + a.rowsPerChunk - 1) / a.rowsPerChunk;
    std::fill_n(a.scratch, chunks * a.hidden, 0.0f);
    for (int64_t row = 0; row < a.rows; ++row)
        rmsNormBackwardRow<T>(a, row, a.scratch + row / a.rowsPerChunk * a.hidden);
}

}  // namespace

void addRows(Twins& twins) {
    twins.push_back(twin<ColumnSumArgs, columnSum>("shardscope_column_sum"));
    SHARDSCOPE_TWINS(twins, "bias_gradient", BiasPartialArgs, biasPartial);
    SHARDSCOPE_TWINS(twins, "layernorm_forward", LayerNormForwardArgs, layerNormForward);
    SHARDSCOPE_TWINS(twins, "layernorm_backward", LayerNormBackwardArgs, layerNormBackward);
    SHARDSCOPE_TWINS(twins, "layernorm_backward_wide", LayerNormBackwardArgs, layerNormBackward);
    SHARDSCOPE_TWINS(twins, "layernorm_backward_widest", LayerNormBackwardArgs, layerNormBackward);
    SHARDSCOPE_TWINS(twins, "rmsnorm_forward", RmsNormForwardArgs, rmsNormForward);
    SHARDSCOPE_TWINS(twins, "rmsnorm_backward", RmsNormBackwardArgs, rmsNormBackward);
    SHARDSCOPE_TWINS(twins, "rmsnorm_backward_wide", RmsNormBackwardArgs, rmsNormBackward);
    SHARDSCOPE_TWINS(twins, "rmsnorm_backward_widest", RmsNormBackwardArgs, rmsNormBackward);
}

}  // namespace shardscope::doubles
