#pragma once
// Memory that one operation needs while it runs, outside the pool and counted as device-used. Grows in
// stream order, so nobody waits for it. One a stream; interpreter thread.

#include <cuda_runtime_api.h>

#include "core/base/result.h"
#include "gpu/memory_ledger.h"

namespace shardscope::gpu {

class Scratch {
  public:
    /// @param entry counts what is held.
    explicit Scratch(cudaStream_t stream, LedgerEntry entry = {})
        : stream_(stream), entry_(std::move(entry)) {}
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// At least @p bytes for work enqueued next on the stream; what was there before is lost.
    /// Errors: OutOfMemory with what was asked for, when the GPU has no room.
    core::Result<void*> reserve(int64_t bytes);
    int64_t bytes() const { return bytes_; }

  private:
    cudaStream_t stream_;
    void* address_ = nullptr;
    int64_t bytes_ = 0;
    LedgerEntry entry_;
};

}  // namespace shardscope::gpu
