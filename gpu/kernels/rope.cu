#include <algorithm>

#include "gpu/kernels/math/rope.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kThreads = 256;

template <class T>
__host__ __device__ int64_t widthOf(const RopeArgs& a) {
    const bool packs = a.columns / 2 % kPackOf<T> == 0 && aligned16(a.in, a.out, a.scratch);
    return packs ? kPackOf<T> : 1;
}

/// Neighbouring floats; several of them are aligned to 16 bytes.
template <int W>
__device__ __forceinline__ void readFloats(const float* at, float (&out)[W]) {
    constexpr int kStep = W < 4 ? 1 : 4;
#pragma unroll
    for (int part = 0; part < W; part += kStep) {
        const Pack<float, kStep> read = loadPack<float, kStep>(at, part);
#pragma unroll
        for (int e = 0; e < kStep; ++e) out[part + e] = read.elements[e];
    }
}

/// Pairs [pair, pair + W) of one head.
template <class T, int W>
__device__ void turn(const RopeArgs& a, int64_t row, int64_t head, int64_t pair) {
    const int64_t half = a.columns / 2, angle = row % a.sequence * half + pair;
    float cosines[W], sines[W];
    readFloats(a.scratch + angle, cosines);
    readFloats(a.scratch + a.sequence * half + angle, sines);
    const int64_t first = (row * a.heads + head) * a.columns + pair;
    Pack<T, W> x = loadPack<T, W>(a.in, first), y = loadPack<T, W>(a.in, first + half);
#pragma unroll
    for (int e = 0; e < W; ++e) {
        const Turned turned =
            rope(toFloat(x.elements[e]), toFloat(y.elements[e]), cosines[e], sines[e], a.inverse);
        x.elements[e] = fromFloat<T>(turned.x);
        y.elements[e] = fromFloat<T>(turned.y);
    }
    storePack(a.out, first, x);
    storePack(a.out, first + half, y);
}

template <class T>
__device__ void turnAll(const RopeArgs& a) {
    const int64_t width = widthOf<T>(a), packs = a.columns / 2 / width;
    const int64_t i = int64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i >= a.rows * a.heads * packs) return;
    const int64_t head = i / packs;
    if (width > 1) {
        turn<T, kPackOf<T>>(a, head / a.heads, head % a.heads, i % packs * width);
    } else {
        turn<T, 1>(a, head / a.heads, head % a.heads, i % packs);
    }
}

}  // namespace

SHARDSCOPE_KERNELS(rope, RopeArgs, turnAll, kThreads)

/// In double, rounded once: angles of late positions need its digits.
extern "C" __global__ void __launch_bounds__(kThreads) shardscope_rope_table(RopeTableArgs a) {
    const int64_t i = int64_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i >= a.sequence * a.half) return;
    const double angle = static_cast<double>(i / a.half) * a.frequencies[i % a.half];
    a.table[i] = static_cast<float>(cos(angle) * a.scale);
    a.table[a.sequence * a.half + i] = static_cast<float>(sin(angle) * a.scale);
}

int64_t scratchBytes(const RopeArgs& args) {
    return args.sequence * args.columns * int64_t{sizeof(float)};
}

cudaError_t launchRope(cudaStream_t stream, const RopeArgs& args,
                       std::span<const double> frequencies, double scale) {
    const auto half = static_cast<int64_t>(frequencies.size());
    if (args.columns != 2 * half || half > kMaxFrequencies) return cudaErrorInvalidValue;
    RopeTableArgs table{.frequencies = {},
                        .table = args.scratch,
                        .sequence = args.sequence,
                        .half = half,
                        .scale = scale};
    std::copy(frequencies.begin(), frequencies.end(), table.frequencies);
    const cudaError_t status =
        launchKernel(reinterpret_cast<const void*>(shardscope_rope_table),
                     ceilDiv(args.sequence * half, kThreads), kThreads, table, stream);
    if (status != cudaSuccess) return status;
    const int64_t width =
        args.dtype == core::DType::Fp32 ? widthOf<float>(args) : widthOf<Bf16>(args);
    return launchKernel(kernels_rope.of(args.dtype),
                        ceilDiv(args.rows * args.heads * (half / width), kThreads), kThreads, args,
                        stream);
}

}  // namespace shardscope::gpu
