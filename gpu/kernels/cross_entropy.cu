#include "gpu/kernels/cross_entropy.h"
#include "gpu/kernels/math/exponential.h"
#include "gpu/kernels/reduce.cuh"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kThreads = 512;
constexpr int kWarps = kThreads / 32;
constexpr int kDepth = 4;

/// Where a row of any length at any address has whole packs: [head, head + packs·W).
template <class T>
struct RowPacks {
    int64_t head, packs;

    /// @param other a tensor read or written alongside; without the same alignment there are no packs.
    __device__ RowPacks(const T* row, const T* other, int64_t elements) {
        const auto misplaced = reinterpret_cast<uintptr_t>(row) % 16;
        const bool alike = reinterpret_cast<uintptr_t>(other) % 16 == misplaced;
        head = misplaced == 0 ? 0 : static_cast<int64_t>((16 - misplaced) / sizeof(T));
        if (head > elements || !alike) head = elements;
        packs = (elements - head) / kPackOf<T>;
    }
    /// Calls one(i) for the elements of this thread outside packs.
    template <class One>
    __device__ void forEachLoose(int64_t elements, const One& one) const {
        for (int64_t i = threadIdx.x; i < head; i += kThreads) one(i);
        for (int64_t i = head + packs * kPackOf<T> + threadIdx.x; i < elements; i += kThreads)
            one(i);
    }
};

/// A running maximum and the sum of exponentials relative to it.
template <class T>
struct LogSum {
    float largest = -INFINITY, sum = 0.0f;

    __device__ void raise(float candidate) {
        if (!(candidate > largest)) return;
        sum *= exponentialFor<T>(largest - candidate);
        largest = candidate;
    }
    __device__ void add(float value) {
        raise(value);
        sum += exponentialFor<T>(value - largest);
    }
    template <int N>
    __device__ void add(const float (&values)[N]) {
        float highest = values[0];
#pragma unroll
        for (int e = 1; e < N; ++e) highest = fmaxf(highest, values[e]);
        raise(highest);
#pragma unroll
        for (float value : values) sum += exponentialFor<T>(value - largest);
    }
};

/// Log of the sum of exponentials over the block, the same in all threads.
template <class T>
__device__ float logSumOfBlock(LogSum<T> own, float* shared) {
    const float warpLargest = warpMaximum(own.largest);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = warpLargest;
    __syncthreads();
    float largest = shared[0];
#pragma unroll
    for (int w = 1; w < kWarps; ++w) largest = fmaxf(largest, shared[w]);
    // A thread without elements has no sum; its maximum is -infinity.
    const float scaled = own.sum == 0.0f ? 0.0f : own.sum * exponential(own.largest - largest);
    const float sum = teamSum(scaled, kWarps, shared);
    return largest + logf(sum);
}

template <class T>
__device__ void forward(const CrossEntropyForwardArgs& a) {
    __shared__ float shared[kWarps];
    constexpr int W = kPackOf<T>;
    const T* row = static_cast<const T*>(a.logits) + blockIdx.x * a.vocab;
    const RowPacks<T> place(row, row, a.vocab);
    LogSum<T> sum;
    const T* packed = row + place.head;
    int64_t p = threadIdx.x;
    for (; p + (kDepth - 1) * kThreads < place.packs; p += kDepth * kThreads) {
        Pack<T> read[kDepth];
#pragma unroll
        for (int u = 0; u < kDepth; ++u) read[u] = loadPack<T, W>(packed, (p + u * kThreads) * W);
#pragma unroll
        for (int u = 0; u < kDepth; ++u) {
            float values[W];
            toFloats(read[u], values);
            sum.add(values);
        }
    }
    for (; p < place.packs; p += kThreads) {
        float values[W];
        toFloats(loadPack<T, W>(packed, p * W), values);
        sum.add(values);
    }
    place.forEachLoose(a.vocab, [&](int64_t i) { sum.add(toFloat(row[i])); });
    const float logSumExp = logSumOfBlock(sum, shared);
    if (threadIdx.x != 0) return;
    a.logSumExp[blockIdx.x] = logSumExp;
    a.scratch[blockIdx.x] = logSumExp - toFloat(row[a.targets[blockIdx.x]]);
}

