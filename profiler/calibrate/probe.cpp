#include "profiler/calibrate/probe.h"

#include <chrono>
#include <memory>

#include "core/config/dataset.h"
#include "core/engine/rank_group.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "profiler/run/enough.h"
#include "profiler/run/machine_memory.h"

namespace shardscope::profiler {

namespace {

constexpr int kLeastSteps = 3;

struct TimedAction {
    core::ActionRef ref;
    int64_t startNs = 0, endNs = 0;
};

/// Keeps what one rank's streams did. Each stream writes a list of its own, which reserve() made long
/// enough.
class Watch : public core::Observer {
  public:
    std::vector<TimedAction> operations, collectives;
    std::vector<TimedAction> copies;  ///< operations of the communication stream

    void reserve(size_t actions) {
        operations.reserve(operations.size() + actions);
        copies.reserve(copies.size() + actions);
        collectives.reserve(collectives.size() + actions);
    }
    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t) override {}
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&, int64_t) override {
    }
    void onOperation(core::ActionRef ref, core::StreamId stream, int64_t startNs,
                     int64_t endNs) override {
        if (ref.step <= 0) return;
        (stream == core::kCompute ? operations : copies).push_back({ref, startNs, endNs});
    }
    void onCollective(core::ActionRef ref, core::StreamId, int64_t, int64_t startNs,
                      int64_t endNs) override {
        if (ref.step > 0) collectives.push_back({ref, startNs, endNs});
    }
    void onWait(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onMark(core::ActionRef, core::StreamId, int64_t) override {}
    void onStep(int32_t, int64_t, int64_t) override {}
};

/// @param gaps whether the time between two operations is a hand-over alone.
void takeOperations(const core::StepPlan& plan, const std::vector<TimedAction>& operations,
                    int ranks, bool gaps, Samples& samples) {
    const auto actions = plan.flat();
    const TimedAction* before = nullptr;
    for (const TimedAction& timed : operations) {
        const core::Action& action = *actions[static_cast<size_t>(timed.ref.action)];
        const auto& operation = std::get<core::Launch>(action.what).operation;
        samples.addKernel(core::kernelShapeOf(operation, plan.layout, timed.ref.microBatch), ranks,
                          static_cast<double>(timed.endNs - timed.startNs));
        if (gaps && before && before->ref.step == timed.ref.step) {
            samples.addHandOver(static_cast<double>(timed.startNs - before->endNs));
        }
        before = &timed;
    }
}

void takeCollectives(const core::StepPlan& plan, const Watch& watch, int ranks, Samples& samples) {
    const auto actions = plan.flat();
    for (const TimedAction& timed : watch.collectives) {
        const core::Action& action = *actions[static_cast<size_t>(timed.ref.action)];
        const auto& collective = std::get<core::Collective>(action.what);
        const auto bytes =
            static_cast<double>(collective.elements * core::bytesOf(collective.dtype));
        samples.addCollective(collective.kind, collective.dtype, collective.group.size(ranks),
                              bytes, static_cast<double>(timed.endNs - timed.startNs));
    }
}

core::Result<core::Problem> problemOf(const Probe& probe) {
    core::Strategy strategy = probe.strategy;
    strategy.overlap = false;
    auto problem = core::makeProblem(probe.workload, strategy, probe.ranks);
    if (!problem) return problem;
    const int64_t rankBytes = enoughBytes(*problem, core::Rank{0}, core::PoolPolicy::Expandable);
    if (auto fits = fitsThisMachine(rankBytes * probe.ranks); !fits) {
        return tl::unexpected(fits.error());
    }
    return problem;
}

/// Steps of all ranks until the time is over.
core::Result<void> runSteps(core::RankGroup& group, std::vector<Watch>& watches, double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    if (auto done = group.setUp(); !done) return done;
    for (int64_t step = 0; step < kLeastSteps || Clock::now() < until; ++step) {
        const core::StepPlan& plan = group.runner(0).stepPlan();
        const size_t actions = plan.flat().size() * static_cast<size_t>(plan.gradAccum);
        for (Watch& watch : watches) watch.reserve(actions);
        if (auto done = group.step(step); !done) return tl::unexpected(done.error());
    }
    return {};
}

}  // namespace

core::Result<void> runProbe(const Probe& probe, double seconds, Samples& samples) {
    const auto problem = problemOf(probe);
    if (!problem) return tl::unexpected(problem.error());
    const auto dataset = core::Dataset::open(probe.workload);
    if (!dataset) return tl::unexpected(dataset.error());
    std::vector<Watch> watches(static_cast<size_t>(probe.ranks));
    std::vector<core::Observer*> observers;
    for (Watch& watch : watches) observers.push_back(&watch);
    core::RankGroup group(*problem, &*dataset, core::makeInprocCommunicators(probe.ranks),
                          [](const core::RunContext& context, core::Communicator& communicator,
                             core::Observer* observer) {
                              return core::makeHostDevice(context, communicator, observer);
                          },
                          observers, {.rank = {.hashWeights = false}});
    if (auto done = runSteps(group, watches, seconds); !done) return done;
    const core::StepPlan& plan = group.runner(0).stepPlan();
    for (const Watch& watch : watches) {
        takeOperations(plan, watch.operations, probe.ranks, probe.ranks == 1, samples);
        takeOperations(plan, watch.copies, probe.ranks, false, samples);
        takeCollectives(plan, watch, probe.ranks, samples);
    }
    return {};
}

}  // namespace shardscope::profiler
