#pragma once
// What recorded pool calls say when they are played again: the least limit, and one hash of them all.

#include <cstdint>
#include <span>
#include <string>

#include "core/engine/memory_pool.h"

namespace shardscope::core {

/// Whether the calls succeed under @p limitBytes (0 = none), releasing free segments and retrying
/// once as the engine does.
bool replays(std::span<const PoolCall> calls, PoolPolicy policy, int64_t limitBytes);
/// The least limit, in steps of 2 MiB, at which the calls replay. 0 for no calls.
int64_t smallestLimit(std::span<const PoolCall> calls, PoolPolicy policy);

/// XXH3 over (allocate/free, bytes, tag, stream, segment ordinal, offset), 16 hex digits.
class CallSequenceHash {
  public:
    CallSequenceHash();
    ~CallSequenceHash();
    void add(const PoolCall& call);
    std::string digest() const;

  private:
    void* state_;
};

}  // namespace shardscope::core
