#include "profiler/cli/calibrate_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

double valueOf(const core::HardwareDocument& document, std::string_view path) {
    const auto found =
        std::ranges::find(document.coefficients, path, &core::HardwareCoefficient::path);
    return found == document.coefficients.end() ? 0.0 : found->values.front();
}

std::string hostSummary(const core::HardwareDocument& d) {
    std::string text = fmt::format(
        "{}\n  cores                       {:>10.0f}\n  memory                      {:>10.1f} GiB\n"
        "  kernels bound by memory     {:>10.2f} GB/s   median, one core\n",
        table::asciiOf(d.title), valueOf(d, "cpu.cores"), valueOf(d, "gpu.memory") / 1024.0,
        valueOf(d, "gpu.memoryBandwidth"));
    for (const char* dtype : {"fp32", "bf16", "fp16"}) {
        const double rate = valueOf(d, fmt::format("gpu.{}", dtype));
        if (rate <= 0) continue;
        text += fmt::format("  best {} product           {:>10.1f} GFLOP/s   one core\n", dtype,
                            rate * 1e3);
    }
    text += fmt::format(
        "  host hands over a launch    {:>10.2f} us\n  host records an event       {:>10.2f} us\n"
        "  between two operations      {:>10.2f} us\n  a sleeping thread goes on   {:>10.2f} us\n"
        "  waiting for the last rank   {:>10.2f} %    of the time since they met\n  taking turns "
        "on a core      {:>10.2f} x\n"
        "  kernel times                {:>10}\n  collective times            {:>10}\n",
        valueOf(d, "host.launch"), valueOf(d, "host.event"), valueOf(d, "cpu.handOver"),
        valueOf(d, "cpu.wakeUp"), 100.0 * valueOf(d, "cpu.lateness"), valueOf(d, "cpu.sharing"),
        d.measured.kernels.size(), d.measured.collectives.size());
    return text;
}

/// One line of a GPU's: what, how much, in which unit. Empty where the catalogue's stands.
std::string gpuLine(const core::HardwareDocument& d, const char* what, const char* path,
                    const char* unit, double factor = 1.0) {
    const auto found = std::ranges::find(d.coefficients, path, &core::HardwareCoefficient::path);
    if (found == d.coefficients.end()) return {};
    return fmt::format("  {:<28} {:>10.4g} {}\n", what, found->values.front() * factor, unit);
}

std::string gpuSummary(const core::HardwareDocument& d) {
    std::string text = table::asciiOf(d.title) + "\n";
    text += gpuLine(d, "memory", "gpu.memory", "GiB", 1.0 / 1024.0);
    text += gpuLine(d, "memory bandwidth", "gpu.memoryBandwidth", "GB/s");
    for (const char* dtype : {"bf16", "fp16", "fp32"}) {
        const std::string what = fmt::format("{} products, peak", dtype);
        text += gpuLine(d, what.c_str(), fmt::format("gpu.{}", dtype).c_str(), "TFLOP/s");
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
        text += gpuLine(d, what, path, "% of the peak", 100.0);
    }
    constexpr Part kMemoryParts[] = {{"elementwise kernels", "kernels.streaming"},
                                     {"layer and RMS norms", "kernels.normalization"},
                                     {"cross-entropy", "kernels.softmax"},
                                     {"embeddings", "kernels.lookup"},
                                     {"sums", "kernels.reduction"},
                                     {"optimizer", "kernels.optimizer"}};
    for (const auto& [what, path] : kMemoryParts) {
        text += gpuLine(d, what, path, "% of the memory bandwidth", 100.0);
    }
    text += gpuLine(d, "smallest kernel, with gap", "kernels.launch", "us");
    text += gpuLine(d, "host issues a kernel", "host.launch", "us");
    text += gpuLine(d, "host records an event", "host.event", "us");
    text += gpuLine(d, "ranks", "node.gpus", "");
    text += gpuLine(d, "link of a rank", "node.link", "GB/s, bus bandwidth");
    text += gpuLine(d, "smallest collective", "nccl.ringBase", "us");
    text += gpuLine(d, "context", "memory.context", "MiB");
    text += gpuLine(d, "a communicator", "memory.ncclBase", "MiB");
    return text + gpuLine(d, "workspace of products", "memory.library", "MiB");
}

}  // namespace

std::string calibrationSummary(const core::HardwareDocument& document) {
    return document.kind == core::HardwareKind::Host ? hostSummary(document) : gpuSummary(document);
}

}  // namespace shardscope::cli
