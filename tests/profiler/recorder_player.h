#pragma once
// Plays a rank's plans into an observer on clocks of its own: a run whose every time is known.
//
// The host issues an action every 10 ns, far ahead of its streams. An operation lasts 1000 ns; a
// collective waits 500 ns for its peers, then transfers for a time that the test chooses.

#include <algorithm>
#include <array>
#include <map>

#include "core/base/units.h"
#include "core/engine/observer.h"
#include "core/plan/planner.h"

namespace shardscope::profiler {

class Player {
  public:
    static constexpr int64_t kIssueNs = 10;
    static constexpr int64_t kOperationNs = 1000;
    static constexpr int64_t kPeersNs = 500;

    Player(core::Observer& observer, const core::StepPlan& setup, const core::StepPlan& step,
           int64_t transferNs)
        : observer_(observer), setup_(setup), step_(step), transferNs_(transferNs) {}

    void setUp() { play(setup_, -1, true); }
    void step(int32_t index, bool commit = true) {
        const int64_t beginNs = hostNs_;
        play(step_, index, commit);
        hostNs_ = std::max({hostNs_, streamNs_[0], streamNs_[1]});
        observer_.onStep(index, beginNs, hostNs_);
    }
    /// Stops before the step's action number @p actions, as a run that fails does.
    void stepUntil(int32_t index, int actions) {
        left_ = actions;
        play(step_, index, true);
    }
    int64_t nowNs() const { return hostNs_; }

  private:
    void play(const core::StepPlan& plan, int32_t step, bool commit) {
        core::forEachAction(plan, commit, [&](const core::Action& action, int microBatch) {
            if (left_-- <= 0) return;
            hostNs_ += kIssueNs;
            where_ = {.action = action.index, .step = step, .microBatch = microBatch};
            std::visit([&](const auto& what) { perform(what, plan.layout); }, action.what);
        });
    }

    /// The stream's clock when it comes to what the host issues now.
    int64_t& clockOf(core::StreamId stream) {
        int64_t& clock = streamNs_[stream.index()];
        clock = std::max(clock, hostNs_);
        return clock;
    }

    void perform(const core::Allocate& what, const core::Layout& layout) {
        const core::BufferSpec& spec = layout[what.buffer];
        totals_.requested += spec.bytes;
        totals_.allocated += core::roundUp(spec.bytes, 512);
        totals_.reserved = std::max(totals_.reserved, totals_.allocated);
        observer_.onAllocate(where_, callOf(true, what.buffer, spec), totals_, hostNs_);
    }
    void perform(const core::Free& what, const core::Layout& layout) {
        const core::BufferSpec& spec = layout[what.buffer];
        totals_.requested -= spec.bytes;
        totals_.allocated -= core::roundUp(spec.bytes, 512);
        observer_.onFree(where_, callOf(false, what.buffer, spec), totals_, hostNs_);
    }
    void perform(const core::Launch& what, const core::Layout&) {
        int64_t& clock = clockOf(what.stream);
        observer_.onOperation(where_, what.stream, clock, clock + kOperationNs);
        clock += kOperationNs;
    }
    void perform(const core::Collective& what, const core::Layout&) {
        int64_t& clock = clockOf(what.stream);
        const int64_t startNs = clock + kPeersNs;
        observer_.onCollective(where_, what.stream, clock, startNs, startNs + transferNs_);
        clock = startNs + transferNs_;
    }
    void perform(const core::RecordEvent& what, const core::Layout&) {
        events_[what.event] = clockOf(what.stream);
    }
    void perform(const core::WaitEvent& what, const core::Layout&) {
        int64_t& clock = clockOf(what.stream);
        const int64_t endNs = std::max(clock, events_[what.event]);
        observer_.onWait(where_, what.stream, clock, endNs);
        clock = endNs;
    }
    void perform(const core::Mark& what, const core::Layout&) {
        observer_.onMark(where_, what.stream, clockOf(what.stream));
    }

    static core::PoolCall callOf(bool allocate, core::BufferId buffer,
                                 const core::BufferSpec& spec) {
        return {.allocate = allocate,
                .buffer = buffer.value,
                .requested = spec.bytes,
                .tag = spec.category,
                .home = spec.home,
                .block = {.segment = 0, .offset = 512 * buffer.value, .bytes = spec.bytes}};
    }

    core::Observer& observer_;
    const core::StepPlan& setup_;
    const core::StepPlan& step_;
    int64_t transferNs_;
    int left_ = 1 << 30;
    int64_t hostNs_ = 0;
    std::array<int64_t, core::kStreams> streamNs_{};
    std::map<core::EventId, int64_t> events_;
    core::PoolTotals totals_;
    core::ActionRef where_;
};

}  // namespace shardscope::profiler
