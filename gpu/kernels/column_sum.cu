#include "gpu/kernels/column_sum.h"

namespace shardscope::gpu {

namespace {

constexpr int kColumns = 32;  // of one block
constexpr int kThreads = kColumns * kColumnSumTeams;

}  // namespace

extern "C" __global__ void __launch_bounds__(kThreads) shardscope_column_sum(ColumnSumArgs a) {
    __shared__ float teams[kColumnSumTeams][kColumns];
    const int lane = threadIdx.x % kColumns, team = threadIdx.x / kColumns;
    const int64_t column = int64_t{blockIdx.x} * kColumns + lane;
    float sum = 0.0f;
    if (column < a.columns) {
#pragma unroll 8
        for (int64_t chunk = team; chunk < a.chunks; chunk += kColumnSumTeams)
            sum += a.partials[chunk * a.stride + column];
    }
    teams[team][lane] = sum;
    __syncthreads();
    if (team != 0 || column >= a.columns) return;
    float total = 0.0f;
    for (int t = 0; t < kColumnSumTeams; ++t) total += teams[t][lane];
    writeGradient(a.target, column, total);
}

cudaError_t launchColumnSum(cudaStream_t stream, const ColumnSumArgs& args) {
    return launchKernel(reinterpret_cast<const void*>(shardscope_column_sum),
                        ceilDiv(args.columns, kColumns), kThreads, args, stream);
}

}  // namespace shardscope::gpu
