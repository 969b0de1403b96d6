#pragma once
// What the engine does with a configuration, on the simulated device: the planner must say the same.

#include <numeric>
#include <vector>

#include "core/capacity/configuration.h"
#include "core/capacity/pool_walk.h"
#include "core/engine/rank_runner.h"
#include "core/sim/simulated_device.h"

namespace shardscope::core {

/// Peaks as `shardscope.report/1` has them, from the calls as they come.
class PoolWatcher : public Observer {
  public:
    MemoryFootprint seen;
    std::vector<PoolCall> calls;

    void onAllocate(ActionRef ref, const PoolCall& call, const PoolTotals& totals,
                    int64_t) override {
        calls.push_back(call);
        live_[static_cast<size_t>(call.tag)] += call.requested;
        seen.allocatedPeakBytes = std::max(seen.allocatedPeakBytes, totals.allocated);
        seen.reservedPeakBytes = std::max(seen.reservedPeakBytes, totals.reserved);
        if (totals.requested <= seen.peakBytes) return;
        seen.peakBytes = totals.requested;
        seen.peakStep = ref.step;
        seen.atPeak = live_;
    }
    void onFree(ActionRef, const PoolCall& call, const PoolTotals&, int64_t) override {
        calls.push_back(call);
        live_[static_cast<size_t>(call.tag)] -= call.requested;
    }
    void onOperation(ActionRef, StreamId, int64_t, int64_t) override {}
    void onCollective(ActionRef, StreamId, int64_t, int64_t, int64_t) override {}
    void onWait(ActionRef, StreamId, int64_t, int64_t) override {}
    void onMark(ActionRef, StreamId, int64_t) override {}
    void onStep(int32_t, int64_t, int64_t) override {}

  private:
    CategoryBytes live_{};
};

/// Runs every step and micro-batch. @return whether memory sufficed.
inline bool simulate(const Workload& base, const Configuration& at, PoolPolicy policy,
                     int64_t limit, PoolWatcher& watcher, Rank rank = Rank{0}) {
    const auto problem = makeProblem(workloadOf(base, at), at.strategy, at.ranks);
    const RunContext context{.problem = &*problem, .rank = rank, .ranks = at.ranks};
    auto communicators = makeSimulatedCommunicators(at.ranks);
    const auto device = makeSimulatedDevice(context, &watcher);
    RankRunner runner(*problem, rank, *device, *communicators[rank.index()], &watcher,
                      {.policy = policy, .memoryLimit = limit, .hashWeights = false});
    if (!runner.setUp()) return false;
    for (int64_t step = 0; step < base.steps; ++step) {
        if (!runner.step(step)) return false;
    }
    return true;
}

}  // namespace shardscope::core
