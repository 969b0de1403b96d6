#pragma once
// The buffers that CUPTI fills with records: a pool of zeroed, aligned blocks.
//
// request() and complete() are called back from inside CUPTI, on any thread and under CUPTI's own locks:
// they allocate nothing, call nothing of CUPTI, and their lock is never held during a call into CUPTI
// (the two locks taken in both orders would be a deadlock). The rest is for whoever flushes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace shardscope::profiler::cupti {

/// A block with records, as CUPTI gave it back.
struct FilledBuffer {
    uint8_t* data = nullptr;
    size_t validBytes = 0;
};

class ActivityBuffers {
  public:
    /// @param blockBytes a multiple of 8. @param blocks made now. @param most blocks that grow() makes.
    ActivityBuffers(size_t blockBytes, size_t blocks, size_t most);

    /// A zeroed block, or nullptr when all are in use: CUPTI then drops records and counts them.
    uint8_t* request() noexcept;
    void complete(uint8_t* block, size_t validBytes) noexcept;

    size_t blockBytes() const { return blockBytes_; }
    /// What was completed since the last call, oldest first.
    std::vector<FilledBuffer> takeFilled();
    /// Zeroes what was used and makes the block available again.
    void recycle(const FilledBuffer& buffer);
    /// Makes blocks when fewer than half are free. Not inside a callback.
    void growIfScarce();
    /// Makes blocks until there are @p blocks, in use or not. Not inside a callback.
    void ensure(size_t blocks);
    /// Requests that found no block.
    int64_t refused() const;

  private:
    void add(size_t blocks);

    const size_t blockBytes_;
    const size_t most_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<uint64_t[]>> blocks_;
    std::vector<uint8_t*> free_;        // capacity for every block: push_back never allocates
    std::vector<FilledBuffer> filled_;  // likewise
    int64_t refused_ = 0;
};

}  // namespace shardscope::profiler::cupti
