#include "tests/gpu/recorder/recorder_cost.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "core/config/dataset.h"
#include "core/engine/rank_group.h"
#include "core/host/host_device.h"
#include "profiler/recorder.h"

namespace shardscope::recorder {

namespace {

using Recorders = std::vector<std::unique_ptr<profiler::Recorder>>;

Recorders makeRecorders(int ranks) {
    Recorders recorders;
    for (int r = 0; r < ranks; ++r) {
        recorders.push_back(std::make_unique<profiler::Recorder>(core::Rank{r}));
    }
    return recorders;
}

core::Result<std::vector<int64_t>> timeSteps(core::RankGroup& group, Recorders& recorders,
                                             const core::Problem& problem, const CostRun& run) {
    const auto setup = core::planSetup(problem, core::Rank{0});
    if (!setup) return tl::unexpected(setup.error());
    for (auto& recorder : recorders) recorder->reserve(*setup);
    if (auto ready = group.setUp(); !ready) return tl::unexpected(ready.error());
    std::vector<int64_t> times;
    for (int64_t s = 0; s < run.warmUp + run.steps; ++s) {
        for (auto& recorder : recorders) recorder->reserve(group.runner(0).stepPlan());
        const int64_t beginNs = core::hostNowNs();
        if (auto done = group.step(s); !done) return tl::unexpected(done.error());
        if (s >= run.warmUp) times.push_back(core::hostNowNs() - beginNs);
    }
    return times;
}

int64_t median(std::vector<int64_t> times) {
    const auto middle = times.begin() + static_cast<long>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    return *middle;
}

}  // namespace

// Timing first: it has to see the first use of a GPU.
core::Result<Cost> costOf(const profiler::GpuBackend& gpu, const core::Problem& problem,
                          const CostRun& run, bool recorded) {
    std::shared_ptr<profiler::GpuTiming> timing;
    if (recorded) {
        auto started = gpu.startTiming();
        if (!started) return tl::unexpected(started.error());
        timing = std::move(*started);
    }
    const auto opened = gpu.open({.ranks = run.ranks, .comm = core::GpuComm::SameGpu});
    if (!opened) return tl::unexpected(opened.error());
    core::Accelerator& gpus = **opened;
    auto communicators = gpus.communicators(0);
    if (!communicators) return tl::unexpected(communicators.error());
    const auto dataset = core::Dataset::open(problem.workload);
    if (!dataset) return tl::unexpected(dataset.error());
    Recorders recorders = makeRecorders(recorded ? run.ranks : 0);
    std::vector<core::Observer*> observers;
    for (auto& recorder : recorders) observers.push_back(recorder.get());
    const core::DeviceFactory device = [&](const core::RunContext& context,
                                           core::Communicator& communicator,
                                           core::Observer* observer) {
        return gpus.makeDevice(context, communicator, observer,
                               timing ? timing->makeTags() : nullptr);
    };
    core::RankGroup group(problem, &*dataset, std::move(*communicators), device, observers,
                          {.rank = {.hashWeights = false}});
    const auto times = timeSteps(group, recorders, problem, run);
    if (!times) return tl::unexpected(times.error());
    Cost cost{.medianNs = median(*times)};
    for (auto& recorder : recorders) cost.events += recorder->counts().events;
    return cost;
}

}  // namespace shardscope::recorder
