#include <algorithm>

#include "gpu/kernels/layernorm.h"
#include "gpu/kernels/row_team.cuh"

namespace shardscope::gpu {

namespace {

constexpr int kForwardPacks = 4;
constexpr int kForwardThreads = 256;  // of a block, unless a team is larger

template <class T, int W>
__device__ void forwardRows(const LayerNormForwardArgs& a) {
    using Team = RowTeam<T, W, kForwardPacks>;
    __shared__ float shared[kRowThreads / 32];
    const Team team(a.teamThreads, a.hidden);
    const int64_t row =
        int64_t{blockIdx.x} * (blockDim.x / a.teamThreads) + threadIdx.x / a.teamThreads;
    const bool active = row < a.rows;
    const int64_t first = (active ? row : 0) * a.hidden;
    const auto hidden = static_cast<float>(a.hidden);
    float x[kForwardPacks][W];
    team.read(static_cast<const T*>(a.in) + first, x);
    float sum = 0.0f;
#pragma unroll
    for (int p = 0; p < kForwardPacks; ++p)
#pragma unroll
        for (int e = 0; e < W; ++e) sum += x[p][e];
    const float mean = teamSum(sum, team.warps(), shared) / hidden;
    float squares = 0.0f;
#pragma unroll
    for (int p = 0; p < kForwardPacks; ++p) {
#pragma unroll
        for (int e = 0; e < W; ++e) {
            const float deviation = team.has(p) ? x[p][e] - mean : 0.0f;
            squares += deviation * deviation;
        }
    }
    const float variance = teamSum(squares, team.warps(), shared) / hidden;
    const float rstd = 1.0f / sqrtf(variance + kLayerNormEpsilon);
    if (!active) return;
    if (team.member == 0) a.mean[row] = mean, a.rstd[row] = rstd;
    T* out = static_cast<T*>(a.out) + first;
#pragma unroll
    for (int p = 0; p < kForwardPacks; ++p) {
        if (!team.has(p)) continue;
        const Pack<T, W> gamma = loadPack<T, W>(a.gamma, team.element(p));
        const Pack<T, W> beta = loadPack<T, W>(a.beta, team.element(p));
#pragma unroll
        for (int e = 0; e < W; ++e)
            x[p][e] =
                (x[p][e] - mean) * rstd * toFloat(gamma.elements[e]) + toFloat(beta.elements[e]);
        storePack(out, team.element(p), packOf<T>(x[p]));
    }
}

/// Whether rows can be read in packs.
template <class T, class... Pointer>
__host__ __device__ bool packed(int64_t hidden, const Pointer*... pointers) {
    return hidden % kPackOf<T> == 0 && aligned16(pointers...);
}

template <class T>
__device__ void forward(const LayerNormForwardArgs& a) {
    if (packed<T>(a.hidden, a.in, a.out, a.gamma, a.beta)) {
        forwardRows<T, kPackOf<T>>(a);
    } else {
        forwardRows<T, 1>(a);
    }
}

constexpr int kBackwardThreads = 256;                 // of a block
constexpr int64_t kBackwardChunks = 396;              // three blocks on each of 132 multiprocessors
constexpr int kBackwardElements = 16;                 // of a row, a thread
constexpr int kStagedThreads = kBackwardThreads / 2;  // of the largest team that shares its block

/// One row's input gradient, and the row's share of dGamma and dBeta.
template <class T, int W>
struct BackwardTeam {
    static constexpr int kPacks = kBackwardElements / W;
    using Values = float[kPacks][W];
    const LayerNormBackwardArgs& a;
    RowTeam<T, W, kPacks> team;
    float* shared;
    Values dGamma = {}, dBeta = {};

