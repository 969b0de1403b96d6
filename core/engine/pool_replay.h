#pragma once
// What recorded pool calls say when they are played again: the least limit, and one hash of them all.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/engine/memory_pool.h"

namespace shardscope::core {

/// Whether the calls succeed under @p limitBytes (0 = none), releasing free segments and retrying
/// once as the engine does (allocateOrRelease). @p calls are one rank's, from its first on; their
/// blocks are not looked at. A buffer may come back after its free. Where a recorder lost one of a
/// pair, a free without its allocate is passed over, and what is never freed stays live.
bool replays(std::span<const PoolCall> calls, PoolPolicy policy, int64_t limitBytes);
/// The least limit, in steps of 2 MiB, at which the calls replay. 0 when nothing is allocated.
///
/// Success need not be monotone in the limit: a tighter one releases at other moments, and best fit
/// then places what follows elsewhere. So this is not a bisection: candidates are tried from the peak
/// of live rounded bytes upwards, and the first that replays is returned. A larger limit may fail
/// again; the reserved peak without a limit, and all above it, never do. After a failure the
/// next candidate is the least that any refused call asked for (leastRefusedBytes): a limit in
/// between would have met the same refusals, so none is passed over.
int64_t smallestLimit(std::span<const PoolCall> calls, PoolPolicy policy);

/// XXH3 over (allocate 1 / free 0, requested bytes, tag, stream, segment ordinal, offset), each a
/// little-endian 64-bit word; 16 hex digits.
class CallSequenceHash {
  public:
    CallSequenceHash();
    ~CallSequenceHash();
    CallSequenceHash(CallSequenceHash&&) noexcept;
    CallSequenceHash& operator=(CallSequenceHash&&) noexcept;

    void add(const PoolCall& call);
    /// Of all calls added so far; more may follow.
    std::string digest() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace shardscope::core
