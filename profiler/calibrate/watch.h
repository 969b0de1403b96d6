#pragma once
// Keeps what one rank's streams did, in the order in which they did it.

#include <array>
#include <vector>

#include "core/engine/observer.h"

namespace shardscope::profiler {

enum class Did : uint8_t { Operation, Collective, Wait };

struct TimedAction {
    Did what = Did::Operation;
    core::ActionRef ref;
    int64_t arrivedNs = 0;  ///< a collective's: before its peers came; startNs of the others
    int64_t startNs = 0, endNs = 0;
};

struct TimedStep {
    int64_t step = 0;
    int64_t beginNs = 0, endNs = 0;
};

/// Steps from 1 on: the first one finds memory and caches as no other does. Each stream writes a list of
/// its own, which reserve() made long enough.
class Watch : public core::Observer {
  public:
    /// Between steps. @param actions of one step.
    void reserve(size_t actions);

    const std::vector<TimedAction>& of(core::StreamId stream) const {
        return lists_[stream.index()];
    }
    const std::vector<TimedStep>& steps() const { return steps_; }

    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t) override {}
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&, int64_t) override {
    }
    void onOperation(core::ActionRef ref, core::StreamId stream, int64_t startNs,
                     int64_t endNs) override {
        add(stream, {Did::Operation, ref, startNs, startNs, endNs});
    }
    void onCollective(core::ActionRef ref, core::StreamId stream, int64_t arrivedNs,
                      int64_t startNs, int64_t endNs) override {
        add(stream, {Did::Collective, ref, arrivedNs, startNs, endNs});
    }
    void onWait(core::ActionRef ref, core::StreamId stream, int64_t startNs,
                int64_t endNs) override {
        add(stream, {Did::Wait, ref, startNs, startNs, endNs});
    }
    void onMark(core::ActionRef, core::StreamId, int64_t) override {}
    void onStep(int32_t step, int64_t beginNs, int64_t endNs) override {
        if (step > 0) steps_.push_back({.step = step, .beginNs = beginNs, .endNs = endNs});
    }

  private:
    void add(core::StreamId stream, const TimedAction& action) {
        if (action.ref.step > 0) lists_[stream.index()].push_back(action);
    }

    std::array<std::vector<TimedAction>, core::kStreams> lists_;
    std::vector<TimedStep> steps_;
};

}  // namespace shardscope::profiler
