#pragma once
// Kernels of known effect and length, for checking what a recorder says about them.

#include <cuda_runtime_api.h>

#include <cstdint>

namespace shardscope::probe {

/// One block counts to about @p nanoseconds on the GPU's clock, then adds 1 to *counter.
struct SpinArgs {
    int64_t* counter;
    int64_t nanoseconds;
};

cudaError_t launchSpin(cudaStream_t stream, const SpinArgs& args);

}  // namespace shardscope::probe
