#include "gpu/kernels/norm.h"
#include "gpu/kernels/vector.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kThreads = 256;

/// A 4-byte word of T: 1 or 2 elements, which belong to neighbouring lanes of the tree.
template <class T>
inline constexpr int kWordOf = 4 / static_cast<int>(sizeof(T));
/// Threads that share a block of 128 elements.
template <class T>
inline constexpr int kTeam = kNormLanes / kWordOf<T>;
/// Words a thread reads of a block.
constexpr int kWords = kNormBlock / kNormLanes;

/// One word of each of the block's rows of 16; beyond @p elements zeros, which change no sum of squares.
template <class T>
struct Column {
    Pack<T, kWordOf<T>> words[kWords];

    __device__ void read(const T* block, int64_t elements, int member) {
        const bool whole = elements >= kNormBlock && reinterpret_cast<uintptr_t>(block) % 4 == 0;
#pragma unroll
        for (int row = 0; row < kWords; ++row) {
            const int64_t at = row * kNormLanes + member * kWordOf<T>;
            if (whole) {
                reinterpret_cast<uint32_t&>(words[row]) =
                    *reinterpret_cast<const uint32_t*>(block + at);
            } else {
#pragma unroll
                for (int e = 0; e < kWordOf<T>; ++e)
                    words[row].elements[e] = at + e < elements ? block[at + e] : fromFloat<T>(0.0f);
            }
        }
    }
    /// Sums of squares of the thread's lanes, over the rows in order.
    __device__ void lanes(float (&sums)[kWordOf<T>]) const {
#pragma unroll
        for (float& sum : sums) sum = 0.0f;
#pragma unroll
        for (int row = 0; row < kWords; ++row) {
#pragma unroll
            for (int e = 0; e < kWordOf<T>; ++e) {
                const float x = toFloat(words[row].elements[e]);
                sums[e] += x * x;
            }
        }
    }
};

/// The pairwise sum of a team's lanes; in member 0.
template <class T>
__device__ float sumOfTeam(float (&lanes)[kWordOf<T>]) {
#pragma unroll
    for (int width = kTeam<T> / 2; width > 0; width /= 2) {
#pragma unroll
        for (float& lane : lanes) lane += __shfl_down_sync(0xffffffffu, lane, width, kTeam<T>);
    }
    return kWordOf<T> == 2 ? lanes[0] + lanes[kWordOf<T> - 1] : lanes[0];
}

/// One thread block a group: scratch[group] = the group's sum.
template <class T>
__device__ void groupSum(const SquaredNormArgs& a) {
    __shared__ float blocks[kNormGroup];
    constexpr int kTeams = kThreads / kTeam<T>;
    constexpr int kRounds = kNormGroup / kTeams;
    const int64_t first = blockIdx.x * kNormGroupElements;
    const T* group = static_cast<const T*>(a.tensor) + first;
    const int team = threadIdx.x / kTeam<T>, member = threadIdx.x % kTeam<T>;
    const int64_t left = a.elements - first;
#pragma unroll 2
    for (int round = 0; round < kRounds; ++round) {
        const int block = round * kTeams + team;
        Column<T> column;
        column.read(group + block * kNormBlock, left - block * kNormBlock, member);
        float lanes[kWordOf<T>];
        column.lanes(lanes);
        const float sum = sumOfTeam<T>(lanes);
        if (member == 0) blocks[block] = sum;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    float sum = 0.0f;
    const int64_t count = (left + kNormBlock - 1) / kNormBlock;
#pragma unroll 16
    for (int block = 0; block < kNormGroup; ++block)
        if (block < count) sum += blocks[block];
    a.scratch[blockIdx.x] = sum;
}

constexpr int kFinishThreads = 1024;
constexpr int kFinishWarps = kFinishThreads / 32;

/// One warp's section of the group sums, in order; in lane 0.
__device__ float sectionSum(const float* groups, int64_t count, float* staging) {
    const int lane = threadIdx.x % 32;
    for (int i = lane; i < kNormSection; i += 32) staging[i] = i < count ? groups[i] : 0.0f;
    __syncwarp();
    float sum = 0.0f;
    if (lane == 0) {
#pragma unroll 16
        for (int i = 0; i < kNormSection; ++i) sum += staging[i];
    }
    __syncwarp();
    return sum;
}

}  // namespace

SHARDSCOPE_KERNELS(squared_norm, SquaredNormArgs, groupSum, kThreads)

/// Sums of groups to *partial. Sums of squares are never -0, so adding zeros changes none of them.
extern "C" __global__ void __launch_bounds__(kFinishThreads)
    shardscope_squared_norm_finish(SquaredNormArgs a) {
    __shared__ float staging[kFinishWarps][kNormSection];
    __shared__ float sections[kFinishWarps];
    const int64_t groups = (a.elements + kNormGroupElements - 1) / kNormGroupElements;
    const int warp = threadIdx.x / 32;
    float sum = 0.0f;
    for (int64_t first = 0; first < groups; first += kFinishWarps * int64_t{kNormSection}) {
        const int64_t begin = first + warp * int64_t{kNormSection};
        const float section = sectionSum(a.scratch + begin, groups - begin, staging[warp]);
        if (threadIdx.x % 32 == 0) sections[warp] = section;
        __syncthreads();
        if (threadIdx.x == 0)
            for (float value : sections) sum += value;
        __syncthreads();
    }
    if (threadIdx.x == 0) *a.partial = sum;
}

extern "C" __global__ void shardscope_sum_partials(SumPartialsArgs a) {
    const int64_t rank = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (rank >= a.rankSlots) return;
    float sum = 0.0f;
    for (int64_t bucket = 0; bucket < a.buckets; ++bucket)
        sum += a.partials[rank * a.buckets + bucket];
    a.rankSums[rank] = sum;
}

extern "C" __global__ void shardscope_clip_factor(ClipFactorArgs a) {
    float sum = 0.0f;
    for (int64_t rank = 0; rank < a.rankSlots; ++rank) sum += a.rankSums[rank];
    const double norm = sqrt(static_cast<double>(sum)) / a.lossScale;
    const double limit = a.clip / (norm + 1e-6);
    const double clipped = a.clip > 0.0 && limit < 1.0 ? limit : 1.0;
    a.scalars[0] = static_cast<float>(norm);
    a.scalars[1] = static_cast<float>(clipped / a.lossScale);
    a.scalars[2] = isfinite(sum) ? 0.0f : 1.0f;
}

int64_t scratchBytes(const SquaredNormArgs& args) {
    return ceilDiv(args.elements, kNormGroupElements) * int64_t{sizeof(float)};
}

cudaError_t launchSquaredNorm(cudaStream_t stream, const SquaredNormArgs& args) {
    const cudaError_t status =
        launchKernel(kernels_squared_norm.of(args.dtype),
                     ceilDiv(args.elements, kNormGroupElements), kThreads, args, stream);
    if (status != cudaSuccess) return status;
    return launchKernel(reinterpret_cast<const void*>(shardscope_squared_norm_finish), 1,
                        kFinishThreads, args, stream);
}

cudaError_t launchSumPartials(cudaStream_t stream, const SumPartialsArgs& args) {
    return launchKernel(reinterpret_cast<const void*>(shardscope_sum_partials),
                        ceilDiv(args.rankSlots, 32), 32, args, stream);
}

cudaError_t launchClipFactor(cudaStream_t stream, const ClipFactorArgs& args) {
    return launchKernel(reinterpret_cast<const void*>(shardscope_clip_factor), 1, 1, args, stream);
}

}  // namespace shardscope::gpu
