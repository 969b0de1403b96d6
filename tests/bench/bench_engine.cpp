// What recording costs: steps with the recorder on and off, in turn, as one ratio with its interval.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/config/dataset.h"
#include "core/engine/rank_group.h"
#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"
#include "profiler/recorder.h"

namespace shardscope::profiler {
namespace {

constexpr int kRanks = 2;  // as many as cores: more would time the scheduler
constexpr int64_t kPairs = 1000;

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

/// 95 % interval of the median by order statistics, which holds for any distribution.
std::pair<double, double> medianInterval(const std::vector<double>& sorted) {
    const auto n = static_cast<double>(sorted.size());
    const double reach = 0.98 * std::sqrt(n);
    return {sorted[static_cast<size_t>(std::max(0.0, n / 2 - reach))],
            sorted[static_cast<size_t>(std::min(n - 1, n / 2 + reach))]};
}

void compare(const char* preset) {
    const core::Workload workload;
    const auto problem = core::makeProblem(workload, *core::presetNamed(preset, "bench"), kRanks);
    const auto dataset = core::Dataset::open(workload);
    Side off(*problem, *dataset, false), on(*problem, *dataset, true);
    std::vector<double> ratios;
    for (int64_t s = 0; s < kPairs; ++s) {
        Side& first = s % 2 == 0 ? off : on;
        Side& second = s % 2 == 0 ? on : off;
        first.step(s);
        second.step(s);
        ratios.push_back(static_cast<double>(on.stepNs.back()) /
                         static_cast<double>(off.stepNs.back()));
    }
    std::sort(ratios.begin(), ratios.end());
    const auto [low, high] = medianInterval(ratios);
    fmt::print(
        "{}: step {:.1f} ms without recorder, {:.1f} ms with; ratio pair by pair: median {:.4f}, "
        "95 % interval of the median {:.4f} to {:.4f} ({} pairs)\n",
        preset, static_cast<double>(median(off.stepNs)) / 1e6,
        static_cast<double>(median(on.stepNs)) / 1e6, ratios[ratios.size() / 2], low, high,
        ratios.size());
}

}  // namespace
}  // namespace shardscope::profiler

int main() {
    fmt::print("recorder on against off, default workload, 2 ranks in one process\n");
    for (const char* preset : {"zero-1", "zero-2"}) shardscope::profiler::compare(preset);
    return 0;
}
