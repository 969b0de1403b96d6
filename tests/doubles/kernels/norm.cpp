#include "gpu/kernels/norm.h"

#include <algorithm>
#include <cmath>

#include "tests/doubles/kernels/table.h"

namespace shardscope::doubles {

namespace {

using namespace gpu;

template <class T>
float blockSum(const T* values, int64_t count) {
    float lanes[kNormLanes] = {};
    for (int64_t i = 0; i < count; ++i) {
        const float x = toFloat(values[i]);
        lanes[i % kNormLanes] += x * x;
    }
    for (int width = kNormLanes / 2; width > 0; width /= 2) {
        for (int lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
    }
    return lanes[0];
}

template <class T>
void squaredNorm(const SquaredNormArgs& a) {
    for (int64_t first = 0; first < a.elements; first += kNormGroupElements) {
        const int64_t end = std::min(first + kNormGroupElements, a.elements);
        float sum = 0.0f;
        for (int64_t i = first; i < end; i += kNormBlock)
            sum += blockSum(in<T>(a.tensor) + i, std::min<int64_t>(kNormBlock, end - i));
        a.scratch[first / kNormGroupElements] = sum;
    }
}

void finish(const SquaredNormArgs& a) {
    const int64_t groups = (a.elements + kNormGroupElements - 1) / kNormGroupElements;
    float sum = 0.0f;
    for (int64_t first = 0; first < groups; first += kNormSection) {
        float section = 0.0f;
        const int64_t end = std::min<int64_t>(first + kNormSection, groups);
        for (int64_t g = first; g < end; ++g) section += a.scratch[g];
        sum += section;
    }
    *a.partial = sum;
}

void sumPartials(const SumPartialsArgs& a) {
    for (int64_t rank = 0; rank < a.rankSlots; ++rank) {
        float sum = 0.0f;
        for (int64_t b = 0; b < a.buckets; ++b) sum += a.partials[rank * a.buckets + b];
        a.rankSums[rank] = sum;
    }
}

void clipFactor(const ClipFactorArgs& a) {
    float sum = 0.0f;
    for (int64_t rank = 0; rank < a.rankSlots; ++rank) sum += a.rankSums[rank];
    const double norm = std::sqrt(static_cast<double>(sum)) / a.lossScale;
    const double clipped = a.clip > 0.0 ? std::min(1.0, a.clip / (norm + 1e-6)) : 1.0;
    a.scalars[0] = static_cast<float>(norm);
    a.scalars[1] = static_cast<float>(clipped / a.lossScale);
    a.scalars[2] = std::isfinite(sum) ? 0.0f : 1.0f;
}

}  // namespace

void addNorm(Twins& twins) {
    SHARDSCOPE_TWINS(twins, "squared_norm", SquaredNormArgs, squaredNorm);
    twins.push_back(twin<SquaredNormArgs, finish>("shardscope_squared_norm_finish"));
    twins.push_back(twin<SumPartialsArgs, sumPartials>("shardscope_sum_partials"));
    twins.push_back(twin<ClipFactorArgs, clipFactor>("shardscope_clip_factor"));
}

}  // namespace shardscope::doubles
