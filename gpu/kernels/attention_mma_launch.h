#pragma once
// How the tensor-core attention kernels are named and started. Internal to gpu/kernels.

#include "gpu/kernels/attention_fragments.cuh"

namespace shardscope::gpu {

/// One block a tile of kMmaRows tokens and head, with @p sharedBytes of shared memory.
template <class Args>
cudaError_t launchTiles(const KernelByType& kernels, const Args& args, int heads, int sharedBytes,
                        cudaStream_t stream) {
    const void* kernel = kernels.of(args.dtype);
    if (!kernel) return cudaErrorInvalidValue;
    const cudaError_t status =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes);
    if (status != cudaSuccess) return status;
    const int64_t blocks = args.shape.batch * heads * ceilDiv(args.shape.sequence, kMmaRows);
    return launchKernel(kernel, blocks, kMmaThreads, args, stream,
                        static_cast<size_t>(sharedBytes));
}

}  // namespace shardscope::gpu

/// BODY for heads of D columns, as a function of the element type alone.
#define SHARDSCOPE_BODY(NAME, D, ARGS, BODY) \
    template <class T>                       \
    __device__ void NAME(const ARGS& a) {    \
        BODY<T, D>(a);                       \
    }

/// Kernels of the two 16-bit types, as SHARDSCOPE_KERNELS.
#define SHARDSCOPE_HALF_KERNELS(NAME, ARGS, BODY, ...)                                           \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__) shardscope_##NAME##_bf16(ARGS a) { \
        BODY<Bf16>(a);                                                                           \
    }                                                                                            \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__) shardscope_##NAME##_fp16(ARGS a) { \
        BODY<Fp16>(a);                                                                           \
    }                                                                                            \
    static const KernelByType kernels_##NAME{                                                    \
        nullptr, reinterpret_cast<const void*>(shardscope_##NAME##_bf16),                        \
        reinterpret_cast<const void*>(shardscope_##NAME##_fp16)};
