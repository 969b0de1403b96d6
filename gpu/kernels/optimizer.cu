#include <algorithm>

#include "gpu/kernels/kernel_pairs.h"
#include "gpu/kernels/optimizer.h"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

namespace {

constexpr unsigned kThreads = 256;
constexpr int kWidth = 4;  // fp32 states in 16-byte accesses
constexpr int kDepth = 2;  // packs of each tensor in flight a thread
constexpr int64_t kTile = int64_t{kThreads} * kWidth * kDepth;

/// One pack's worth of what an update reads. V is absent for SGD.
template <class G>
struct Inputs {
    Pack<G, kWidth> gradient;
    Pack<float> weight, momentum, variance;
};

/// Reads, updates and writes elements of one range. G, W: types of gradients and working weights.
template <class G, class W, class Args>
struct Update {
    static constexpr bool kAdam = std::is_same_v<Args, AdamWArgs>;
    const Args& a;
    float factor;
    float keep;

    __device__ float* fp32Weights() const {
        return sizeof(W) == 4 ? static_cast<float*>(a.tensors.weights) : a.tensors.master;
    }
    __device__ Inputs<G> load(int64_t i) const {
        Inputs<G> in;
        in.gradient = loadPack<G, kWidth>(a.tensors.gradient, i);
        in.weight = loadPack<float, kWidth>(fp32Weights(), i);
        in.momentum = loadPack<float, kWidth>(a.tensors.momentum, i);
        if constexpr (kAdam) in.variance = loadPack<float, kWidth>(a.variance, i);
        return in;
    }
    __device__ void next(float gradient, float& weight, float& momentum, float& variance) const {
        if constexpr (kAdam) {
            const AdamWState s =
                adamW(a.constants, keep, gradient * factor, {weight, momentum, variance});
            weight = s.weight, momentum = s.momentum, variance = s.variance;
        } else {
            const SgdState s = sgdMomentum(a.constants, gradient * factor, {weight, momentum});
            weight = s.weight, momentum = s.momentum;
        }
    }
    __device__ void store(int64_t i, Inputs<G> in) const {
        Pack<W, kWidth> rounded;
#pragma unroll
        for (int e = 0; e < kWidth; ++e) {
            next(toFloat(in.gradient.elements[e]), in.weight.elements[e], in.momentum.elements[e],
                 in.variance.elements[e]);
            rounded.elements[e] = fromFloat<W>(in.weight.elements[e]);
        }
        storePack(fp32Weights(), i, in.weight);
        storePack(a.tensors.momentum, i, in.momentum);
        if constexpr (kAdam) storePack(a.variance, i, in.variance);
        if constexpr (sizeof(W) == 2) storePack(a.tensors.weights, i, rounded);
    }
    __device__ void one(int64_t i) const {
        float none = 0.0f;
        float* variance = &none;
        if constexpr (kAdam) variance = a.variance + i;
        const G gradient = static_cast<const G*>(a.tensors.gradient)[i];
        float& weight = fp32Weights()[i];
        next(toFloat(gradient), weight, a.tensors.momentum[i], *variance);
        if constexpr (sizeof(W) == 2) static_cast<W*>(a.tensors.weights)[i] = fromFloat<W>(weight);
    }
    /// All threads of the block: [begin, end), at most a tile.
    __device__ void run(int64_t begin, int64_t end, bool aligned) const {
        const int64_t packs = aligned ? (end - begin) / kWidth : 0;
        const int64_t thread = threadIdx.x;
        if (packs == kTile / kWidth) {
            Inputs<G> inputs[kDepth];
#pragma unroll
            for (int u = 0; u < kDepth; ++u)
                inputs[u] = load(begin + (thread + u * int64_t{kThreads}) * kWidth);
#pragma unroll
            for (int u = 0; u < kDepth; ++u)
                store(begin + (thread + u * int64_t{kThreads}) * kWidth, inputs[u]);
            return;
        }
        for (int64_t p = thread; p < packs; p += kThreads) {
            store(begin + p * kWidth, load(begin + p * kWidth));
        }
        for (int64_t i = begin + packs * kWidth + thread; i < end; i += kThreads) one(i);
    }
};

/// The first range that ends after @p element.
template <class Args>
__device__ int firstRange(const Args& a, int64_t element) {
    int low = 0, high = a.count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a.ranges[middle].end <= element) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

template <class G, class W, class Args>
__device__ void update(const Args& a) {
    const int64_t begin = a.first + blockIdx.x * kTile, end = begin + kTile;
    bool aligned =
        aligned16(a.tensors.gradient, a.tensors.weights, a.tensors.master, a.tensors.momentum);
    if constexpr (std::is_same_v<Args, AdamWArgs>) aligned = aligned && aligned16(a.variance);
    const float factor = *a.tensors.factor;
    for (int r = firstRange(a, begin); r < a.count && a.ranges[r].begin < end; ++r) {
        float keep = 1.0f;
        if constexpr (std::is_same_v<Args, AdamWArgs>)
            keep = a.ranges[r].decay ? a.constants.keepDecayed : 1.0f;
        const int64_t from = a.ranges[r].begin < begin ? begin : a.ranges[r].begin;
        const int64_t to = a.ranges[r].end < end ? a.ranges[r].end : end;
        Update<G, W, Args>{a, factor, keep}.run(from, to, aligned);
    }
}

template <class G, class W>
__device__ void adamWUpdate(const AdamWArgs& a) {
    update<G, W>(a);
}
template <class G, class W>
__device__ void sgdUpdate(const SgdArgs& a) {
    update<G, W>(a);
}

/// One launch a group of ranges.
template <class Args>
cudaError_t launchGroups(cudaStream_t stream, const void* kernel, Args& args,
                         std::span<const UpdateRange> ranges) {
    const bool fp32 = args.tensors.weightsDtype == core::DType::Fp32;
    if (fp32 != (args.tensors.master == nullptr)) return cudaErrorInvalidValue;
    for (size_t done = 0; done < ranges.size(); done += kUpdateRanges) {
        const auto group =
            ranges.subspan(done, std::min<size_t>(kUpdateRanges, ranges.size() - done));
        std::copy(group.begin(), group.end(), args.ranges);
        args.count = static_cast<int>(group.size());
        args.first = group.front().begin;
        const int64_t blocks = ceilDiv(group.back().end - args.first, kTile);
        const cudaError_t status = launchKernel(kernel, blocks, kThreads, args, stream);
        if (status != cudaSuccess) return status;
    }
    return cudaSuccess;
}

}  // namespace

SHARDSCOPE_KERNEL_PAIRS(adamw, AdamWArgs, adamWUpdate, kThreads, 4)
SHARDSCOPE_KERNEL_PAIRS(sgd_momentum, SgdArgs, sgdUpdate, kThreads)

cudaError_t launchAdamW(cudaStream_t stream, AdamWArgs args, std::span<const UpdateRange> ranges) {
    const void* kernel = kernels_adamw.of(args.tensors.gradientDtype, args.tensors.weightsDtype);
    return launchGroups(stream, kernel, args, ranges);
}

cudaError_t launchSgdMomentum(cudaStream_t stream, SgdArgs args,
                              std::span<const UpdateRange> ranges) {
    const void* kernel =
        kernels_sgd_momentum.of(args.tensors.gradientDtype, args.tensors.weightsDtype);
    return launchGroups(stream, kernel, args, ranges);
}

}  // namespace shardscope::gpu
