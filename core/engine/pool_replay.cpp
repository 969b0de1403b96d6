#include "core/engine/pool_replay.h"

#include <fmt/format.h>

#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "core/base/units.h"
#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

namespace {

struct Outcome {
    bool ok = true;
    int64_t leastRefused = 0;
};

/// Takes what @p call's buffer has out of @p live; nothing when its allocate was never recorded.
template <class Value>
std::optional<Value> taken(std::unordered_map<int32_t, Value>& live, const PoolCall& call) {
    const auto found = live.find(call.buffer);
    if (found == live.end()) return std::nullopt;
    const Value value = found->second;
    live.erase(found);
    return value;
}

Outcome replay(std::span<const PoolCall> calls, PoolPolicy policy, int64_t limit) {
    PhantomSource source;
    MemoryPool pool(policy, limit, source);
    std::unordered_map<int32_t, Block> live;
    for (const PoolCall& call : calls) {
        if (!call.allocate) {
            if (const auto block = taken(live, call)) pool.free(*block);
            continue;
        }
        const auto block = allocateOrRelease(pool, call.requested, call.home);
        if (!block) return {false, pool.leastRefusedBytes()};
        live[call.buffer] = *block;
    }
    return {};
}

/// Peak of live bytes, rounded to blocks: no limit below it can hold them.
int64_t leastConceivable(std::span<const PoolCall> calls) {
    std::unordered_map<int32_t, int64_t> live;
    int64_t now = 0;
    int64_t peak = 0;
    for (const PoolCall& call : calls) {
        if (call.allocate) {
            const int64_t bytes = roundUp(call.requested, kBlockUnit);
            live[call.buffer] = bytes;
            now += bytes;
        } else {
            now -= taken(live, call).value_or(0);
        }
        peak = std::max(peak, now);
    }
    return peak;
}

}  // namespace

bool replays(std::span<const PoolCall> calls, PoolPolicy policy, int64_t limitBytes) {
    return replay(calls, policy, limitBytes).ok;
}

int64_t smallestLimit(std::span<const PoolCall> calls, PoolPolicy policy) {
    int64_t limit = roundUp(leastConceivable(calls), kGranule);
    if (limit == 0) return 0;
    for (;;) {
        const Outcome outcome = replay(calls, policy, limit);
        if (outcome.ok) return limit;
        limit = roundUp(outcome.leastRefused, kGranule);
    }
}

struct CallSequenceHash::State {
    XXH3_state_t xxh3;
};

CallSequenceHash::CallSequenceHash() : state_(std::make_unique<State>()) {
    XXH3_INITSTATE(&state_->xxh3);
    XXH3_64bits_reset(&state_->xxh3);
}
CallSequenceHash::~CallSequenceHash() = default;
CallSequenceHash::CallSequenceHash(CallSequenceHash&&) noexcept = default;
CallSequenceHash& CallSequenceHash::operator=(CallSequenceHash&&) noexcept = default;

void CallSequenceHash::add(const PoolCall& call) {
    const std::array<int64_t, 6> words{
        call.allocate ? 1 : 0, call.requested,     static_cast<int64_t>(call.tag),
        call.home.value,       call.block.segment, call.block.offset};
    std::array<uint8_t, sizeof(words)> bytes{};  // little-endian on every machine
    for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<uint8_t>(static_cast<uint64_t>(words[i / 8]) >> (i % 8 * 8));
    }
    XXH3_64bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

std::string CallSequenceHash::digest() const {
    return fmt::format("{:016x}", XXH3_64bits_digest(&state_->xxh3));
}

}  // namespace shardscope::core
