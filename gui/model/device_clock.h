#pragma once
// When the compute stream reached each pool call. The host asks for memory far ahead of the device
// (a whole step within a millisecond), so that on its clock every lifetime would be a needle. Plan
// order says what the stream had done before a call and what it did next; that is the call's instant
// on the device: a free at the end of the last operation before it, an allocation at the begin of the
// first one after it.

#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

#include "gui/model/memory_track.h"
#include "gui/model/pool_history.h"

namespace shardscope::gui {

/// A place in the plan of one rank.
struct PlanPosition {
    int32_t step = -1;
    int32_t section = -1;  ///< the micro-batch; -1 before the first, kEpilogue after the last
    int32_t action = -1;

    auto operator<=>(const PlanPosition&) const = default;
};
inline constexpr int32_t kEpilogue = std::numeric_limits<int32_t>::max();

struct PlacedCall {
    PlanPosition position;
    uint32_t seq = 0;
    MemoryCall call;                      ///< timeNs is written by tellDeviceTimes()
    PoolEntry pool;                       ///< likewise its operation
    uint32_t phase = 0;                   ///< by Timeline::names
    int32_t home = 0;                     ///< stream that may use the block again
    int32_t buffer = -1;                  ///< pairs a free with its allocation
    int64_t allocated = 0, reserved = 0;  ///< bytes after the call, as recorded
};

/// An operation or a stall of the compute stream.
struct PlacedSpan {
    PlanPosition position;
    uint32_t name = 0;  ///< Timeline::names
    int64_t beginNs = 0, endNs = 0;
};

/// Writes call.timeNs and pool.operation of @p calls (in plan order) from @p spans (in order of time). Times never go
/// back; without spans they are the host's.
void tellDeviceTimes(std::vector<PlacedCall>& calls, const std::vector<PlacedSpan>& spans);

}  // namespace shardscope::gui
