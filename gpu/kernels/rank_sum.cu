#include "gpu/kernels/elementwise.cuh"
#include "gpu/kernels/rank_sum.h"

namespace shardscope::gpu {

namespace {

/// What T is added up in.
template <class T>
struct Accumulator {
    using Type = float;
    static __device__ float widen(T value) { return toFloat(value); }
    static __device__ T narrow(float value) { return fromFloat<T>(value); }
};
template <>
struct Accumulator<uint32_t> {
    using Type = uint32_t;
    static __device__ uint32_t widen(uint32_t value) { return value; }
    static __device__ uint32_t narrow(uint32_t value) { return value; }
};

constexpr int kPeersInFlight = 4;
constexpr int kDepth = 2;  // packs of each of them

template <class T>
struct Sum {
    static constexpr int W = kPackOf<T>;
    using Acc = Accumulator<T>;
    using Value = typename Acc::Type;
    const RankSumArgs& a;

    __device__ void add(const Pack<T>& pack, bool first, Value (&sum)[W]) const {
#pragma unroll
        for (int e = 0; e < W; ++e) {
            const Value value = Acc::widen(pack.elements[e]);
            sum[e] = first ? value : sum[e] + value;
        }
    }
    __device__ void write(int64_t element, const Value (&sum)[W]) const {
        Pack<T> pack;
#pragma unroll
        for (int e = 0; e < W; ++e) pack.elements[e] = Acc::narrow(sum[e]);
        for (int o = 0; o < a.outputCount; ++o) storePack(a.outputs[o], element, pack);
    }
    /// kCount packs at @p element and every @p stride elements after it.
    template <int kCount>
    __device__ void packs(int64_t element, int64_t stride) const {
        Value sums[kCount][W];
        int peer = 0;
        for (; peer + kPeersInFlight <= a.inputCount; peer += kPeersInFlight) {
            Pack<T> read[kPeersInFlight][kCount];
#pragma unroll
            for (int p = 0; p < kPeersInFlight; ++p)
#pragma unroll
                for (int c = 0; c < kCount; ++c)
                    read[p][c] = loadPack<T, W>(a.inputs[peer + p], element + c * stride);
#pragma unroll
            for (int p = 0; p < kPeersInFlight; ++p)
#pragma unroll
                for (int c = 0; c < kCount; ++c) add(read[p][c], peer + p == 0, sums[c]);
        }
        for (; peer < a.inputCount; ++peer) {
            Pack<T> read[kCount];
#pragma unroll
            for (int c = 0; c < kCount; ++c)
                read[c] = loadPack<T, W>(a.inputs[peer], element + c * stride);
#pragma unroll
            for (int c = 0; c < kCount; ++c) add(read[c], peer == 0, sums[c]);
        }
#pragma unroll
        for (int c = 0; c < kCount; ++c) write(element + c * stride, sums[c]);
    }
    __device__ void one(int64_t element) const {
        Value sum = Acc::widen(static_cast<const T*>(a.inputs[0])[element]);
        for (int peer = 1; peer < a.inputCount; ++peer)
            sum = sum + Acc::widen(static_cast<const T*>(a.inputs[peer])[element]);
        for (int o = 0; o < a.outputCount; ++o)
            static_cast<T*>(a.outputs[o])[element] = Acc::narrow(sum);
    }
};

__device__ bool allAligned(const RankSumArgs& a) {
    uintptr_t bits = 0;
    for (int i = 0; i < a.inputCount; ++i) bits |= reinterpret_cast<uintptr_t>(a.inputs[i]);
    for (int o = 0; o < a.outputCount; ++o) bits |= reinterpret_cast<uintptr_t>(a.outputs[o]);
    return bits % 16 == 0;
}

template <class T>
__device__ void rankSum(const RankSumArgs& a) {
    const Sum<T> sum{a};
    const int64_t packs = allAligned(a) ? a.elements / Sum<T>::W : 0;
    constexpr int64_t kStride = int64_t{kElementwiseThreads};
    const int64_t first = blockIdx.x * kStride * kDepth;
    if (first + kStride * kDepth <= packs) {
        sum.template packs<kDepth>((first + threadIdx.x) * Sum<T>::W, kStride * Sum<T>::W);
    } else {
        for (int64_t p = first + threadIdx.x; p < packs && p < first + kStride * kDepth;
             p += kStride)
            sum.template packs<1>(p * Sum<T>::W, 0);
    }
    const int64_t threads = gridDim.x * kStride;
    for (int64_t i = packs * Sum<T>::W + blockIdx.x * kStride + threadIdx.x; i < a.elements;
         i += threads)
        sum.one(i);
}

bool validCount(int count) { return count >= 1 && count <= kMaxPeers; }

}  // namespace

SHARDSCOPE_KERNELS(rank_sum, RankSumArgs, rankSum, kElementwiseThreads, 3)

extern "C" __global__ void __launch_bounds__(kElementwiseThreads, 3)
    shardscope_rank_sum_int32(RankSumArgs a) {
    rankSum<uint32_t>(a);
}

cudaError_t launchRankSum(cudaStream_t stream, const RankSumArgs& args) {
    if (!validCount(args.inputCount) || !validCount(args.outputCount)) return cudaErrorInvalidValue;
    const void* kernel = args.dtype == core::DType::Int32
                             ? reinterpret_cast<const void*>(shardscope_rank_sum_int32)
                             : kernels_rank_sum.of(args.dtype);
    const int width = static_cast<int>(16 / elementBytes(args.dtype));
    return launchKernel(kernel, elementwiseBlocks(args.elements, width, kDepth),
                        kElementwiseThreads, args, stream);
}

}  // namespace shardscope::gpu
