#pragma once
// Lets g++ compile the kernels themselves, bodies and all, for the emulator: CUDA's words as C++.
// Included before everything else (-include). One OS thread runs all of a block's threads as fibers, so
// shared memory is a static variable.

#include <cuda_runtime_api.h>
#include <vector_functions.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __forceinline__
#undef __launch_bounds__
#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;

namespace shardscope::emulator {

/// All threads of the block that have not ended.
void meetBlock();
/// All threads of the warp; @p mine is given to the others. @return what @p lane gave.
struct WarpWords {
    uint32_t words[6];
};
const WarpWords* meetWarp(const WarpWords& mine);
/// Runs a kernel's whole grid, or its twin while LaunchOnCpu lives.
cudaError_t launch(size_t argumentBytes, const void* kernel, dim3 grid, dim3 block,
                   void** arguments, size_t sharedBytes, cudaStream_t stream);

template <class T>
T fromLane(T value, int lane) {
    static_assert(sizeof(T) == 4);
    WarpWords mine{};
    std::memcpy(mine.words, &value, sizeof value);
    const WarpWords* all = meetWarp(mine);
    std::memcpy(&value, all[lane].words, sizeof value);
    return value;
}

}  // namespace shardscope::emulator

// launchKernel() of gpu/kernels/launch.h knows the struct's type where it launches.
#define cudaLaunchKernel(...) ::shardscope::emulator::launch(sizeof(Args), __VA_ARGS__)

inline void __syncthreads() { shardscope::emulator::meetBlock(); }
inline void __syncwarp() { shardscope::emulator::meetWarp({}); }
inline int laneOfThread() { return static_cast<int>(threadIdx.x % 32); }
template <class T>
T __shfl_sync(unsigned, T value, int lane) {
    return shardscope::emulator::fromLane(value, lane);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int mask) {
    return shardscope::emulator::fromLane(value, laneOfThread() ^ mask);
}
template <class T>
T __shfl_down_sync(unsigned, T value, int delta, int width = 32) {
    const int lane = laneOfThread(), inTeam = lane % width;
    return shardscope::emulator::fromLane(value, inTeam + delta < width ? lane + delta : lane);
}
inline int atomicAdd(int* place, int value) {
    const int old = *place;
    *place = old + value;
    return old;
}
inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
using std::isfinite;
