#pragma once
// Memory that a process needs beside its pool, by name. Pure.

#include <cstdint>

#include "core/sim/hardware.h"

namespace shardscope::core {

/// Bytes on one GPU.
struct DeviceMemory {
    int64_t reserved = 0;  ///< the pool's segments
    int64_t slack = 0;     ///< what an allocator keeps beyond
    int64_t context = 0;   ///< CUDA context and loaded kernels
    int64_t nccl = 0;      ///< buffers of the communicators
    int64_t library = 0;   ///< workspaces of matrix libraries

    int64_t total() const { return reserved + slack + context + nccl + library; }
};

/// @param reservedBytes the pool's largest reservation. @param communicators 0 with one rank.
DeviceMemory deviceMemory(const Hardware& hardware, int64_t reservedBytes, int communicators);

}  // namespace shardscope::core
