#include "tests/gpu/bench/bench.h"

#include <chrono>
#include <cstdio>

#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

double seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

/// Bytes read and written a second by a device-to-device copy of 2 GiB, in GB.
double copyGBps(const Arena& arena) {
    constexpr int64_t kBytes = int64_t{2} << 30;
    const double ms = medianMs([&] {
        return cudaMemcpyAsync(arena.memory.at(kBytes), arena.memory.at(), kBytes,
                               cudaMemcpyDeviceToDevice);
    });
    return 2.0 * static_cast<double>(kBytes) / ms * 1e-6;
}

void checkAll(Report& report) {
    checkElementwise(report);
    checkOptimizer(report);
    checkNorm(report);
    checkCollectives(report);
    checkRows(report);
    checkEmbedding(report);
    checkLoss(report);
    checkLlama(report);
}

void timeAll(Report& report, const Arena& arena) {
    timeElementwise(report, arena);
    timeOptimizer(report, arena);
    timeNorm(report, arena);
    timeCollectives(report, arena);
    timeRows(report, arena);
    timeEmbedding(report, arena);
    timeLoss(report, arena);
    timeLlama(report, arena);
}

}  // namespace

int benchKernels() {
    cudaDeviceProp card{};
    must(cudaGetDeviceProperties(&card, 0), "the first GPU");
    std::printf("%s, %d multiprocessors, sm_%d%d\n", card.name, card.multiProcessorCount,
                card.major, card.minor);
    Report report;
    const double start = seconds();
    checkAll(report);
    const double checked = seconds();
    constexpr int64_t kArena = int64_t{6} << 30;
    const Arena arena{DeviceMemory(kArena), kArena};
    fillRandom(arena.memory.at(), core::DType::Bf16, kArena / 2, 1.0f, 3);
    const double copy = copyGBps(arena);
    timeAll(report, arena);
    report.print(copy);
    std::printf("checks %.1f s, timings %.1f s\n\n", checked - start, seconds() - checked);
    std::fflush(stdout);
    // Attention by itself: what is bound by arithmetic has no ratio to a copy.
    Report attention;
    checkAttention(attention);
    timeAttention(attention, arena);
    attention.print(copy);
    return report.allRight() && attention.allRight() ? 0 : 1;
}

}  // namespace shardscope::bench
