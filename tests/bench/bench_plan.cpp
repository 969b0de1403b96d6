// How fast `plan` is: configurations a second, and how a new structure's time grows with layers times
// micro-batches.

#include <benchmark/benchmark.h>

#include "core/capacity/sweep.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/roofline_costs.h"

namespace shardscope::core {
namespace {

ModelShape shape(int64_t layers) {
    return {.name = "gpt",
            .layers = layers,
            .hidden = 4096,
            .heads = 32,
            .vocab = 128256,
            .sequence = 2048};
}

/// 10,000 configurations of a model of the size of llama-3.1-8b.
PlanQuestion sweepOf8b() {
    PlanQuestion q;
    q.base.model = shape(32);
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        q.strategies.push_back(*presetNamed(name, "bench"));
    }
    q.ranks = {8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
    q.microBatches = {1, 2, 4, 8, 16};
    q.gradAccums = {1, 2, 4, 8, 16};
    q.buckets = {{}, {25'000'000}, {100'000'000}, {500'000'000}, {1'000'000'000}};
    q.inFlights = {1, 2};
    q.budgetBytes = int64_t{80} << 30;
    return q;
}

Evaluator::Options options(const PlanQuestion& question, bool timed) {
    Evaluator::Options options{.budgetBytes = question.budgetBytes};
    if (timed) options.costs = std::make_shared<const RooflineCosts>(*gpuNamed("h100-sxm", {}));
    return options;
}

void Sweep10000(benchmark::State& state) {
    const PlanQuestion question = sweepOf8b();
    size_t rows = 0;
    for (auto _ : state) {
        Evaluator evaluator(question.base, options(question, state.range(0) != 0));
        std::vector<PlanRow> all = rowsOf(question);
        evaluate(evaluator, all, 2, {}, nullptr);
        rows += all.size();
        benchmark::DoNotOptimize(all.back().result->fits);
    }
    state.counters["configurations/s"] =
        benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kIsRate);
}
BENCHMARK(Sweep10000)
    ->ArgName("timed")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// One configuration whose structure is new each time. Micro-batches that repeat are skipped, so the
/// time grows with layers alone.
void OneConfiguration(benchmark::State& state) {
    Workload base;
    base.model = shape(state.range(0));
    const Configuration at{.strategy = *presetNamed("zero-2", "bench"),
                           .ranks = 64,
                           .gradAccum = static_cast<int>(state.range(1))};
    for (auto _ : state) {
        PlanQuestion none;
        Evaluator evaluator(base, options(none, true));
        benchmark::DoNotOptimize(evaluator.evaluate(at)->fits);
    }
    state.SetComplexityN(state.range(0) * state.range(1));
}
BENCHMARK(OneConfiguration)
    ->ArgNames({"layers", "G"})
    ->ArgsProduct({{8, 16, 32, 64, 128}, {4}})
    ->Unit(benchmark::kMillisecond)
    ->Complexity();
BENCHMARK(OneConfiguration)
    ->ArgNames({"layers", "G"})
    ->ArgsProduct({{32}, {1, 4, 16, 64, 256}})
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace
}  // namespace shardscope::core

BENCHMARK_MAIN();
