#include "profiler/calibrate/gpu/gpu_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_keys.h"

namespace shardscope::profiler {

namespace {

using core::DType;
using core::KernelKind;

constexpr double kLeastFraction = 1e-3;
constexpr double kLaunchBound =
    0.2;  // of a kind's time: less is left when its launches are taken off
constexpr double kMemoryBound = 0.8;  // of a product's time

/// A key of KernelRates, and the kinds that are at its rate.
struct RateOfKind {
    KernelKind kind;
    const char* path;
    const char* kernels;
};
constexpr RateOfKind kMemoryKinds[] = {
    {KernelKind::Streaming, "kernels.streaming", "elementwise kernels and casts"},
    {KernelKind::Normalization, "kernels.normalization", "layer norms and RMS norms"},
    {KernelKind::Softmax, "kernels.softmax", "cross-entropies"},
    {KernelKind::Lookup, "kernels.lookup", "embeddings"},
    {KernelKind::Reduction, "kernels.reduction", "bias gradients and squared norms"},
    {KernelKind::Optimizer, "kernels.optimizer", "optimizer updates"},
};

class Writer {
  public:
    Writer(const MeasuredGpu& measured, const std::string& date, std::vector<std::string>& notes)
        : m_(measured),
          source_(fmt::format("measured by shardscope calibrate on {}, {}",
                              describe(measured.facts), date)),
          notes_(notes) {
        auto relative = core::gpuNamed(measured.relative, {});
        if (!relative) core::broken("a relative that the catalogue does not have");
        machine_ = std::move(*relative);
        document_ = {.name = "measured-" + measured.relative,
                     .title = measured.facts.name + ", measured; what one machine cannot say is " +
                              measured.relative + "'s",
                     .kind = core::HardwareKind::Gpu,
                     .extends = {measured.relative}};
        document_.measured.source = source_;
    }

    core::HardwareDocument write();

  private:
    void add(std::string_view path, std::vector<double> values, const std::string& how);
    void addFraction(std::string_view path, double value, const std::string& how) {
        add(path, {std::clamp(value, kLeastFraction, 1.0)}, how);
    }
    void left(const std::string& what, const std::string& why) {
        notes_.push_back(fmt::format("{}: {}'s, {}", what, m_.relative, why));
    }

    void writeBandwidth();
    void writePeaks();
    void writeProducts();
    void writeMemoryKinds();
    void writeAttention();
    void writeFlash(KernelKind kind, const char* path);
    void writeHost();
    void writeRanks();
    void writeMemory();

    double launchNs() const { return m_.smallest.ns + m_.smallest.gapNs; }
    /// Nanoseconds of a kind apart from launches; 0 when it has not been seen, or is hardly more.
    double workNs(KernelKind kind) const;
    double peak(DType dtype) const { return machine_.peakFlops(dtype); }
    double memorySharing() const { return m_.several ? m_.several->memorySharing : 1.0; }
    double productSharing() const { return m_.several ? m_.several->productSharing : 1.0; }
    /// ", over 2.7: 4 ranks share the GPU".
    std::string sharedText(double sharing) const;

