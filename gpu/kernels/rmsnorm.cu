#include "gpu/kernels/rmsnorm.h"
#include "gpu/kernels/row_team.cuh"

namespace shardscope::gpu {

namespace {

template <class T, int W>
__device__ void forwardRows(const RmsNormForwardArgs& a) {
    __shared__ float shared[kRowThreads / 32];
    const RowTeam<T, W, kForwardPacks> team(a.teamThreads, a.hidden);
    const auto [row, active, first] = TeamRow(a.teamThreads, a.rows, a.hidden);
    float x[kForwardPacks][W];
    team.read(static_cast<const T*>(a.in) + first, x);
    float squares = 0.0f;
#pragma unroll
    for (int p = 0; p < kForwardPacks; ++p)
#pragma unroll
        for (int e = 0; e < W; ++e) squares += x[p][e] * x[p][e];
    const float mean = teamSum(squares, team.warps(), shared) / static_cast<float>(a.hidden);
    const float rstd = 1.0f / sqrtf(mean + a.epsilon);
    if (!active) return;
    if (team.member == 0) a.rstd[row] = rstd;
#pragma unroll
    for (int p = 0; p < kForwardPacks; ++p) {
        if (!team.has(p)) continue;
        const Pack<T, W> gamma = loadPack<T, W>(a.gamma, team.element(p));
#pragma unroll
        for (int e = 0; e < W; ++e) x[p][e] = x[p][e] * rstd * toFloat(gamma.elements[e]);
    }
    team.write(static_cast<T*>(a.out) + first, x);
}

template <class T>
__device__ void forward(const RmsNormForwardArgs& a) {
    if (rowsArePacked<T>(a.hidden, a.in, a.out, a.gamma)) {
        forwardRows<T, kPackOf<T>>(a);
    } else {
        forwardRows<T, 1>(a);
    }
}

/// One row's input gradient, and the row's share of dGamma.
template <class T, int W>
struct BackwardTeam {
    static constexpr int kPacks = kChunkElements / W;
    const RmsNormBackwardArgs& a;
    RowTeam<T, W, kPacks> team;
    float* shared;
    float dGamma[kPacks][W] = {};

    __device__ void row(int64_t row) {
        const bool active = row < a.rows;
        const int64_t first = (active ? row : 0) * a.hidden;
        const float rstd = a.rstd[active ? row : 0];
        Pack<T, W> gradient[kPacks], x[kPacks];
        team.readPacks(static_cast<const T*>(a.dOut) + first, gradient);
        team.readPacks(static_cast<const T*>(a.in) + first, x);
        float sum = 0.0f;
#pragma unroll
        for (int p = 0; p < kPacks; ++p) {
            if (!team.has(p)) continue;
            const Pack<T, W> gamma = loadPack<T, W>(a.gamma, team.element(p));
#pragma unroll
            for (int e = 0; e < W; ++e) {
                const float value = toFloat(x[p].elements[e]) * rstd;
                const float dOut = active ? toFloat(gradient[p].elements[e]) : 0.0f;
                dGamma[p][e] += dOut * value;
                sum += dOut * toFloat(gamma.elements[e]) * value;
            }
        }
        const float mean = teamSum(sum, team.warps(), shared) / static_cast<float>(a.hidden);
        if (!active) return;
        team.writeGradient(static_cast<T*>(a.dIn) + first, a.gamma, a.addToInput,
                           [&](int p, int e, float gamma) {
                               const float scaled = toFloat(gradient[p].elements[e]) * gamma;
                               return (scaled - toFloat(x[p].elements[e]) * rstd * mean) * rstd;
                           });
    }
};

template <class T, int W>
__device__ void backwardRows(const RmsNormBackwardArgs& a, float* shared, float* staging) {
    BackwardTeam<T, W> self{a, {a.teamThreads, a.hidden}, shared};
    forEachChunkRow(a.rows, a.rowsPerChunk, a.teamThreads, [&](int64_t row) { self.row(row); });
    self.team.leaveSums(self.dGamma, staging, a.scratch + int64_t{blockIdx.x} * a.hidden);
}

template <class T>
__device__ void backward(const RmsNormBackwardArgs& a) {
    __shared__ float shared[kRowThreads / 32];
    __shared__ float staging[kStagedSums];
    if (rowsArePacked<T>(a.hidden, a.dOut, a.in, a.dIn, a.gamma)) {
        backwardRows<T, kPackOf<T>>(a, shared, staging);
    } else {
        backwardRows<T, 1>(a, shared, staging);
    }
}

}  // namespace

SHARDSCOPE_KERNELS(rmsnorm_forward, RmsNormForwardArgs, forward, kRowThreads)
SHARDSCOPE_KERNELS(rmsnorm_backward, RmsNormBackwardArgs, backward, kChunkThreads, 3)
/// The same for rows of more than 4096, and of more than 8192 elements, as layernorm_backward_wide.
SHARDSCOPE_KERNELS(rmsnorm_backward_wide, RmsNormBackwardArgs, backward, kWideThreads, 1)
SHARDSCOPE_KERNELS(rmsnorm_backward_widest, RmsNormBackwardArgs, backward, kRowThreads, 1)

int64_t scratchBytes(const RmsNormBackwardArgs& args) {
    return rowChunks(args.rows, args.hidden) * args.hidden * int64_t{sizeof(float)};
}

cudaError_t launchRmsNormForward(cudaStream_t stream, const RmsNormForwardArgs& args) {
    return launchRows(kernels_rmsnorm_forward, stream, args,
                      aligned16(args.in, args.out, args.gamma));
}

cudaError_t launchRmsNormBackward(cudaStream_t stream, const RmsNormBackwardArgs& args) {
    int64_t chunks = 0;
    const cudaError_t status = launchChunks(
        {kernels_rmsnorm_backward, kernels_rmsnorm_backward_wide, kernels_rmsnorm_backward_widest},
        stream, args, chunks);
    if (status != cudaSuccess) return status;
    return launchColumnSum(stream, {.partials = args.scratch,
                                    .chunks = chunks,
                                    .columns = args.hidden,
                                    .stride = args.hidden,
                                    .target = args.dGamma});
}

}  // namespace shardscope::gpu
