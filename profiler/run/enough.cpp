#include "profiler/run/enough.h"

#include <vector>

#include "core/engine/pool_replay.h"
#include "core/engine/rank_runner.h"
#include "core/sim/simulated_device.h"

namespace shardscope::profiler {

namespace {

class CallCollector : public core::Observer {
  public:
    std::vector<core::PoolCall> calls;

    void onAllocate(core::ActionRef, const core::PoolCall& call, const core::PoolTotals&,
                    int64_t) override {
        calls.push_back(call);
    }
    void onFree(core::ActionRef, const core::PoolCall& call, const core::PoolTotals&,
                int64_t) override {
        calls.push_back(call);
    }
    void onOperation(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onCollective(core::ActionRef, core::StreamId, int64_t, int64_t, int64_t) override {}
    void onWait(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onMark(core::ActionRef, core::StreamId, int64_t) override {}
    void onStep(int32_t, int64_t, int64_t) override {}
};

}  // namespace

int64_t enoughBytes(const core::Problem& problem, core::Rank rank, core::PoolPolicy policy) {
    CallCollector collector;
    const core::RunContext context{
        .problem = &problem, .rank = rank, .ranks = problem.buckets.ranks};
    auto communicators = core::makeSimulatedCommunicators(problem.buckets.ranks);
    const auto device = core::makeSimulatedDevice(context, &collector);
    core::RankRunner runner(problem, rank, *device, *communicators[rank.index()], &collector,
                            {.policy = policy, .memoryLimit = 0, .hashWeights = false});
    if (!runner.setUp() || !runner.step(0) || !runner.step(1) ||
        !runner.saveCheckpoint(2, nullptr)) {
        core::broken("a simulated device without a limit runs every plan");
    }
    return core::smallestLimit(collector.calls, policy);
}

}  // namespace shardscope::profiler
