#include "profiler/calibrate/probe.h"

#include <chrono>
#include <optional>

#include "core/config/dataset.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "profiler/calibrate/probe_times.h"
#include "profiler/run/enough.h"
#include "profiler/run/machine_memory.h"

namespace shardscope::profiler {

namespace {

constexpr int64_t kLeastSteps = 3;

/// One probe's ranks, alive until it goes.
class Running {
  public:
    Running(core::Problem problem, core::Dataset dataset, ProbeMachine::Communicators communicators,
            const core::DeviceFactory& device)
        : problem_(std::move(problem)),
          dataset_(std::move(dataset)),
          watches_(communicators.size()) {
        std::vector<core::Observer*> observers;
        for (Watch& watch : watches_) observers.push_back(&watch);
        group_.emplace(problem_, &dataset_, std::move(communicators), device, observers,
                       core::RankGroup::Options{.rank = {.hashWeights = false}});
    }

    core::Result<void> setUp() { return group_->setUp(); }

    core::Result<void> step(int64_t index) {
        const core::StepPlan& plan = group_->runner(0).stepPlan();
        const size_t actions = plan.flat().size() * static_cast<size_t>(plan.gradAccum);
        for (Watch& watch : watches_) watch.reserve(actions);
        if (auto done = group_->step(index); !done) return tl::unexpected(done.error());
        return {};
    }

    void give(const Probe& probe, const ProbeTaker& take) {
        take(probe, group_->runner(0).stepPlan(), watches_);
    }

  private:
    core::Problem problem_;
    core::Dataset dataset_;
    std::vector<Watch> watches_;
    std::optional<core::RankGroup> group_;  // last: it uses the rest
};

core::Result<std::unique_ptr<Running>> start(const Probe& probe, const ProbeMachine& machine,
                                             int64_t& neededBytes) {
    auto problem = core::makeProblem(probe.workload, probe.strategy, probe.ranks);
    if (!problem) return tl::unexpected(problem.error());
    const int64_t rankBytes = enoughBytes(*problem, core::Rank{0}, core::PoolPolicy::Expandable);
    neededBytes += rankBytes * probe.ranks;
    auto dataset = core::Dataset::open(probe.workload);
    if (!dataset) return tl::unexpected(dataset.error());
    auto communicators = machine.communicators(probe.ranks);
    if (!communicators) return tl::unexpected(communicators.error());
    return std::make_unique<Running>(std::move(*problem), std::move(*dataset),
                                     std::move(*communicators), machine.device);
}

core::Result<std::vector<std::unique_ptr<Running>>> startAll(std::span<const Probe> probes,
                                                             const ProbeMachine& machine) {
    std::vector<std::unique_ptr<Running>> all;
    int64_t neededBytes = 0;
    for (const Probe& probe : probes) {
        auto running = start(probe, machine, neededBytes);
        if (!running) return tl::unexpected(running.error());
        all.push_back(std::move(*running));
    }
    if (auto fits = machine.fits(neededBytes); !fits) return tl::unexpected(fits.error());
    for (auto& running : all) {
        if (auto done = running->setUp(); !done) return tl::unexpected(done.error());
    }
    return all;
}

ProbeMachine hostMachine() {
    return {.communicators = [](int ranks) -> core::Result<ProbeMachine::Communicators> {
                return core::makeInprocCommunicators(ranks);
            },
            .device =
                [](const core::RunContext& context, core::Communicator& communicator,
                   core::Observer* observer) {
                    return core::makeHostDevice(context, communicator, observer);
                },
            .fits = fitsThisMachine,
            .stopped = {}};
}

}  // namespace

core::Result<void> runProbes(std::span<const Probe> probes, double seconds,
                             const ProbeMachine& machine, const ProbeTaker& take) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    auto all = startAll(probes, machine);
    if (!all) return tl::unexpected(all.error());
    for (int64_t step = 0; step < kLeastSteps || Clock::now() < until; ++step) {
        for (auto& running : *all) {
            if (machine.stopped && machine.stopped()) return core::interrupted("", kStopped);
            if (auto done = running->step(step); !done) return done;
        }
    }
    for (size_t i = 0; i < all->size(); ++i) (*all)[i]->give(probes[i], take);
    return {};
}

core::Result<void> runProbes(std::span<const Probe> probes, double seconds, Samples& samples) {
    return runProbes(
        probes, seconds, hostMachine(),
        [&](const Probe& probe, const core::StepPlan& plan, std::span<const Watch> watches) {
            if (probe.strategy.overlap) {
                return takeSamplesBeside(plan, watches, samples);
            }
            takeSamples(plan, watches, samples);
        });
}

}  // namespace shardscope::profiler