    __device__ void row(int64_t row) {
        const bool active = row < a.rows;
        const int64_t first = (active ? row : 0) * a.hidden;
        const float mean = a.mean[active ? row : 0], rstd = a.rstd[active ? row : 0];
        Pack<T, W> gradient[kPacks], x[kPacks];
        read(gradient, static_cast<const T*>(a.dOut) + first);
        read(x, static_cast<const T*>(a.in) + first);
        float sumScaled = 0.0f, sumProduct = 0.0f;
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (!team.has(p)) continue;
            const Pack<T, W> gamma = loadPack<T, W>(a.gamma, team.element(p));
#pragma unroll
            for (int e = 0; e < W; ++e) {
                const float value = (toFloat(x[p].elements[e]) - mean) * rstd;
                const float dOut = active ? toFloat(gradient[p].elements[e]) : 0.0f;
                dGamma[p][e] += dOut * value;
                dBeta[p][e] += dOut;
                const float scaled = dOut * toFloat(gamma.elements[e]);
                sumScaled += scaled;
                sumProduct += scaled * value;
            }
        }
        const auto hidden = static_cast<float>(a.hidden);
        const float meanScaled = teamSum(sumScaled, team.warps(), shared) / hidden;
        const float meanProduct = teamSum(sumProduct, team.warps(), shared) / hidden;
        if (!active) return;
        T* dIn = static_cast<T*>(a.dIn) + first;
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (!team.has(p)) continue;
            const Pack<T, W> gamma = loadPack<T, W>(a.gamma, team.element(p));
            Pack<T, W> residual;
            if (a.addToInput) residual = loadPack<T, W>(dIn, team.element(p));
#pragma unroll
            for (int e = 0; e < W; ++e) {
                const float value = (toFloat(x[p].elements[e]) - mean) * rstd;
                const float scaled = toFloat(gradient[p].elements[e]) * toFloat(gamma.elements[e]);
                const float dX = (scaled - meanScaled - value * meanProduct) * rstd;
                residual.elements[e] =
                    fromFloat<T>(a.addToInput ? toFloat(residual.elements[e]) + dX : dX);
            }
            storePack(dIn, team.element(p), residual);
        }
    }
    __device__ void read(Pack<T, W> (&packs)[kPacks], const T* row) const {
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (team.has(p)) packs[p] = loadPack<T, W>(row, team.element(p));
        }
    }
    /// Adds the block's teams up in order and leaves the sums in scratch.
    __device__ void finish(float* staging) const {
        float* out = a.scratch + int64_t{blockIdx.x} * 2 * a.hidden;
        const int teams = static_cast<int>(blockDim.x) / a.teamThreads;
        for (int t = 0; t < teams; ++t) addTeam(dGamma, t, teams, staging, out);
        for (int t = 0; t < teams; ++t) addTeam(dBeta, t, teams, staging, out + a.hidden);
    }
    __device__ void addTeam(const Values& values, int t, int teams, float* staging,
                            float* out) const {
        if (t == static_cast<int>(threadIdx.x) / a.teamThreads) {
#pragma unroll
            for (int p = 0; p < kPacks; ++p) {
#pragma unroll
                for (int e = 0; e < W; ++e) {
                    float sum = values[p][e];
                    float& place = staging[(p * W + e) * kStagedThreads + team.member];
                    if (t > 0) sum = place + sum;
                    if (t + 1 < teams) place = sum;
                    if (t + 1 == teams && team.has(p)) out[team.element(p) + e] = sum;
                }
            }
        }
        if (teams > 1) __syncthreads();
    }
};

template <class T, int W>
__device__ void backwardRows(const LayerNormBackwardArgs& a, float* shared, float* staging) {
    BackwardTeam<T, W> self{a, {a.teamThreads, a.hidden}, shared};
    const int teams = static_cast<int>(blockDim.x) / a.teamThreads;
    const int64_t begin = blockIdx.x * a.rowsPerChunk;
    for (int64_t i = 0; i < a.rowsPerChunk; i += teams) {
        const int64_t row = i + threadIdx.x / a.teamThreads;
        self.row(row < a.rowsPerChunk ? begin + row : a.rows);  // a.rows: none, only barriers
    }
    self.finish(staging);
}

