#pragma once
// Where the ranks of one process meet: a reusable barrier, a gate that keeps buffers alive while peers
// read them, and an abort that wakes everybody. Any thread, one a rank at a time.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "core/base/ids.h"
#include "core/base/result.h"

namespace shardscope::core {

/// Whether a rank gave up, which one and why. The first one counts.
class AbortNotice {
  public:
    void raise(Rank by, const std::string& reason);
    bool raised() const { return raised_.load(); }
    /// The error of @p rank, which met the notice; names who raised it. Raised only.
    Error errorFor(Rank rank) const;

  private:
    std::atomic<bool> raised_{false};
    mutable std::mutex mutex_;
    Rank by_;
    std::string reason_;
};

/// All ranks arrive, then all go on.
class Meeting {
  public:
    Meeting(int ranks, const AbortNotice& notice) : ranks_(ranks), notice_(notice) {}

    /// Blocks until every rank has arrived. @return false when the notice was raised.
    bool arrive();
    /// After raising the notice.
    void wakeAll();

  private:
    const uint32_t ranks_;
    const AbortNotice& notice_;
    alignas(64) std::atomic<uint32_t> arrived_{0};
    alignas(64) std::atomic<uint32_t> generation_{0};
};

/// Counts ranks that are reading their peers' buffers. Once closed nobody enters, and awaitEmpty
/// returns when the last one has left: only then may an aborted rank let its buffers go.
class ReadGate {
  public:
    /// @return false when closed.
    bool enter();
    void leave();
    void close();
    void awaitEmpty() const;

  private:
    static constexpr uint32_t kClosed = 1u << 31;
    std::atomic<uint32_t> state_{0};  // the closed bit and the number of readers
};

}  // namespace shardscope::core