template <class T>
__device__ void backward(const CrossEntropyBackwardArgs& a) {
    constexpr int W = kPackOf<T>;
    const T* row = static_cast<const T*>(a.logits) + blockIdx.x * a.vocab;
    T* out = static_cast<T*>(a.dLogits) + blockIdx.x * a.vocab;
    const RowPacks<T> place(row, out, a.vocab);
    const float logSumExp = a.logSumExp[blockIdx.x];
    const int64_t target = a.targets[blockIdx.x];
    const auto gradient = [&](T logit, int64_t i) {
        const float share = exponentialFor<T>(toFloat(logit) - logSumExp) * a.factor;
        return fromFloat<T>(i == target ? share - a.factor : share);
    };
    int64_t p = threadIdx.x;
    const auto store = [&](Pack<T> pack, int64_t at) {
#pragma unroll
        for (int e = 0; e < W; ++e) pack.elements[e] = gradient(pack.elements[e], at + e);
        storePack(out, at, pack);
    };
    for (; p + (kDepth - 1) * kThreads < place.packs; p += kDepth * kThreads) {
        Pack<T> read[kDepth];
#pragma unroll
        for (int u = 0; u < kDepth; ++u)
            read[u] = loadPack<T, W>(row, place.head + (p + u * kThreads) * W);
#pragma unroll
        for (int u = 0; u < kDepth; ++u) store(read[u], place.head + (p + u * kThreads) * W);
    }
    for (; p < place.packs; p += kThreads)
        store(loadPack<T, W>(row, place.head + p * W), place.head + p * W);
    place.forEachLoose(a.vocab, [&](int64_t i) { out[i] = gradient(row[i], i); });
}

constexpr int kMeanThreads = 1024;

}  // namespace

SHARDSCOPE_KERNELS(cross_entropy_forward, CrossEntropyForwardArgs, forward, kThreads)
SHARDSCOPE_KERNELS(cross_entropy_backward, CrossEntropyBackwardArgs, backward, kThreads)

/// The mean of the rows' losses, in double.
extern "C" __global__ void __launch_bounds__(kMeanThreads)
    shardscope_cross_entropy_mean(CrossEntropyForwardArgs a) {
    __shared__ double sums[kMeanThreads];
    double sum = 0.0;
    for (int64_t row = threadIdx.x; row < a.rows; row += kMeanThreads)
        sum += static_cast<double>(a.scratch[row]);
    sums[threadIdx.x] = sum;
    for (int width = kMeanThreads / 2; width > 0; width /= 2) {
        __syncthreads();
        if (static_cast<int>(threadIdx.x) < width) sums[threadIdx.x] += sums[threadIdx.x + width];
    }
    if (threadIdx.x == 0) *a.loss = static_cast<float>(sums[0] / static_cast<double>(a.rows));
}

int64_t scratchBytes(const CrossEntropyForwardArgs& args) {
    return args.rows * int64_t{sizeof(float)};
}

cudaError_t launchCrossEntropyForward(cudaStream_t stream, const CrossEntropyForwardArgs& args) {
    const cudaError_t status = launchKernel(kernels_cross_entropy_forward.of(args.dtype), args.rows,
                                            kThreads, args, stream);
    if (status != cudaSuccess) return status;
    return launchKernel(reinterpret_cast<const void*>(shardscope_cross_entropy_mean), 1,
                        kMeanThreads, args, stream);
}

cudaError_t launchCrossEntropyBackward(cudaStream_t stream, const CrossEntropyBackwardArgs& args) {
    return launchKernel(kernels_cross_entropy_backward.of(args.dtype), args.rows, kThreads, args,
                        stream);
}

}  // namespace shardscope::gpu
