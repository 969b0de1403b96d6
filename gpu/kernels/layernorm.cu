#include "gpu/kernels/layernorm.h"
#include "gpu/kernels/row_team.cuh"

namespace shardscope::gpu {

namespace {

template <class T, int W>
__device__ void forwardRows(const LayerNormForwardArgs& a) {
    using Team = RowTeam<T, W, kForwardPacks>;
    __shared__ float shared[kRowThreads / 32];
    const Team team(a.teamThreads, a.hidden);
    const auto [row, active, first] = TeamRow(a.teamThreads, a.rows, a.hidden);
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

template <class T>
__device__ void forward(const LayerNormForwardArgs& a) {
    if (rowsArePacked<T>(a.hidden, a.in, a.out, a.gamma, a.beta)) {
        forwardRows<T, kPackOf<T>>(a);
    } else {
        forwardRows<T, 1>(a);
    }
}

/// One row's input gradient, and the row's share of dGamma and dBeta.
template <class T, int W>
struct BackwardTeam {
    static constexpr int kPacks = kChunkElements / W;
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
        team.readPacks(static_cast<const T*>(a.dOut) + first, gradient);
        team.readPacks(static_cast<const T*>(a.in) + first, x);
        float sums[] = {0.0f, 0.0f};  // of dOut·gamma, and of that times the normalised value
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
                sums[0] += scaled;
                sums[1] += scaled * value;
            }
        }
        const auto hidden = static_cast<float>(a.hidden);
        sumOverTeam(sums, team.warps(), shared);
        const float meanScaled = sums[0] / hidden, meanProduct = sums[1] / hidden;
        if (!active) return;
        team.writeGradient(static_cast<T*>(a.dIn) + first, a.gamma, a.addToInput,
                           [&](int p, int e, float gamma) {
                               const float value = (toFloat(x[p].elements[e]) - mean) * rstd;
                               const float scaled = toFloat(gradient[p].elements[e]) * gamma;
                               return (scaled - meanScaled - value * meanProduct) * rstd;
                           });
    }
};

template <class T, int W>
__device__ void backwardRows(const LayerNormBackwardArgs& a, float* shared, float* staging) {
    BackwardTeam<T, W> self{a, {a.teamThreads, a.hidden}, shared};
    forEachChunkRow(a.rows, a.rowsPerChunk, a.teamThreads, [&](int64_t row) { self.row(row); });
    float* out = a.scratch + int64_t{blockIdx.x} * 2 * a.hidden;
    self.team.leaveSums(self.dGamma, staging, out);
    self.team.leaveSums(self.dBeta, staging, out + a.hidden);
}

template <class T>
__device__ void backward(const LayerNormBackwardArgs& a) {
    __shared__ float shared[2 * kRowThreads / 32];
    __shared__ float staging[kStagedSums];
    if (rowsArePacked<T>(a.hidden, a.dOut, a.in, a.dIn, a.gamma)) {
        backwardRows<T, kPackOf<T>>(a, shared, staging);
    } else {
        backwardRows<T, 1>(a, shared, staging);
    }
}

}  // namespace

SHARDSCOPE_KERNELS(layernorm_forward, LayerNormForwardArgs, forward, kRowThreads)
SHARDSCOPE_KERNELS(layernorm_backward, LayerNormBackwardArgs, backward, kChunkThreads, 3)
/// The same for rows of more than 4096, and of more than 8192 elements: the fewer threads a block may have, the
/// more registers each of them has.
SHARDSCOPE_KERNELS(layernorm_backward_wide, LayerNormBackwardArgs, backward, kWideThreads, 1)
SHARDSCOPE_KERNELS(layernorm_backward_widest, LayerNormBackwardArgs, backward, kRowThreads, 1)

int64_t scratchBytes(const LayerNormBackwardArgs& args) {
    return rowChunks(args.rows, args.hidden) * 2 * args.hidden * int64_t{sizeof(float)};
}

cudaError_t launchLayerNormForward(cudaStream_t stream, const LayerNormForwardArgs& args) {
    return launchRows(kernels_layernorm_forward, stream, args,
                      aligned16(args.in, args.out, args.gamma, args.beta));
}

cudaError_t launchLayerNormBackward(cudaStream_t stream, const LayerNormBackwardArgs& args) {
    int64_t chunks = 0;
    cudaError_t status = launchChunks({kernels_layernorm_backward, kernels_layernorm_backward_wide,
                                       kernels_layernorm_backward_widest},
                                      stream, args, chunks);
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
