// Events a second into and out of files, and bytes an event in memory and on disk.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/traces/sample_trace.h"
#include "traces/file.h"

namespace shardscope::traces {
namespace {

constexpr int64_t kEvents = 1'000'000;

const Trace& trace() {
    static const Trace made = test::largeRecording(kEvents);
    return made;
}

std::string pathOf(const benchmark::State& state) {
    const auto folder = std::filesystem::temp_directory_path();
    return (folder / (state.range(0) ? "bench.trace.json.gz" : "bench.trace.json")).string();
}

void report(benchmark::State& state, const std::string& path) {
    const auto events = static_cast<double>(trace().events.size());
    state.counters["events/s"] = benchmark::Counter(
        events * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
    state.counters["bytesOnDisk/event"] =
        static_cast<double>(std::filesystem::file_size(path)) / events;
}

void writing(benchmark::State& state) {
    const std::string path = pathOf(state);
    trace();
    for (auto _ : state) {
        if (!writeTrace(trace(), path)) return state.SkipWithError("cannot write");
    }
    report(state, path);
    std::filesystem::remove(path);
}
BENCHMARK(writing)->ArgName("gz")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

void reading(benchmark::State& state) {
    const std::string path = pathOf(state);
    if (!writeTrace(trace(), path)) return state.SkipWithError("cannot write");
    for (auto _ : state) {
        auto read = readTrace(path);
        if (!read || read->events.size() != trace().events.size()) {
            return state.SkipWithError("cannot read");
        }
    }
    report(state, path);
    std::filesystem::remove(path);
}
BENCHMARK(reading)->ArgName("gz")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

void building(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(test::largeRecording(kEvents));
    const auto events = static_cast<double>(trace().events.size());
    const auto bytes =
        static_cast<double>(trace().events.size() * sizeof(Event) + trace().args.sizeBytes());
    state.counters["bytesInMemory/event"] = bytes / events;
    state.counters["args/event"] = static_cast<double>(trace().args.size()) / events;
}
BENCHMARK(building)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace shardscope::traces

BENCHMARK_MAIN();
