#pragma once
// Memory of one GPU that this process took, by what it is for. Whoever takes some holds an entry, which
// leaves the ledger with it. Any thread.

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace shardscope::gpu {

/// Bytes. What is not here (context, kernels' code, other processes) is the rest of what the driver says.
struct MemoryLedger {
    std::atomic<int64_t> pool{0};      ///< the pool's segments
    std::atomic<int64_t> nccl{0};      ///< NCCL's communicators, as the driver saw them made
    std::atomic<int64_t> products{0};  ///< workspaces of matrix products
    std::atomic<int64_t> scratch{0};   ///< of operations, while they run
};

/// One owner's part of one band.
class LedgerEntry {
  public:
    using Band = std::atomic<int64_t> MemoryLedger::*;

    LedgerEntry() = default;
    /// @param ledger may be null: nothing is counted then.
    LedgerEntry(std::shared_ptr<MemoryLedger> ledger, Band band)
        : ledger_(std::move(ledger)), band_(band) {}
    LedgerEntry(LedgerEntry&& other) noexcept
        : ledger_(std::move(other.ledger_)),
          band_(other.band_),
          bytes_(std::exchange(other.bytes_, 0)) {}
    LedgerEntry& operator=(LedgerEntry&& other) noexcept {
        std::swap(ledger_, other.ledger_);
        std::swap(band_, other.band_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~LedgerEntry() { set(0); }

    /// The owner holds @p bytes now.
    void set(int64_t bytes) {
        if (ledger_) (*ledger_).*band_ += bytes - bytes_;
        bytes_ = bytes;
    }

  private:
    std::shared_ptr<MemoryLedger> ledger_;
    Band band_ = &MemoryLedger::pool;
    int64_t bytes_ = 0;
};

}  // namespace shardscope::gpu
