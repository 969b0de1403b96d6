#include "core/host/ops/rows.h"

#include <algorithm>
#include <limits>

#include "core/base/exponential.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

SHARDSCOPE_KERNEL void addRow(float* sums, const float* row, int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) sums[i] += row[i];
}

SHARDSCOPE_KERNEL float sumRow(const float* row, int64_t elements) {
    float lanes[kLanes] = {};
    const int64_t whole = elements / kLanes * kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane) lanes[lane] += row[i + lane];
    }
    for (int64_t i = whole; i < elements; ++i) lanes[i - whole] += row[i];
    return sumLanes(lanes);
}

SHARDSCOPE_KERNEL float maximumOf(const float* row, int64_t elements) {
    float lanes[kLanes];
    for (float& lane : lanes) lane = -std::numeric_limits<float>::infinity();
    const int64_t whole = elements / kLanes * kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane) {
            lanes[lane] = row[i + lane] > lanes[lane] ? row[i + lane] : lanes[lane];
        }
    }
    for (int64_t i = whole; i < elements; ++i) {
        lanes[i - whole] = row[i] > lanes[i - whole] ? row[i] : lanes[i - whole];
    }
    return *std::max_element(lanes, lanes + kLanes);
}

SHARDSCOPE_KERNEL float sumExponentials(const float* row, float shift, int64_t elements) {
    float lanes[kLanes] = {};
    const int64_t whole = elements / kLanes * kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane) {
            lanes[lane] += exponential(row[i + lane] - shift);
        }
    }
    for (int64_t i = whole; i < elements; ++i) lanes[i - whole] += exponential(row[i] - shift);
    return sumLanes(lanes);
}

SHARDSCOPE_KERNEL float dotRows(const float* a, const float* b, int64_t elements) {
    float lanes[kLanes] = {};
    const int64_t whole = elements / kLanes * kLanes;
    for (int64_t i = 0; i < whole; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
    }
    for (int64_t i = whole; i < elements; ++i) lanes[i - whole] += a[i] * b[i];
    return sumLanes(lanes);
}

}  // namespace shardscope::core::ops