    const MeasuredGpu& m_;
    const std::string source_;
    std::vector<std::string>& notes_;
    core::HardwareDocument document_;
    core::Hardware machine_;  ///< the relative, with what is measured in place of its own
};

void Writer::add(std::string_view path, std::vector<double> values, const std::string& how) {
    const core::HardwareKey* key = core::findHardwareKey(path);
    if (!key) core::broken("no such coefficient: " + std::string(path));
    core::HardwareCoefficient coefficient{.path = std::string(path), .values = std::move(values)};
    coefficient.unit = key->unit;
    coefficient.source = source_ + ": " + how;
    std::ranges::copy(coefficient.values, key->place(machine_).begin());
    document_.coefficients.push_back(std::move(coefficient));
}

std::string Writer::sharedText(double sharing) const {
    if (sharing <= 1.0) return {};
    return fmt::format(", over {:.2f}: {} ranks share the GPU", sharing, m_.several->ranks);
}

double Writer::workNs(KernelKind kind) const {
    const auto found = m_.kernels.kinds().find(kind);
    if (found == m_.kernels.kinds().end()) return 0;
    const double ns = found->second.workNs(launchNs(), m_.smallest.gapNs);
    return ns < kLaunchBound * found->second.ns ? 0 : ns;
}

/// A kind that reads what is in the cache may pass the copy: the fractions are of the faster of both.
void Writer::writeBandwidth() {
    double gbps = m_.copy.gbps;
    std::string how = fmt::format("a copy kernel over {}, bytes read and written",
                                  core::formatBytes(m_.copy.bytes));
    for (const RateOfKind& rate : kMemoryKinds) {
        const double ns = workNs(rate.kind);
        if (ns <= 0 || m_.kernels.kinds().at(rate.kind).bytes / ns <= gbps) continue;
        gbps = m_.kernels.kinds().at(rate.kind).bytes / ns;
        how = fmt::format(
            "{} in steps, by the fewest bytes: their inputs are cached; a copy "
            "kernel has {:.0f} GB/s",
            rate.kernels, m_.copy.gbps);
    }
    add("gpu.memoryBandwidth", {gbps / memorySharing()}, how + sharedText(memorySharing()));
    machine_.gpu.memoryBandwidthGBps = gbps;  // what fractions are taken of, one rank alone
}

/// The peak at which the simulator's tiles give the best square its time.
void Writer::writePeaks() {
    struct Peak {
        const char* path;
        DType dtype;
        double core::GpuRates::*place;
    };
    machine_.gpu.multiprocessors = m_.facts.multiprocessors;
    for (const Peak& peak : {Peak{"gpu.bf16", DType::Bf16, &core::GpuRates::bf16Tflops},
                             Peak{"gpu.fp16", DType::Fp16, &core::GpuRates::fp16Tflops},
                             Peak{"gpu.fp32", DType::Fp32, &core::GpuRates::fp32Tflops}}) {
        const bool tf32 = m_.tf32 && peak.dtype == DType::Fp32;
        const auto best = bestSquare(m_, peak.dtype, tf32);
        if (!best) {
            left(peak.path, "no product of that type was measured");
            continue;
        }
        core::Hardware ideal = machine_;
        ideal.gpu.*peak.place = 1.0;
        ideal.kernels.matmul = ideal.kernels.sustained = 1.0;
        const double seconds = core::matmulSeconds(
            ideal, {.m = best->size, .n = best->size, .k = best->size, .dtype = peak.dtype});
        const double tflops = seconds * 1e9 / best->ns;
        add(peak.path, {tflops / productSharing()},
            fmt::format("the best square product{}, {} wide, has {:.1f} TFLOP/s; with what its "
                        "tiles leave idle{}",
                        tf32 ? " in tf32" : "", best->size, best->tflops(),
                        sharedText(productSharing())));
        machine_.gpu.*peak.place = tflops;
    }
    if (const auto tf32 = bestSquare(m_, DType::Fp32, true); tf32 && !m_.tf32) {
        notes_.push_back(
            fmt::format("fp32 products in tf32: {:.1f} TFLOP/s, {} wide; calibrate "
                        "--tf32 on writes a file of them",
                        tf32->tflops(), tf32->size));
    }
}

void Writer::writeProducts() {
    addFraction("kernels.sustained", m_.sustained,
                "rate of the best square product in a long run, over its best");
    core::Hardware ideal = machine_;
    ideal.kernels.matmul = ideal.kernels.sustained = 1.0;
    double predictedNs = 0, measuredNs = 0;
    size_t shapes = 0;
    for (const ProductTimes& product : m_.kernels.products()) {
        const double one = product.ns / product.count + m_.smallest.gapNs - launchNs();
        const double memoryNs = product.bytes / ideal.gpu.memoryBandwidthGBps;
        if (one <= kLaunchBound * product.ns / product.count || memoryNs > kMemoryBound * one ||
            peak(product.shape.dtype) <= 0)
            continue;
        predictedNs += product.count * core::matmulSeconds(ideal, product.shape) * 1e9;
        measuredNs += product.count * one;
        ++shapes;
    }
    if (shapes == 0)
        return left("kernels.matmul", "the steps' products are hardly more than launches");
    addFraction(
        "kernels.matmul", predictedNs / measuredNs / machine_.kernels.sustained,
        fmt::format("{} shapes of products in steps, by their time, over sustained", shapes));
}

void Writer::writeMemoryKinds() {
    for (const RateOfKind& rate : kMemoryKinds) {
        const double ns = workNs(rate.kind);
        if (ns <= 0) {
            left(rate.path, "the steps have no such kernel that is more than its launch");
            continue;
        }
        const double gbps = m_.kernels.kinds().at(rate.kind).bytes / ns;
        addFraction(
            rate.path, gbps / machine_.gpu.memoryBandwidthGBps,
            fmt::format("{} in steps, by the fewest bytes: {:.0f} GB/s", rate.kernels, gbps));
    }
}

/// Of materialized attention what its passes over memory leave is products.
void Writer::writeAttention() {
    const double ns = workNs(KernelKind::Attention);
    if (ns <= 0) return left("kernels.attentionMatmul", "the steps have no materialized attention");
    const KindTimes& times = m_.kernels.kinds().at(KernelKind::Attention);
    const double passes =
        times.bytes / (machine_.gpu.memoryBandwidthGBps * machine_.kernels.streaming);
    const double products = times.flops / peak(m_.dtype) * 1e9;
    addFraction("kernels.attentionMatmul", products / std::max(ns - passes, products),
                "materialized attention in steps, without its passes over memory");
}

void Writer::writeFlash(KernelKind kind, const char* path) {
    const double ns = workNs(kind);
    if (ns <= 0)
        return left(path, "the steps have no flash attention that is more than its launch");
    const double tflops = m_.kernels.kinds().at(kind).flops / ns / 1e3;
    addFraction(path, tflops * 1e12 / peak(m_.dtype),
                fmt::format("flash attention in steps: {:.1f} TFLOP/s", tflops));
}

void Writer::writeHost() {
    add("kernels.launch", {launchNs() / 1e3},
        fmt::format("the smallest kernel, {:.2f} us, and the gap behind it, {:.2f} us",
                    m_.smallest.ns / 1e3, m_.smallest.gapNs / 1e3));
    add("host.launch", {m_.host.launchUs}, "issuing a kernel");
    add("host.event", {m_.host.eventUs}, "recording an event");
}

void Writer::writeRanks() {
    if (!m_.several) {
        return left("links, NCCL and what communication takes from computation",
                    "one rank has no collective; --ranks measures them");
    }
    const int ranks = m_.several->ranks;
    const bool sameGpu = m_.several->sameGpu;
    const LinkFit& link = m_.several->link;
    const std::string who =
        fmt::format("{} ranks {}", ranks, sameGpu ? "on one GPU, by kernels" : "over NCCL");
    add("node.gpus", {static_cast<double>(ranks)}, who);
    add("node.link", {link.linkGBps},
        fmt::format("bus bandwidth of reduce-scatter and all-gather of {}, {}",
                    core::formatBytes(static_cast<int64_t>(link.largestBytes)), who));
    add("node.nvls", {0}, "what the switch reduces is in the measured bandwidth");
    add("nccl.ringReached", {1}, "the measured bandwidth is what is reached");
    const double latency = std::max(link.latencyUs, link.smallestUs);
    const std::string base = fmt::format(
        "an all-reduce of 64 bytes takes {:.2f} us; what the bandwidth leaves of larger ones is "
        "{:.2f} us; {}",
        link.smallestUs, link.latencyUs, who);
    for (const char* path : {"nccl.ringBase", "nccl.treeBase"}) {
        add(path, {link.smallestUs, latency, latency}, base);
    }
    for (const char* path :
         {"nccl.ringNvlink", "nccl.ringPcie", "nccl.treeNvlink", "nccl.treePcie"}) {
        add(path, {0, 0, 0}, "hops are in the base");
    }
    left("the network between nodes, and what communication takes from computation",
         "one machine has none of the one, and the other was not measured");
}

void Writer::writeMemory() {
    add("gpu.memory", {static_cast<double>(m_.facts.memoryBytes) / core::kMiB}, "the CUDA runtime");
    add("gpu.multiprocessors", {static_cast<double>(m_.facts.multiprocessors)}, "the CUDA runtime");
    if (m_.facts.contextBytes) {
        add("memory.context", {static_cast<double>(*m_.facts.contextBytes) / core::kMiB},
            "by how much the first use of the GPU raised what NVML says is in use");
    } else {
        left("memory.context", "nobody says what a context takes");
    }
    add("memory.library", {static_cast<double>(m_.productsBytes) / core::kMiB},
        "workspace of matrix products, a rank");
    if (!m_.several) return;
    add("memory.ncclBase", {static_cast<double>(m_.several->ncclBytes) / core::kMiB},
        m_.several->sameGpu ? "ranks on one GPU need no buffers of NCCL's"
                            : "by how much making a communicator raised what is in use");
    add("memory.ncclConnection", {0}, "connections are in the base");
}

core::HardwareDocument Writer::write() {
    writeMemory();
    writeBandwidth();
    writePeaks();
    writeProducts();
    writeMemoryKinds();
    writeAttention();
    writeFlash(KernelKind::FlashForward, "kernels.flashForward");
    writeFlash(KernelKind::FlashBackward, "kernels.flashBackward");
    writeHost();
    writeRanks();
    return std::move(document_);
}

}  // namespace

std::string describe(const core::AcceleratorFacts& facts) {
    std::string text = fmt::format("{}, {} multiprocessors, {}", facts.name, facts.multiprocessors,
                                   core::formatBytes(facts.memoryBytes));
    if (!facts.driver.empty()) text += ", driver " + facts.driver;
    text += ", CUDA " + facts.runtime;
    if (facts.stepBytes) {
        text += ", memory in steps of " + core::formatBytes(*facts.stepBytes);
    }
    return text;
}

std::optional<SquareTime> bestSquare(const MeasuredGpu& measured, DType dtype, bool tf32) {
    std::optional<SquareTime> best;
    for (const SquareTime& square : measured.squares) {
        if (square.dtype != dtype || square.tf32 != tf32) continue;
        if (!best || square.tflops() > best->tflops()) best = square;
    }
    return best;
}

core::HardwareDocument gpuDocument(const MeasuredGpu& measured, const std::string& date,
                                   std::vector<std::string>& notes) {
    return Writer(measured, date, notes).write();
}

}  // namespace shardscope::profiler
