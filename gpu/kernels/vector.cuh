#pragma once
// 16-byte accesses: a pack of elements as floats.

#include <algorithm>

#include "gpu/kernels/math/element.h"

namespace shardscope::gpu {

/// Elements of T in 16 bytes.
template <class T>
inline constexpr int kPackOf = 16 / static_cast<int>(sizeof(T));

/// Elements of an access where types of different sizes meet: 16 bytes of the widest.
template <class... T>
inline constexpr int kCommonPackOf = 16 / static_cast<int>(std::max({sizeof(T)...}));

/// N elements of T in registers, as they lie in memory. Address: a multiple of its size.
template <class T, int N = kPackOf<T>>
struct alignas(sizeof(T) * N) Pack {
    T elements[N];
};

template <class T, int N>
__device__ __forceinline__ Pack<T, N> loadPack(const void* base, int64_t element) {
    // Read as words, so that the compiler sees one access whatever T is.
    Pack<T, N> pack;
    const T* at = static_cast<const T*>(base) + element;
    if constexpr (sizeof pack == 16) {
        *reinterpret_cast<uint4*>(&pack) = *reinterpret_cast<const uint4*>(at);
    } else if constexpr (sizeof pack == 8) {
        *reinterpret_cast<uint2*>(&pack) = *reinterpret_cast<const uint2*>(at);
    } else {
        for (int i = 0; i < N; ++i) pack.elements[i] = at[i];
    }
    return pack;
}

template <class T, int N>
__device__ __forceinline__ void storePack(void* base, int64_t element, const Pack<T, N>& pack) {
    T* at = static_cast<T*>(base) + element;
    if constexpr (sizeof pack == 16) {
        *reinterpret_cast<uint4*>(at) = *reinterpret_cast<const uint4*>(&pack);
    } else if constexpr (sizeof pack == 8) {
        *reinterpret_cast<uint2*>(at) = *reinterpret_cast<const uint2*>(&pack);
    } else {
        for (int i = 0; i < N; ++i) at[i] = pack.elements[i];
    }
}

template <class T, int N>
__device__ __forceinline__ void toFloats(const Pack<T, N>& pack, float (&out)[N]) {
#pragma unroll
    for (int i = 0; i < N; ++i) out[i] = toFloat(pack.elements[i]);
}

template <class T, int N>
__device__ __forceinline__ Pack<T, N> packOf(const float (&values)[N]) {
    Pack<T, N> pack;
#pragma unroll
    for (int i = 0; i < N; ++i) pack.elements[i] = fromFloat<T>(values[i]);
    return pack;
}

/// Whether all addresses are multiples of 16.
template <class... Pointer>
__host__ __device__ __forceinline__ bool aligned16(const Pointer*... pointers) {
    return ((reinterpret_cast<uintptr_t>(pointers) | ... | uintptr_t{0}) & 15u) == 0;
}

}  // namespace shardscope::gpu
