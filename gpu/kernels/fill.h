#pragma once
// Zeroes and poison: one byte everywhere.

#include "gpu/kernels/launch.h"

namespace shardscope::gpu {

/// Every byte 0xff: a NaN in fp32, bf16 and fp16.
inline constexpr uint8_t kPoisonByte = 0xff;

/// @p bytes at @p address ← @p value.
struct FillArgs {
    void* address;
    int64_t bytes;
    uint8_t value;
};

cudaError_t launchFill(cudaStream_t stream, const FillArgs& args);

}  // namespace shardscope::gpu
