#pragma once
// Watches one rank: fixed-size records while the run goes on, events of a Trace when it is over.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/host_waits.h"
#include "core/engine/observer.h"
#include "core/plan/planner.h"
#include "traces/trace.h"

namespace shardscope::profiler {

/// Losses of one recorder; in every recording and on every screen.
struct RecorderCounts {
    int64_t events = 0;
    int64_t dropped = 0;  ///< records that found no room
    /// begins without an end, frees without an allocate; what emit() returned, summed over ranks
    int64_t unmatched = 0;
    /// begun in a step that the run's end cut short: nothing was lost; likewise of emit()
    int64_t openAtEnd = 0;
    int64_t clockResidualNs = 0;
};

/// Records of one rank of which the other half is not there.
struct Unpaired {
    int64_t unmatched = 0;  ///< lost: in a step that ran to its end, or an end without a begin
    int64_t openAtEnd = 0;  ///< the run ended before it

    bool operator==(const Unpaired&) const = default;
};

/// The Observer of one rank. Hooks append a record of at most 64 bytes to memory reserved before
/// the run (grown between steps, never in a hook), without locks: one writer a buffer. The pool's
/// and the step's hooks are for the rank's interpreter thread, the others for the thread of the
/// stream that they name.
class Recorder : public core::Observer, public core::HostWaitObserver {
  public:
    explicit Recorder(core::Rank rank) : Recorder(rank, rank.value) {}
    /// @param place in the recording: the rank, or, where some stand for all, one after another.
    Recorder(core::Rank rank, int32_t place);
    ~Recorder() override;

    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t timeNs) override;
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                int64_t timeNs) override;
    void onOperation(core::ActionRef, core::StreamId, int64_t startNs, int64_t endNs) override;
    void onCollective(core::ActionRef, core::StreamId, int64_t arrivedNs, int64_t startNs,
                      int64_t endNs) override;
    void onWait(core::ActionRef, core::StreamId, int64_t startNs, int64_t endNs) override;
    void onMark(core::ActionRef, core::StreamId, int64_t timeNs) override;
    void onStep(int32_t step, int64_t beginNs, int64_t endNs) override;
    void onHostWait(core::ActionRef, core::HostWaitFor, int64_t startNs, int64_t endNs) override;

    /// Makes room for one more step of @p plan. Between steps, streams empty; set-up counts as one.
    void reserve(const core::StepPlan& plan);
    RecorderCounts counts() const;
    /// The most live bytes (requested, all categories) since it was last asked; 0 when the pool was
    /// not called since. Between steps.
    int64_t takePeakBytes();
    /// Raw records as bytes, for sending to rank 0; and back.
    std::string serialize() const;
    static core::Result<Recorder> deserialize(const std::string& bytes);

    /// When this rank entered each of its collectives, in its order. Streams empty.
    std::vector<int64_t> arrivals() const;
    /// For communicators whose ranks meet inside the collective, so that a rank alone knows only when it
    /// entered: a collective starts when the last rank has. @param startNs one for each of arrivals().
    void startCollectivesAt(const std::vector<int64_t>& startNs);

    /// Adds this rank's lanes and events (traces/vocabulary.h) to @p builder. Streams empty.
    /// @param offsetNs subtracted from every time (clock alignment, start of the run).
    Unpaired emit(const core::Problem& problem, const core::StepPlan& setup,
                  const core::StepPlan& step, int64_t offsetNs,
                  traces::TraceBuilder& builder) const;
    /// As emit(), for what was recorded since the last call: what the spool appends after a step.
    /// Between steps, streams empty. A lifetime that goes on is begun here and ended in a later
    /// call.
    void emitNew(const core::Problem& problem, const core::StepPlan& setup,
                 const core::StepPlan& step, int64_t offsetNs, traces::TraceBuilder& builder);

    Recorder(Recorder&&) noexcept;
    Recorder& operator=(Recorder&&) noexcept;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace shardscope::profiler
