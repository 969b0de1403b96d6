#pragma once
// Segments as memory of one GPU, under a fixed quota for the rank. Classic segments are cudaMalloc's;
// expandable ones reserve addresses and map 2 MiB granules, as PyTorch's expandable segments do.
// The pool's thread alone calls it.

#include <map>
#include <vector>

#include "core/engine/memory_pool.h"
#include "gpu/libraries/cuda_driver.h"
#include "gpu/memory_ledger.h"

namespace shardscope::gpu {

class CudaMemory : public core::SegmentSource {
  public:
    /// @param driver borrowed. @p quotaBytes 0 = what the GPU has.
    /// @param peers other GPUs of this process that read this memory (NCCL's direct copies).
    /// @param entry counts what is mapped.
    CudaMemory(const CudaDriverApi& driver, int device, int64_t quotaBytes, std::vector<int> peers,
               LedgerEntry entry = {});
    /// Waits until the GPU is idle: after an abort a peer's kernel may still be reading here.
    ~CudaMemory() override;
    CudaMemory(const CudaMemory&) = delete;
    CudaMemory& operator=(const CudaMemory&) = delete;

    /// @return false when the quota or the GPU refuses.
    bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserve) override;
    void unmap(int32_t ordinal, int64_t offset, int64_t bytes) override;
    void* addressOf(int32_t ordinal) const override;
    int64_t mappedBytes() const { return mapped_; }

  private:
    struct Segment {
        CUdeviceptr address = 0;
        int64_t reserved = 0;                                // bytes of address space
        int64_t mapped = 0;                                  // bytes of it with memory
        std::vector<CUmemGenericAllocationHandle> granules;  // 0 = not mapped; empty = cudaMalloc's
    };

    bool mapWhole(int32_t ordinal, int64_t bytes);
    bool mapGranules(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserve);
    bool mapGranule(Segment& segment, size_t index);
    bool allowAccess(CUdeviceptr address, int64_t bytes);
    void unmapGranules(Segment& segment, size_t first, size_t count);
    void release(std::map<int32_t, Segment>::iterator at);

    const CudaDriverApi& driver_;
    const int device_;
    const int64_t quota_;
    const std::vector<int> peers_;
    int64_t mapped_ = 0;
    LedgerEntry entry_;  // mapped_, for others to see
    std::map<int32_t, Segment> segments_;
};

}  // namespace shardscope::gpu
