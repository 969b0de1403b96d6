// What recording costs: steps with the recorder on and off, in turn, as one ratio.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/config/dataset.h"
#include "core/engine/rank_group.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "profiler/recorder.h"

namespace shardscope::profiler {
namespace {

constexpr int kRanks = 4;
constexpr int64_t kSteps = 60;

/// One strategy's ranks, with recorders or without.
struct Side {
    std::vector<std::unique_ptr<Recorder>> recorders;
    std::unique_ptr<core::RankGroup> group;
    std::vector<int64_t> stepNs;

    Side(const core::Problem& problem, const core::Dataset& dataset, bool records) {
        std::vector<core::Observer*> observers;
        for (int r = 0; records && r < kRanks; ++r) {
            recorders.push_back(std::make_unique<Recorder>(core::Rank{r}));
            observers.push_back(recorders.back().get());
        }
        const core::DeviceFactory device = [](const core::RunContext& context,
                                              core::Communicator& communicator,
                                              core::Observer* observer) {
            return core::makeHostDevice(context, communicator, observer);
        };
        group = std::make_unique<core::RankGroup>(
            problem, &dataset, core::makeInprocCommunicators(kRanks), device, observers,
            core::RankGroup::Options{.rank = {.hashWeights = false}, .concurrent = true});
        const auto setup = core::planSetup(problem, core::Rank{0});
        for (auto& recorder : recorders) recorder->reserve(*setup);
        if (!group->setUp()) core::broken("the default workload sets up");
    }

    void step(int64_t index) {
        for (auto& recorder : recorders) recorder->reserve(group->runner(0).stepPlan());
        const int64_t beginNs = core::hostNowNs();
        if (!group->step(index)) core::broken("the default workload steps");
        stepNs.push_back(core::hostNowNs() - beginNs);
    }
};

int64_t median(std::vector<int64_t> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

void compare(const char* preset) {
    const core::Workload workload;
    const auto problem = core::makeProblem(workload, *core::presetNamed(preset, "bench"), kRanks);
    const auto dataset = core::Dataset::open(workload);
    Side off(*problem, *dataset, false), on(*problem, *dataset, true);
    std::vector<double> ratios;
    for (int64_t s = 0; s < kSteps; ++s) {
        Side& first = s % 2 == 0 ? off : on;
        Side& second = s % 2 == 0 ? on : off;
        first.step(s);
        second.step(s);
        ratios.push_back(static_cast<double>(on.stepNs.back()) /
                         static_cast<double>(off.stepNs.back()));
    }
    std::sort(ratios.begin(), ratios.end());
    fmt::print(
        "{}: step {:.1f} ms without recorder, {:.1f} ms with; ratio pair by pair: median "
        "{:.3f}, middle half {:.3f} to {:.3f} ({} pairs)\n",
        preset, static_cast<double>(median(off.stepNs)) / 1e6,
        static_cast<double>(median(on.stepNs)) / 1e6, ratios[ratios.size() / 2],
        ratios[ratios.size() / 4], ratios[ratios.size() * 3 / 4], ratios.size());
}

}  // namespace
}  // namespace shardscope::profiler

int main() {
    fmt::print("recorder on against off, default workload, 4 ranks in one process\n");
    for (const char* preset : {"zero-1", "zero-2"}) shardscope::profiler::compare(preset);
    return 0;
}
