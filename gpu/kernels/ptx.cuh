#pragma once
// The GPU's own instructions that C++ has no words for. Collective ones are called by whole warps.
// Source: PTX ISA 8.0, "Warp-level matrix instructions" and "Asynchronous copy".

#include "gpu/kernels/math/element.h"

namespace shardscope::gpu {

/// The launch's dynamic shared memory, aligned to 128 bytes.
__device__ __forceinline__ unsigned char* dynamicShared() {
    extern __shared__ __align__(128) unsigned char shared[];
    return shared;
}
/// What the instructions below take for a place in shared memory.
__device__ __forceinline__ uint32_t sharedAddress(const void* shared) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(shared));
}

/// 2^x, relative error below 2^-22.
__device__ __forceinline__ float exp2Fast(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

/// c += a·b of 16 × 8 × 16: a by rows, b by columns, each in fragments of m16n8k16.
template <class T>
__device__ __forceinline__ void multiplyAdd(float (&c)[4], const uint32_t (&a)[4], uint32_t b0,
                                            uint32_t b1) {
    if constexpr (std::is_same_v<T, Bf16>) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
            "{%8,%9}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    } else {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
            "{%8,%9}, {%0,%1,%2,%3};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
}

/// Four 8 × 8 matrices of 16-bit elements; lane i gives the address of row i mod 8 of matrix i / 8.
__device__ __forceinline__ void loadMatrices(uint32_t (&out)[4], uint32_t address) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"(address));
}
__device__ __forceinline__ void loadTransposed(uint32_t (&out)[4], uint32_t address) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"(address));
}

/// Starts copying @p kBytes to shared memory; zeros instead unless @p exists.
template <int kBytes>
__device__ __forceinline__ void copyAsync(uint32_t to, const void* from, bool exists) {
    const int bytes = exists ? kBytes : 0;
    if constexpr (kBytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from),
                     "r"(bytes));
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from),
                     "r"(bytes));
    }
}
__device__ __forceinline__ void endCopies() { asm volatile("cp.async.commit_group;"); }
/// Until at most @p kPending of the thread's latest groups are still on their way.
template <int kPending>
__device__ __forceinline__ void awaitCopies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending));
}

}  // namespace shardscope::gpu
