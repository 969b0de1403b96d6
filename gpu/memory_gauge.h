#pragma once
// How much of one GPU's memory is in use, by whomever: as NVML says, which needs no context, or else as
// the runtime says. Which of the two it is, and why, can be asked. One thread at a time.

#include <string>

#include "gpu/libraries/nvml.h"

namespace shardscope::gpu {

/// Free, used and total bytes of GPU @p device, as cudaMemGetInfo says. Errors: the runtime's.
struct GpuMemory {
    int64_t freeBytes = 0;
    int64_t totalBytes = 0;
    int64_t usedBytes() const { return totalBytes - freeBytes; }
};
core::Result<GpuMemory> memoryOf(int device);

class MemoryGauge {
  public:
    /// @param nvml this machine's or a double's; borrowed. @param device the runtime's ordinal.
    MemoryGauge(const core::Result<const NvmlApi*>& nvml, int device);
    ~MemoryGauge();
    MemoryGauge(const MemoryGauge&) = delete;
    MemoryGauge& operator=(const MemoryGauge&) = delete;

    /// Bytes in use. Errors: the runtime's, when NVML does not say either.
    core::Result<int64_t> usedBytes();
    /// "NVML", or "cudaMemGetInfo" with what NVML answered.
    const std::string& source() const { return source_; }

  private:
    core::Result<void> open(const core::Result<const NvmlApi*>& nvml);
    core::Result<int64_t> askNvml() const;

    const int device_;
    const NvmlApi* api_ = nullptr;   // null: NVML is not asked
    nvmlDevice_t handle_ = nullptr;  // of the GPU
    std::string source_;
};

}  // namespace shardscope::gpu
