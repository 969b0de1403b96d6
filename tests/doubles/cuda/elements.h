#pragma once
// Arrays of any element type as floats. Internal to tests/doubles/cuda.

#include <cstddef>
#include <cstring>

#include "core/base/dtype.h"
#include "core/base/result.h"
#include "core/host/half_float.h"

namespace shardscope::doubles::cuda {

inline float elementAt(const void* array, core::DType dtype, size_t index) {
    switch (dtype) {
        case core::DType::Fp32:
            return static_cast<const float*>(array)[index];
        case core::DType::Bf16:
            return core::fromBf16(static_cast<const uint16_t*>(array)[index]);
        case core::DType::Fp16:
            return core::fromFp16(static_cast<const uint16_t*>(array)[index]);
        case core::DType::Int32:
            break;
    }
    core::broken("an integer element as a float");
}

/// Rounded to nearest even.
inline void setElement(void* array, core::DType dtype, size_t index, float value) {
    switch (dtype) {
        case core::DType::Fp32:
            static_cast<float*>(array)[index] = value;
            return;
        case core::DType::Bf16:
            static_cast<uint16_t*>(array)[index] = core::toBf16(value);
            return;
        case core::DType::Fp16:
            static_cast<uint16_t*>(array)[index] = core::toFp16(value);
            return;
        case core::DType::Int32:
            break;
    }
    core::broken("an integer element as a float");
}

}  // namespace shardscope::doubles::cuda
