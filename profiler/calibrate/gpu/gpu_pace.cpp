#include "profiler/calibrate/gpu/gpu_pace.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace shardscope::profiler {

namespace {

using core::DType;

constexpr int kRepeats = 9, kSharedRepeats = 24;
constexpr int64_t kLeastSquare = 128, kMostSquare = 8192, kAlwaysSquare = 256;

core::TensorSpec tensor(const char* name, int64_t elements, DType dtype) {
    return {.name = name, .buffer = core::BufferId{0}, .elements = elements, .dtype = dtype};
}

core::Operation copying(int64_t elements) {
    return core::Cast{.in = core::TensorId{0}, .out = core::TensorId{1}, .elements = elements};
}
std::vector<core::TensorSpec> copyTensors(int64_t elements) {
    return {tensor("in", elements, DType::Fp32), tensor("out", elements, DType::Fp32)};
}

core::Operation squaring(int64_t size) {
    return core::Matmul{.a = core::TensorId{0},
                        .b = core::TensorId{1},
                        .bias = {},
                        .c = core::TensorId{2},
                        .m = size,
                        .n = size,
                        .k = size,
                        .transposeA = false,
                        .transposeB = true,
                        .write = core::Write::Overwrite};
}
std::vector<core::TensorSpec> squareTensors(int64_t size, DType dtype) {
    const int64_t elements = size * size;
    return {tensor("a", elements, dtype), tensor("b", elements, dtype),
            tensor("c", elements, dtype)};
}

/// How much longer the first of @p benches takes for @p operation when all do it at once; at least 1.
core::Result<double> sharingOf(const std::vector<std::unique_ptr<GpuBench>>& benches,
                               const core::Operation& operation,
                               const std::vector<core::TensorSpec>& tensors) {
    const auto alone = benches.front()->paceOf(operation, tensors, kSharedRepeats);
    if (!alone) return tl::unexpected(alone.error());
    std::vector<core::Result<KernelPace>> paces(benches.size());
    {
        std::vector<std::jthread> threads;
        for (size_t r = 0; r < benches.size(); ++r) {
            threads.emplace_back(
                [&, r] { paces[r] = benches[r]->paceOf(operation, tensors, kSharedRepeats); });
        }
    }
    for (const auto& pace : paces) {
        if (!pace) return tl::unexpected(pace.error());
    }
    return std::max(1.0, paces.front()->periodNs() / std::max(alone->periodNs(), 1.0));
}

int64_t copiedElements(const GpuBench& bench) {
    return bench.arenaBytes() / 2 / core::bytesOf(DType::Fp32);
}

}  // namespace

core::Result<CopyTime> copyOf(GpuBench& bench) {
    const int64_t elements = copiedElements(bench);
    const auto pace = bench.paceOf(copying(elements), copyTensors(elements), kRepeats);
    if (!pace) return tl::unexpected(pace.error());
    const int64_t bytes = elements * core::bytesOf(DType::Fp32);
    return CopyTime{.bytes = bytes,
                    .gbps = 2.0 * static_cast<double>(bytes) / std::max(pace->ns, 1.0)};
}

core::Result<SquareTime> squareOf(GpuBench& bench, DType dtype, bool tf32, int64_t size) {
    const auto pace = bench.paceOf(squaring(size), squareTensors(size, dtype), kRepeats);
    if (!pace) return tl::unexpected(pace.error());
    return SquareTime{.dtype = dtype, .tf32 = tf32, .size = size, .ns = std::max(pace->ns, 1.0)};
}

core::Result<std::vector<SquareTime>> sweepSquares(GpuBench& bench, DType dtype, bool tf32,
                                                   double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    std::vector<SquareTime> all;
    for (int64_t size = kLeastSquare; size <= kMostSquare; size *= 2) {
        if (3 * size * size * core::bytesOf(dtype) > bench.arenaBytes()) break;
        const auto begin = Clock::now();
        const auto timed = squareOf(bench, dtype, tf32, size);
        if (!timed) return tl::unexpected(timed.error());
        all.push_back(*timed);
        // The next has eight times the work.
        if (size >= kAlwaysSquare && Clock::now() + 8 * (Clock::now() - begin) > until) break;
    }
    return all;
}

core::Result<double> copySharing(const std::vector<std::unique_ptr<GpuBench>>& benches) {
    const int64_t elements = copiedElements(*benches.front());
    return sharingOf(benches, copying(elements), copyTensors(elements));
}

core::Result<double> squareSharing(const std::vector<std::unique_ptr<GpuBench>>& benches,
                                   DType dtype, int64_t size) {
    const int64_t room = benches.front()->arenaBytes() / 3 / core::bytesOf(dtype);
    const auto largest = static_cast<int64_t>(std::sqrt(static_cast<double>(room))) / 64 * 64;
    const int64_t width = std::min(size, largest);
    return sharingOf(benches, squaring(width), squareTensors(width, dtype));
}

}  // namespace shardscope::profiler
