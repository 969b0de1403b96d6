#pragma once
// Device and pinned memory of the double: who may touch which address. Any thread.

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace shardscope::doubles::cuda {

enum class Place : uint8_t { Pageable, Pinned, Device };

struct Allocation {
    int64_t bytes = 0;
    Place place = Place::Device;
    int device = 0;
    bool ours = true;  ///< from malloc; false: a granule that a mapping owns
};

class FakeMemory {
  public:
    /// nullptr when @p device has no room for it, or when it is this allocation's turn to fail.
    void* allocate(int device, int64_t bytes);
    void* allocatePinned(int64_t bytes);
    /// @return false when @p address is not the start of a live allocation of that kind.
    bool release(void* address, Place place);

    /// Room for @p bytes on @p device; counted as an allocation. For granules.
    bool take(int device, int64_t bytes);
    void give(int device, int64_t bytes);
    /// A range that became device memory, or ceased to be.
    void addRange(void* address, int64_t bytes, int device);
    void removeRange(void* address, int64_t bytes);

    /// Where @p address lives: pageable when nobody knows it.
    Place placeOf(const void* address) const;
    int deviceOf(const void* address) const;
    /// Of the live allocation that starts at @p address; 0 when none does.
    int64_t bytesAt(const void* address) const;
    /// What is wrong with [address, address + bytes), which starts in a live allocation or was never ours;
    /// nullopt when it is sound.
    std::optional<std::string> faultOf(const void* address, int64_t bytes) const;

    int64_t used(int device) const;
    int64_t liveBytes() const;
    int64_t pinnedBlocks() const;
    int64_t allocations() const;
    /// Frees everything, live or not.
    void clear();

  private:
    std::map<uintptr_t, Allocation>::const_iterator find(const void* address) const;
    void* carve(int64_t bytes);
    void retire(void* address, int64_t bytes);

    mutable std::mutex mutex_;
    std::map<uintptr_t, Allocation> live_;  // by start
    std::map<uintptr_t, int64_t> freed_;    // ranges once ours, by start
    std::map<int, int64_t> used_;
    int64_t allocations_ = 0;
    std::byte* arena_ = nullptr;
    int64_t arenaUsed_ = 0;  // bytes; starts anew with every machine
};

}  // namespace shardscope::doubles::cuda
