#include "core/host/host_memory.h"

#include <sys/mman.h>

#include <algorithm>

namespace shardscope::core {

namespace {

constexpr size_t kHugePage = size_t{2} << 20;

// PROT_NONE address space costs nothing: no page, no commit charge.
std::byte* reserveAddresses(void* at, size_t bytes) {
    const int place = at ? MAP_FIXED : 0;
    void* address =
        mmap(at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | place, -1, 0);
    return address == MAP_FAILED ? nullptr : static_cast<std::byte*>(address);
}

// At a multiple of 2 MiB, so that the kernel can back a granule with one huge page.
std::byte* reserveAligned(size_t bytes) {
    std::byte* raw = reserveAddresses(nullptr, bytes + kHugePage);
    if (!raw) return nullptr;
    const size_t front = (kHugePage - reinterpret_cast<uintptr_t>(raw) % kHugePage) % kHugePage;
    if (front > 0) munmap(raw, front);
    munmap(raw + front + bytes, kHugePage - front);
    return raw + front;
}

}  // namespace

HostMemory::~HostMemory() {
    for (const auto& [ordinal, segment] : segments_) munmap(segment.address, segment.reserved);
}

HostMemory::Segment* HostMemory::reserve(int32_t ordinal, size_t bytes) {
    std::byte* address = reserveAligned(bytes);
    if (!address) return nullptr;
    return &(segments_[ordinal] = {.address = address, .reserved = bytes, .mapped = 0});
}

void HostMemory::release(int32_t ordinal) {
    const auto found = segments_.find(ordinal);
    munmap(found->second.address, found->second.reserved);
    segments_.erase(found);
}

bool HostMemory::map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t reserveBytes) {
    const auto found = segments_.find(ordinal);
    const size_t wanted = static_cast<size_t>(std::max(reserveBytes, offset + bytes));
    Segment* segment = found == segments_.end() ? reserve(ordinal, wanted) : &found->second;
    if (!segment) return false;
    const size_t size = static_cast<size_t>(bytes);
    std::byte* at = segment->address + offset;
    if (static_cast<size_t>(offset) + size > segment->reserved) return false;
    // Without MAP_NORESERVE: a request that this machine cannot hold is refused here, not at a touch.
    if (mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
        MAP_FAILED) {
        if (segment->mapped == 0) release(ordinal);
        return false;
    }
    madvise(at, size, MADV_HUGEPAGE);  // a wish; kernels without huge pages ignore it
    segment->mapped += size;
    return true;
}

void HostMemory::unmap(int32_t ordinal, int64_t offset, int64_t bytes) {
    const auto found = segments_.find(ordinal);
    if (found == segments_.end()) broken("unmap of a segment that was never mapped");
    Segment& segment = found->second;
    const size_t size = static_cast<size_t>(bytes);
    if (size > segment.mapped) broken("unmap of more bytes than a segment has");
    segment.mapped -= size;
    if (segment.mapped == 0) return release(ordinal);
    if (!reserveAddresses(segment.address + offset, size)) broken("the kernel keeps pages");
}

void* HostMemory::addressOf(int32_t ordinal) const {
    const auto found = segments_.find(ordinal);
    return found == segments_.end() ? nullptr : found->second.address;
}

}  // namespace shardscope::core
