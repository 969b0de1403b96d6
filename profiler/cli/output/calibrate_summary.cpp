#include "profiler/cli/output/calibrate_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

/// What, how much, in which unit. Empty where the document does not say, or the catalogue's stands.
std::string line(const core::HardwareDocument& d, const std::string& what, std::string_view path,
                 std::string_view unit, double factor = 1.0) {
    const auto found = std::ranges::find(d.coefficients, path, &core::HardwareCoefficient::path);
    if (found == d.coefficients.end()) return {};
    return fmt::format("  {:<28} {:>10.4g}{}{}\n", what, found->values.front() * factor,
                       unit.empty() ? "" : " ", unit);
}

std::string hostSummary(const core::HardwareDocument& d) {
    std::string text = table::asciiOf(d.title) + "\n";
    text += line(d, "cores", "cpu.cores", "");
    text += line(d, "memory", "gpu.memory", "GiB", 1.0 / 1024.0);
    text += line(d, "kernels bound by memory", "gpu.memoryBandwidth", "GB/s, median, one core");
    for (const char* dtype : {"fp32", "bf16", "fp16"}) {
        text += line(d, fmt::format("best {} product", dtype), fmt::format("gpu.{}", dtype),
                     "GFLOP/s, one core", 1e3);
    }
    text += line(d, "host hands over a launch", "host.launch", "us");
    text += line(d, "host records an event", "host.event", "us");
    text += line(d, "between two operations", "cpu.handOver", "us");
    text += line(d, "a sleeping thread goes on", "cpu.wakeUp", "us");
    text +=
        line(d, "waiting for the last rank", "cpu.lateness", "% of the time since they met", 100);
    text += line(d, "taking turns on a core", "cpu.sharing", "x");
    text += line(d, "beyond a pool's segments", "memory.slack", "% of them", 100);
    return text + fmt::format("  {:<28} {:>10}\n  {:<28} {:>10}\n", "kernel times",
                              d.measured.kernels.size(), "collective times",
                              d.measured.collectives.size());
}

std::string gpuSummary(const core::HardwareDocument& d) {
    std::string text = table::asciiOf(d.title) + "\n";
    text += line(d, "memory", "gpu.memory", "GiB", 1.0 / 1024.0);
    text += line(d, "memory bandwidth", "gpu.memoryBandwidth", "GB/s");
    for (const char* dtype : {"bf16", "fp16", "fp32"}) {
        const std::string what = fmt::format("{} products, peak", dtype);
        text += line(d, what, fmt::format("gpu.{}", dtype), "TFLOP/s");
    }
    struct Part {
        const char *what, *path;
    };
    constexpr Part kParts[] = {{"products in steps", "kernels.matmul"},
                               {"products in a long run", "kernels.sustained"},
                               {"materialized attention", "kernels.attentionMatmul"},
                               {"flash attention, forward", "kernels.flashForward"},
                               {"flash attention, backward", "kernels.flashBackward"}};
    for (const auto& [what, path] : kParts) {
        text += line(d, what, path, "% of the peak", 100.0);
    }
    constexpr Part kMemoryParts[] = {{"elementwise kernels", "kernels.streaming"},
                                     {"layer and RMS norms", "kernels.normalization"},
                                     {"cross-entropy", "kernels.softmax"},
                                     {"embeddings", "kernels.lookup"},
                                     {"sums", "kernels.reduction"},
                                     {"optimizer", "kernels.optimizer"}};
    for (const auto& [what, path] : kMemoryParts) {
        text += line(d, what, path, "% of the memory bandwidth", 100.0);
    }
    text += line(d, "smallest kernel, with gap", "kernels.launch", "us");
    text += line(d, "host issues a kernel", "host.launch", "us");
    text += line(d, "host records an event", "host.event", "us");
    text += line(d, "ranks", "node.gpus", "");
    text += line(d, "link of a rank", "node.link", "GB/s, bus bandwidth");
    text += line(d, "smallest collective", "nccl.ringBase", "us");
    text += line(d, "context", "memory.context", "MiB");
    text += line(d, "a communicator", "memory.ncclBase", "MiB");
    text += line(d, "beyond a pool's segments", "memory.slack", "% of them", 100.0);
    return text + line(d, "workspace of products", "memory.library", "MiB");
}

}  // namespace

std::string calibrationSummary(const core::HardwareDocument& document) {
    return document.kind == core::HardwareKind::Host ? hostSummary(document) : gpuSummary(document);
}

}  // namespace shardscope::cli
