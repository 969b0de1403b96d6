#include "tests/doubles/cuda/fake_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "tests/doubles/cuda/fake_machine.h"

namespace shardscope::doubles::cuda {

namespace {

constexpr int64_t kAlignment = 512;  // cudaMalloc's
constexpr int64_t kPage = 4096;
constexpr int64_t kArena = int64_t{64} << 30;  // of addresses, not of memory
constexpr int kGarbage = 0xcb;                 // fresh device memory is not zero
constexpr int64_t kFilled = int64_t{1} << 20;  // of a large block only the beginning is touched

int64_t roundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

uintptr_t numberOf(const void* address) { return reinterpret_cast<uintptr_t>(address); }

}  // namespace

bool FakeMemory::take(int device, int64_t bytes) {
    const Drills drill = drills();  // before our lock: it has one of its own
    const std::lock_guard lock(mutex_);
    const int64_t count = ++allocations_;
    const bool drilled =
        count == drill.failAllocation || (drill.fullFrom > 0 && count >= drill.fullFrom);
    const int64_t room = machine().capacityBytes - machine().contextBytes - used_[device];
    if (drilled || bytes > room) return false;
    used_[device] += bytes;
    return true;
}

void FakeMemory::give(int device, int64_t bytes) {
    const std::lock_guard lock(mutex_);
    used_[device] -= bytes;
}

// Addresses come from one range and are not used twice, so that a late access is seen for what it is.
// A block ends where a page without access begins. Holds mutex_.
void* FakeMemory::carve(int64_t bytes) {
    if (!arena_) {
        void* start =
            ::mmap(nullptr, kArena, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED) std::abort();
        arena_ = static_cast<std::byte*>(start);
    }
    const int64_t block = roundUp(std::max<int64_t>(bytes, 1), kAlignment);
    const int64_t pages = roundUp(block, kPage);
    if (arenaUsed_ + pages + kPage > kArena) std::abort();
    std::byte* first = arena_ + arenaUsed_;
    arenaUsed_ += pages + kPage;
    if (::mprotect(first, static_cast<size_t>(pages), PROT_READ | PROT_WRITE) != 0) std::abort();
    return first + (pages - block);
}

void* FakeMemory::allocate(int device, int64_t bytes) {
    const int64_t whole = roundUp(bytes, machine().allocationStepBytes);
    if (!take(device, whole)) return nullptr;
    const std::lock_guard lock(mutex_);
    void* address = carve(bytes);
    std::memset(address, kGarbage, static_cast<size_t>(std::min(bytes, kFilled)));
    live_[numberOf(address)] = {bytes, Place::Device, device, true};
    return address;
}

void* FakeMemory::allocatePinned(int64_t bytes) {
    const std::lock_guard lock(mutex_);
    void* address = carve(bytes);
    live_[numberOf(address)] = {bytes, Place::Pinned, -1, true};
    return address;
}

bool FakeMemory::release(void* address, Place place) {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(numberOf(address));
    if (found == live_.end() || found->second.place != place || !found->second.ours) return false;
    const Allocation gone = found->second;
    live_.erase(found);
    freed_[numberOf(address)] = gone.bytes;
    if (place == Place::Device)
        used_[gone.device] -= roundUp(gone.bytes, machine().allocationStepBytes);
    retire(address, gone.bytes);
    return true;
}

// Gives the pages back and closes them. Holds mutex_.
void FakeMemory::retire(void* address, int64_t bytes) {
    const auto first = static_cast<int64_t>(numberOf(address)) / kPage * kPage;
    const int64_t size = static_cast<int64_t>(numberOf(address)) +
                         roundUp(std::max<int64_t>(bytes, 1), kAlignment) - first;
    void* pages = reinterpret_cast<void*>(first);
    ::madvise(pages, static_cast<size_t>(size), MADV_DONTNEED);
    ::mprotect(pages, static_cast<size_t>(size), PROT_NONE);
}

void FakeMemory::addRange(void* address, int64_t bytes, int device) {
    const std::lock_guard lock(mutex_);
    live_[numberOf(address)] = {bytes, Place::Device, device, false};
    freed_.erase(numberOf(address));
}

void FakeMemory::removeRange(void* address, int64_t bytes) {
    const std::lock_guard lock(mutex_);
    live_.erase(numberOf(address));
    freed_[numberOf(address)] = bytes;
}

std::map<uintptr_t, Allocation>::const_iterator FakeMemory::find(const void* address) const {
    auto after = live_.upper_bound(numberOf(address));
    if (after == live_.begin()) return live_.end();
    --after;
    const auto end =
        after->first + static_cast<uintptr_t>(std::max<int64_t>(after->second.bytes, 1));
    return numberOf(address) < end ? after : live_.end();
}

Place FakeMemory::placeOf(const void* address) const {
    const std::lock_guard lock(mutex_);
    const auto found = find(address);
    return found == live_.end() ? Place::Pageable : found->second.place;
}

int FakeMemory::deviceOf(const void* address) const {
    const std::lock_guard lock(mutex_);
    const auto found = find(address);
    return found == live_.end() ? -1 : found->second.device;
}

int64_t FakeMemory::bytesAt(const void* address) const {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(numberOf(address));
    return found == live_.end() ? 0 : found->second.bytes;
}

std::optional<std::string> FakeMemory::faultOf(const void* address, int64_t bytes) const {
    const std::lock_guard lock(mutex_);
    uintptr_t at = numberOf(address);
    const uintptr_t end = at + static_cast<uintptr_t>(bytes);
    auto found = find(address);
    if (found == live_.end()) {
        auto after = freed_.upper_bound(at);
        if (after == freed_.begin()) return std::nullopt;
        --after;
        if (at >= after->first + static_cast<uintptr_t>(after->second)) return std::nullopt;
        return fmt::format("{} bytes at {}: freed memory", bytes, address);
    }
    // Mapped granules lie side by side: a range may go over several.
    while (at < end) {
        if (found == live_.end() || found->first > at) {
            return fmt::format("{} bytes at {}: {} of them lie outside of the allocation", bytes,
                               address, end - at);
        }
        at = found->first + static_cast<uintptr_t>(found->second.bytes);
        found = live_.find(at);
    }
    return std::nullopt;
}

int64_t FakeMemory::used(int device) const {
    const std::lock_guard lock(mutex_);
    const auto found = used_.find(device);
    const bool context = FakeMachine::get().devices[static_cast<size_t>(device)]->used;
    return (context ? machine().contextBytes : 0) + (found == used_.end() ? 0 : found->second);
}

int64_t FakeMemory::liveBytes() const {
    const std::lock_guard lock(mutex_);
    int64_t sum = 0;
    for (const auto& [device, bytes] : used_) sum += bytes;
    return sum;
}

int64_t FakeMemory::pinnedBlocks() const {
    const std::lock_guard lock(mutex_);
    return std::count_if(live_.begin(), live_.end(),
                         [](const auto& entry) { return entry.second.place == Place::Pinned; });
}

int64_t FakeMemory::allocations() const {
    const std::lock_guard lock(mutex_);
    return allocations_;
}

void FakeMemory::clear() {
    const std::lock_guard lock(mutex_);
    for (const auto& [start, allocation] : live_) {
        if (allocation.ours) retire(reinterpret_cast<void*>(start), allocation.bytes);
    }
    live_.clear();
    freed_.clear();
    used_.clear();
    allocations_ = 0;
    arenaUsed_ = 0;
}

}  // namespace shardscope::doubles::cuda
