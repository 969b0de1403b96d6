#pragma once
// Segments as pages of this machine. Address space is reserved first and backed granule by granule, so
// an expandable segment grows without moving. The pool's thread alone calls it.

#include <cstddef>
#include <map>

#include "core/engine/memory_pool.h"

namespace shardscope::core {

class HostMemory : public SegmentSource {
  public:
    HostMemory() = default;
    ~HostMemory() override;
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;

    /// @return false when the kernel refuses address space or pages.
    bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserve) override;
    /// Gives the pages back; a segment with none left gives its address space back too.
    void unmap(int32_t ordinal, int64_t offset, int64_t bytes) override;
    /// nullptr for a segment that has no pages.
    void* addressOf(int32_t ordinal) const override;

  private:
    struct Segment {
        std::byte* address = nullptr;
        size_t reserved = 0;  // bytes of address space
        size_t mapped = 0;    // bytes of it with pages
    };

    Segment* reserve(int32_t ordinal, size_t bytes);
    void release(int32_t ordinal);

    std::map<int32_t, Segment> segments_;
};

}  // namespace shardscope::core
