// How long it takes to simulate a step of a large run, and how that grows with layers and micro-batches.

#include <fmt/format.h>
#include <sys/resource.h>

#include <ctime>

#include "core/sim/hardware_catalogue.h"
#include "core/sim/roofline_costs.h"
#include "core/sim/simulate_step.h"

namespace shardscope::core {
namespace {

/// Seconds of this process on a core.
double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

int64_t residentKiB() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

struct Case {
    const char* name;
    const char* preset;
    int ranks;
    int gradAccum;
    ModelShape model;
};

Workload workloadOf(const Case& c) {
    Workload w;
    w.model = c.model;
    w.gradAccum = c.gradAccum;
    w.attention = Attention::Flash;
    return w;
}

void measure(const Case& c, const std::shared_ptr<const CostModel>& costs) {
    const Strategy strategy = *presetNamed(c.preset, "bench");
    const double begin = now();
    const auto problem = makeProblem(workloadOf(c), strategy, c.ranks);
    if (!problem) broken(toString(problem.error()));
    const double made = now();
    if (const auto plan = planStep(*problem, Rank{0}); !plan) broken(toString(plan.error()));
    const double planned = now();
    const auto step = simulateStep(*problem, {.costs = costs, .warmUpSteps = 0});
    if (!step) broken(toString(step.error()));
    const double once = now();
    if (!simulateStep(*problem, {.costs = costs, .warmUpSteps = 4})) broken("as before");
    const double five = now();
    fmt::print(
        "{:<34}{:>7.1f} graph and buckets, {:>6.1f} plan, {:>6.1f} plan + set-up + one step, "
        "{:>6.1f} a further step; step of {:.2f} s simulated; {} MB resident so far\n",
        c.name, 1e3 * (made - begin), 1e3 * (planned - made), 1e3 * (once - planned),
        1e3 * ((five - once) - (once - planned)) / 4.0, static_cast<double>(step->stepNs) * 1e-9,
        residentKiB() / 1000);
}

}  // namespace
}  // namespace shardscope::core

int main() {
    using namespace shardscope::core;
    const auto costs = std::make_shared<RooflineCosts>(*gpuNamed("h100-sxm", {}));
    const ModelShape b8{.name = "llama",
                        .layers = 32,
                        .hidden = 4096,
                        .heads = 32,
                        .vocab = 128256,
                        .sequence = 8192,
                        .intermediate = 14336,
                        .kvHeads = 8};
    ModelShape b70 = b8;
    b70.layers = 80;
    b70.hidden = 8192;
    b70.heads = 64;
    b70.intermediate = 28672;
    fmt::print("milliseconds on one core\n");
    measure({"8b, zero-1, 512 GPUs", "zero-1", 512, 1, b8}, costs);
    measure({"8b, zero-2, 512 GPUs", "zero-2", 512, 1, b8}, costs);
    for (int g : {1, 2, 4, 8, 16}) {
        const std::string name = fmt::format("70b, zero-3, 4096 GPUs, G {}", g);
        measure({name.c_str(), "zero-3", 4096, g, b70}, costs);
    }
    for (int64_t layers : {20, 40, 160}) {
        ModelShape model = b70;
        model.layers = layers;
        const std::string name = fmt::format("{} layers, zero-3, 4096 GPUs, G 8", layers);
        measure({name.c_str(), "zero-3", 4096, 8, model}, costs);
    }
    return 0;
}