template <class T>
__device__ void backward(const LayerNormBackwardArgs& a) {
    __shared__ float shared[kRowThreads / 32];
    __shared__ float staging[kStagedThreads * kBackwardElements];
    if (packed<T>(a.hidden, a.dOut, a.in, a.dIn, a.gamma)) {
        backwardRows<T, kPackOf<T>>(a, shared, staging);
    } else {
        backwardRows<T, 1>(a, shared, staging);
    }
}

/// Whether the kernels read @p hidden elements of @p dtype in packs; pool tensors are aligned.
int widthOf(core::DType dtype, int64_t hidden, bool aligned) {
    const auto pack = static_cast<int>(16 / elementBytes(dtype));
    return aligned && hidden % pack == 0 ? pack : 1;
}

int forwardTeam(const LayerNormForwardArgs& a) {
    const bool aligned = aligned16(a.in, a.out, a.gamma, a.beta);
    return teamThreadsFor(a.hidden, widthOf(a.dtype, a.hidden, aligned), kForwardPacks);
}

int backwardTeam(const LayerNormBackwardArgs& a) {
    return teamThreadsFor(a.hidden, 1, kBackwardElements);
}

}  // namespace

SHARDSCOPE_KERNELS(layernorm_forward, LayerNormForwardArgs, forward, kRowThreads)
SHARDSCOPE_KERNELS(layernorm_backward, LayerNormBackwardArgs, backward, kBackwardThreads, 3)
/// The same for rows of more than 4096 elements.
SHARDSCOPE_KERNELS(layernorm_backward_wide, LayerNormBackwardArgs, backward, kRowThreads)

int64_t chunksOf(const LayerNormBackwardArgs& args) {
    const int team = backwardTeam(args);
    if (team == 0) return 0;
    const int64_t teams = std::max(1, kBackwardThreads / team);
    return std::min(kBackwardChunks, ceilDiv(args.rows, teams));
}

int64_t scratchBytes(const LayerNormBackwardArgs& args) {
    return chunksOf(args) * 2 * args.hidden * int64_t{sizeof(float)};
}

cudaError_t launchLayerNormForward(cudaStream_t stream, const LayerNormForwardArgs& args) {
    LayerNormForwardArgs whole = args;
    whole.teamThreads = forwardTeam(args);
    if (whole.teamThreads == 0) return cudaErrorInvalidValue;
    const int threads = std::max(whole.teamThreads, kForwardThreads);
    return launchKernel(kernels_layernorm_forward.of(args.dtype),
                        ceilDiv(args.rows, threads / whole.teamThreads), threads, whole, stream);
}

cudaError_t launchLayerNormBackward(cudaStream_t stream, const LayerNormBackwardArgs& args) {
    LayerNormBackwardArgs whole = args;
    whole.teamThreads = backwardTeam(args);
    if (whole.teamThreads == 0) return cudaErrorInvalidValue;
    const bool wide = whole.teamThreads > kBackwardThreads;
    whole.rowsPerChunk = ceilDiv(args.rows, std::max<int64_t>(1, chunksOf(args)));
    const int64_t chunks = ceilDiv(args.rows, whole.rowsPerChunk);
    const KernelByType& kernels =
        wide ? kernels_layernorm_backward_wide : kernels_layernorm_backward;
    cudaError_t status = launchKernel(kernels.of(args.dtype), chunks,
                                      wide ? kRowThreads : kBackwardThreads, whole, stream);
    ColumnSumArgs sums{.partials = args.scratch,
                       .chunks = chunks,
                       .columns = args.hidden,
                       .stride = 2 * args.hidden,
                       .target = args.dGamma};
    if (status == cudaSuccess) status = launchColumnSum(stream, sums);
    sums.partials += args.hidden;
    sums.target = args.dBeta;
    return status == cudaSuccess ? launchColumnSum(stream, sums) : status;
}

}  // namespace shardscope::gpu
