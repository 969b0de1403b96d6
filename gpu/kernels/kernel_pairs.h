#pragma once
// Kernels of two element types: `shardscope_NAME_fp32_bf16` and so on.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// Kernels by a first and a second element type.
struct KernelByPair {
    KernelByType first[3];  ///< by the first type: fp32, bf16, fp16

    const void* of(core::DType a, core::DType b) const {
        if (a == core::DType::Int32) return nullptr;
        return first[static_cast<int>(a)].of(b);
    }
};
static_assert(static_cast<int>(core::DType::Fp32) == 0 &&
              static_cast<int>(core::DType::Bf16) == 1 && static_cast<int>(core::DType::Fp16) == 2);

}  // namespace shardscope::gpu

#define SHARDSCOPE_KERNEL_PAIR(NAME, A, B, ARGS, BODY, ...)                  \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__)                \
        shardscope_##NAME##_##A##_##B(ARGS a) {                              \
        BODY<shardscope::gpu::Element_##A, shardscope::gpu::Element_##B>(a); \
    }
#define SHARDSCOPE_KERNEL_ROW(NAME, A)                                     \
    {                                                                      \
        reinterpret_cast<const void*>(shardscope_##NAME##_##A##_fp32),     \
            reinterpret_cast<const void*>(shardscope_##NAME##_##A##_bf16), \
            reinterpret_cast<const void*>(shardscope_##NAME##_##A##_fp16)  \
    }
/// Defines the nine kernels that call BODY<A, B>(args), and `kernels_NAME`, which lists them.
#define SHARDSCOPE_KERNEL_PAIRS(NAME, ARGS, BODY, ...)                           \
    SHARDSCOPE_KERNEL_PAIR(NAME, fp32, fp32, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, fp32, bf16, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, fp32, fp16, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, bf16, fp32, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, bf16, bf16, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, bf16, fp16, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, fp16, fp32, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, fp16, bf16, ARGS, BODY, __VA_ARGS__)            \
    SHARDSCOPE_KERNEL_PAIR(NAME, fp16, fp16, ARGS, BODY, __VA_ARGS__)            \
    static const KernelByPair kernels_##NAME{{SHARDSCOPE_KERNEL_ROW(NAME, fp32), \
                                              SHARDSCOPE_KERNEL_ROW(NAME, bf16), \
                                              SHARDSCOPE_KERNEL_ROW(NAME, fp16)}};
