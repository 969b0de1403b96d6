// What a hook costs inside measured time, and what emitting costs afterwards.

#include <benchmark/benchmark.h>

#include "profiler/recorder.h"
#include "tests/profiler/recorder_player.h"

namespace shardscope::profiler {
namespace {

core::StepPlan manyActions() {
    core::StepPlan plan;
    plan.prologue.resize(4096,
                         {.what = core::Launch{core::kCompute, core::FillZero{}}, .name = ""});
    plan.epilogue.resize(4096, {.what = core::Allocate{}, .name = ""});
    return plan;
}

void hookOperation(benchmark::State& state) {
    const core::StepPlan plan = manyActions();
    for (auto _ : state) {
        state.PauseTiming();
        Recorder recorder(core::Rank{0});
        recorder.reserve(plan);
        state.ResumeTiming();
        for (int32_t at = 0; at < 4096; ++at) {
            recorder.onOperation({.action = at, .step = 0}, core::kCompute, at, at + 1);
        }
    }
    state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK(hookOperation)->Unit(benchmark::kMicrosecond);

void hookAllocate(benchmark::State& state) {
    const core::StepPlan plan = manyActions();
    const core::PoolCall call{.requested = 512, .block = {.segment = 1, .offset = 2, .bytes = 512}};
    for (auto _ : state) {
        state.PauseTiming();
        Recorder recorder(core::Rank{0});
        recorder.reserve(plan);
        state.ResumeTiming();
        for (int32_t at = 0; at < 4096; ++at) {
            recorder.onAllocate({.action = at, .step = 0}, call, {512, 512, 512}, at);
        }
    }
    state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK(hookAllocate)->Unit(benchmark::kMicrosecond);

void emitTwentySteps(benchmark::State& state) {
    core::Workload workload;
    const auto problem = core::makeProblem(workload, *core::presetNamed("zero-2", "bench"), 4);
    const auto setup = core::planSetup(*problem, core::Rank{0});
    const auto step = core::planStep(*problem, core::Rank{0});
    Recorder recorder(core::Rank{0});
    recorder.reserve(*setup);
    Player player(recorder, *setup, *step, 5000);
    player.setUp();
    for (int32_t at = 0; at < 20; ++at) {
        recorder.reserve(*step);
        player.step(at);
    }
    for (auto _ : state) {
        traces::TraceBuilder builder;
        recorder.emit(*problem, *setup, *step, 0, builder);
        benchmark::DoNotOptimize(builder.trace().events.data());
    }
    state.SetItemsProcessed(state.iterations() * recorder.counts().events);
}
BENCHMARK(emitTwentySteps)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace shardscope::profiler

BENCHMARK_MAIN();
