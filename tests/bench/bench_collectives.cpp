// Collectives of in-process ranks against plain copies that move the same bytes through memory with
// the same number of threads. `memcpyRatio` 1.0 is the speed of memory; the goal is 0.5.
//
// busGBps is nccl-tests' bus bandwidth (its doc/PERFORMANCE.md): (N-1)/N x bytes / time for
// reduce-scatter and all-gather, 2(N-1)/N x bytes / time for all-reduce.

#include <benchmark/benchmark.h>

#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#include "core/host/host_device.h"
#include "core/host/inproc_communicator.h"

namespace shardscope::core {
namespace {

constexpr int kRanks = 4;
constexpr int64_t kBytes = int64_t{64} << 20;
constexpr int kRepeats = 10;

using Buffer = std::vector<char>;

/// Runs body(rank) on a thread for every rank. @return seconds until the last one has ended.
double secondsOf(const std::function<void(int)>& body) {
    const int64_t start = hostNowNs();
    {
        std::vector<std::jthread> threads;
        for (int r = 0; r < kRanks; ++r) threads.emplace_back(body, r);
    }
    return static_cast<double>(hostNowNs() - start) * 1e-9;
}

/// Seconds for all ranks together to copy so many bytes each.
double copySeconds(int64_t bytesOfRank) {
    const auto size = static_cast<size_t>(bytesOfRank);
    std::vector<Buffer> from(kRanks, Buffer(size, 1)), to(kRanks, Buffer(size, 2));
    const double seconds = secondsOf([&](int r) {
        for (int i = 0; i < kRepeats; ++i) {
            std::memcpy(to[size_t(r)].data(), from[size_t(r)].data(), size);
            benchmark::DoNotOptimize(to[size_t(r)].data());
        }
    });
    return seconds / kRepeats;
}

/// Bytes that a rank reads and writes in one collective of kBytes.
int64_t movedBytes(CollectiveKind kind) {
    switch (kind) {
        case CollectiveKind::ReduceScatter:
            return kBytes + kBytes / kRanks;
        case CollectiveKind::AllGather:
            return 2 * kBytes;
        default:  // all-reduce: reduce the own slice, copy the others'
            return kBytes + kBytes / kRanks + 2 * (kBytes - kBytes / kRanks);
    }
}

double busFactor(CollectiveKind kind) {
    return (kind == CollectiveKind::AllReduce ? 2.0 : 1.0) * (kRanks - 1) / kRanks;
}

void collective(benchmark::State& state, CollectiveKind kind, DType dtype) {
    const auto communicators = makeInprocCommunicators(kRanks);
    std::vector<Buffer> inputs(kRanks, Buffer(kBytes, 0)), outputs(kRanks, Buffer(kBytes, 1));
    double seconds = 0.0, copy = 0.0;
    for (auto _ : state) {
        seconds =
            secondsOf([&](int r) {
                const CollectiveCall call{kind, dtype, kBytes / bytesOf(dtype),
                                          inputs[size_t(r)].data(), outputs[size_t(r)].data()};
                for (int i = 0; i < kRepeats; ++i) {
                    if (!communicators[size_t(r)]->run(call)) std::abort();
                }
            }) /
            kRepeats;
        copy = copySeconds(movedBytes(kind) / 2);
        state.SetIterationTime(seconds);
    }
    state.counters["memcpyRatio"] = copy / seconds;
    state.counters["busGBps"] = busFactor(kind) * static_cast<double>(kBytes) / seconds * 1e-9;
}

void registerAll() {
    for (auto kind :
         {CollectiveKind::ReduceScatter, CollectiveKind::AllGather, CollectiveKind::AllReduce}) {
        for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
            const std::string name =
                std::string(nameOf(kind)) + "/64MiB/4ranks/" + std::string(nameOf(dtype));
            benchmark::RegisterBenchmark(name.c_str(), collective, kind, dtype)
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond)
                ->Iterations(3);
        }
    }
}

}  // namespace
}  // namespace shardscope::core

int main(int argc, char** argv) {
    shardscope::core::registerAll();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
