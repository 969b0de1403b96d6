#pragma once
// Functions that run on the GPU and on the CPU. Kernels and the CPU twins of the tests share them, so
// that what is tested without a card is what a card computes. Compile without contraction of products
// and sums (nvcc -fmad=false, g++ -ffp-contract=off): then both give the same bits.

#include <cstdint>
#include <cstring>

#if defined(__CUDACC__)
#define SHARDSCOPE_HD __host__ __device__ __forceinline__
#else
#define SHARDSCOPE_HD inline
#endif

namespace shardscope::gpu {

SHARDSCOPE_HD uint32_t bitsOf(float value) {
#if defined(__CUDA_ARCH__)
    return __float_as_uint(value);
#else
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
#endif
}
SHARDSCOPE_HD float floatOf(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return __uint_as_float(bits);
#else
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
#endif
}

}  // namespace shardscope::gpu
