// What the worst rank's pool calls say when they are played again.

#include "core/engine/pool_replay.h"
#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

core::PoolPolicy policyOf(const Json& run) {
    return textOf(run, "poolPolicy") == "classic" ? core::PoolPolicy::Classic
                                                  : core::PoolPolicy::Expandable;
}

/// Calls that a replay can play: sizes above zero, frees of what was allocated. A damaged file may
/// hold others.
std::vector<core::PoolCall> playable(const std::vector<PoolRow>& rows) {
    std::vector<core::PoolCall> calls;
    std::map<int32_t, bool> live;
    for (const PoolRow& row : rows) {
        bool& alive = live[row.call.buffer];
        const int32_t home = row.call.home.value;
        if (row.call.requested <= 0 || home < 0 || home >= core::kStreams) continue;
        if (alive == row.call.allocate) continue;
        alive = row.call.allocate;
        calls.push_back(row.call);
    }
    return calls;
}

}  // namespace

void addPoolFacts(const Recording& recording, MemoryReport& memory) {
    const auto worst = static_cast<size_t>(memory.peak.rank);
    if (worst >= recording.ranks.size()) return;
    const std::vector<core::PoolCall> calls = playable(recording.ranks[worst].pool);
    memory.smallestLimitBytes = core::smallestLimit(calls, policyOf(recording.trace->run));
    core::CallSequenceHash hash;
    for (const core::PoolCall& call : calls) hash.add(call);
    memory.callSequenceHash = hash.digest();
}

}  // namespace shardscope::traces
