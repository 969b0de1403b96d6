#pragma once
// How the kernels' host launchers start them. Any thread; returns before the work is done.

#include <cuda_runtime_api.h>

#include "core/base/dtype.h"

namespace shardscope::gpu {

/// One kernel a type, by its registered function.
struct KernelByType {
    const void* fp32;
    const void* bf16;
    const void* fp16;

    /// nullptr for int32.
    const void* of(core::DType dtype) const;
};

/// Starts @p kernel, which takes one @p args by value. A grid of no blocks is no work: success.
/// Errors: cudaErrorInvalidValue for a null kernel or more than 2^31 - 1 blocks.
template <class Args>
cudaError_t launchKernel(const void* kernel, int64_t blocks, unsigned threads, const Args& args,
                         cudaStream_t stream, size_t sharedBytes = 0) {
    if (blocks == 0) return cudaSuccess;
    if (!kernel || blocks < 0 || blocks > 0x7fffffff) return cudaErrorInvalidValue;
    void* arguments[] = {const_cast<Args*>(&args)};
    return cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)), dim3(threads), arguments,
                            sharedBytes, stream);
}

inline int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace shardscope::gpu

/// Defines kernels `shardscope_NAME_fp32`, `_bf16`, `_fp16` that call BODY<T>(args), and
/// `kernels_NAME`, which lists them. BOUNDS: threads of a block at most, and blocks that should fit
/// on one multiprocessor.
#define SHARDSCOPE_KERNELS(NAME, ARGS, BODY, ...)                                                \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__) shardscope_##NAME##_fp32(ARGS a) { \
        BODY<float>(a);                                                                          \
    }                                                                                            \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__) shardscope_##NAME##_bf16(ARGS a) { \
        BODY<Bf16>(a);                                                                           \
    }                                                                                            \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__) shardscope_##NAME##_fp16(ARGS a) { \
        BODY<Fp16>(a);                                                                           \
    }                                                                                            \
    static const KernelByType kernels_##NAME{                                                    \
        reinterpret_cast<const void*>(shardscope_##NAME##_fp32),                                 \
        reinterpret_cast<const void*>(shardscope_##NAME##_bf16),                                 \
        reinterpret_cast<const void*>(shardscope_##NAME##_fp16)};
