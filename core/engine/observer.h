#pragma once
// Who watches a run. The interpreter and the device report to it; the recorder implements it.
//
// Calls come from the rank's interpreter thread and from its streams' threads at the same time. They
// happen inside measured time: an implementation allocates nothing and takes no lock.
// Times: nanoseconds on the device's clock, one clock for all ranks of a process.

#include <cstdint>

#include "core/base/ids.h"
#include "core/engine/memory_pool.h"

namespace shardscope::core {

/// Which action, of which repetition. Action indices of set-up are counted apart (step -1).
struct ActionRef {
    int32_t action = -1;      ///< Action::index
    int32_t step = -1;        ///< 0-based; -1 = set-up
    int32_t microBatch = -1;  ///< -1 outside the repeat
};

class Observer {
  public:
    virtual ~Observer() = default;

    /// @param timeNs when the host called the pool.
    virtual void onAllocate(ActionRef, const PoolCall&, const PoolTotals&, int64_t timeNs) = 0;
    virtual void onFree(ActionRef, const PoolCall&, const PoolTotals&, int64_t timeNs) = 0;
    /// An operation ran on a stream.
    virtual void onOperation(ActionRef, StreamId, int64_t startNs, int64_t endNs) = 0;
    /// @param arrivedNs this rank entered; @p startNs all had arrived; @p endNs complete here.
    virtual void onCollective(ActionRef, StreamId, int64_t arrivedNs, int64_t startNs,
                              int64_t endNs) = 0;
    /// A stream reached a wait and stood still for it (also when for 0 ns).
    virtual void onWait(ActionRef, StreamId, int64_t startNs, int64_t endNs) = 0;
    virtual void onMark(ActionRef, StreamId, int64_t timeNs) = 0;
    /// The host's window of a step: first action issued to all streams drained.
    virtual void onStep(int32_t step, int64_t beginNs, int64_t endNs) = 0;
};

}  // namespace shardscope::core
