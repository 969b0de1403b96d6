#pragma once
// What a recorder keeps of one call: fixed-size values, joined with the plan's actions afterwards.
//
// A record says which action and when; everything else an event needs is in the plan.

#include <cstdint>
#include <type_traits>

#include "core/engine/host_waits.h"
#include "core/engine/observer.h"

namespace shardscope::profiler {

/// A call of the pool. Whether it allocates, and which buffer, its action says.
struct PoolRecord {
    core::ActionRef where;
    int32_t segment = -1;  ///< ordinal
    int64_t timeNs = 0;
    int64_t offset = 0;      ///< bytes from the segment's start
    int64_t blockBytes = 0;  ///< block size
    int64_t live = 0;        ///< requested bytes afterwards
    int64_t allocated = 0;   ///< block bytes afterwards
    int64_t reserved = 0;    ///< segment bytes afterwards
};

enum class StreamEvent : int32_t { Operation, Collective, Wait, Mark };

/// Something that happened on a stream. Operations and waits arrive when they start; a mark is one
/// instant.
struct StreamRecord {
    core::ActionRef where;
    StreamEvent kind = StreamEvent::Operation;
    int64_t arrivedNs = 0;
    int64_t startNs = 0;
    int64_t endNs = 0;
};

/// The host stood still for its device, in an action or after it.
struct HostWaitRecord {
    core::ActionRef where;
    core::HostWaitFor what = core::HostWaitFor::OtherStream;
    int64_t startNs = 0;
    int64_t endNs = 0;
};

/// The host's window of a step (-1 = set-up).
struct StepRecord {
    int64_t step = -1;
    int64_t beginNs = 0;
    int64_t endNs = 0;
};

/// Records are written by hooks and sent as bytes: small, copyable, and without padding.
template <class T>
inline constexpr bool kIsRecord =
    sizeof(T) <= 64 &&
    std::is_trivially_copyable_v<T>&& std::has_unique_object_representations_v<T>;
static_assert(kIsRecord<PoolRecord> && kIsRecord<StreamRecord> && kIsRecord<StepRecord> &&
              kIsRecord<HostWaitRecord>);

}  // namespace shardscope::profiler
