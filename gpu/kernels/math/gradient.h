#pragma once
// Where a sum over rows goes: a gradient of any type, written or added to.

#include "gpu/kernels/math/element.h"

namespace shardscope::gpu {

/// A gradient tensor and how it is written in this micro-batch.
struct GradientTarget {
    void* address = nullptr;
    core::DType dtype = core::DType::Fp32;
    bool accumulate = false;  ///< add to what is there, in fp32, rounded once
};

SHARDSCOPE_HD void writeGradient(const GradientTarget& target, int64_t element, float sum) {
    withElement(target.dtype, [&](auto type) {
        using T = decltype(type);
        T& place = static_cast<T*>(target.address)[element];
        place = fromFloat<T>(target.accumulate ? toFloat(place) + sum : sum);
    });
}

}  // namespace shardscope::gpu
