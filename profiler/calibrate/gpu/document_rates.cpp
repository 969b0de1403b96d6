// How near kernels come to the GPU's rates, and those rates.

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/calibrate/gpu/document_writer.h"

namespace shardscope::profiler {

namespace {

using core::DType;
using core::KernelKind;

constexpr double kLaunchBound = 0.2;  // of the time of a kind: less is left without its launches
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

}  // namespace

double DocumentWriter::workNs(KernelKind kind) const {
    const auto found = m_.kernels.kinds().find(kind);
    if (found == m_.kernels.kinds().end()) return 0;
    const double ns = found->second.workNs(launchNs(), m_.smallest.gapNs);
    return ns < kLaunchBound * found->second.ns ? 0 : ns;
}

/// A kind that reads what is in the cache may pass the copy: the fractions are of the faster of both.
void DocumentWriter::writeBandwidth() {
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
void DocumentWriter::writePeaks() {
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

void DocumentWriter::writeProducts() {
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
    const double fraction = predictedNs / measuredNs / machine_.kernels.sustained;
    if (fraction > 1) {
        notes_.push_back(
            fmt::format("products in steps are {:.2f} times as fast as the best square "
                        "and the simulator's tiles have them: predicted too slow",
                        fraction));
    }
    addFraction(
        "kernels.matmul", fraction,
        fmt::format("{} shapes of products in steps, by their time, over sustained", shapes));
}

void DocumentWriter::writeMemoryKinds() {
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
void DocumentWriter::writeAttention() {
    const double ns = workNs(KernelKind::Attention);
    if (ns <= 0) return left("kernels.attentionMatmul", "the steps have no materialized attention");
    const KindTimes& times = m_.kernels.kinds().at(KernelKind::Attention);
    const double passes =
        times.bytes / (machine_.gpu.memoryBandwidthGBps * machine_.kernels.streaming);
    const double products = times.flops / peak(m_.dtype) * 1e9;
    addFraction("kernels.attentionMatmul", products / std::max(ns - passes, products),
                "materialized attention in steps, without its passes over memory");
}

void DocumentWriter::writeFlash(KernelKind kind, const char* path) {
    const double ns = workNs(kind);
    if (ns <= 0)
        return left(path, "the steps have no flash attention that is more than its launch");
    const double tflops = m_.kernels.kinds().at(kind).flops / ns / 1e3;
    addFraction(path, tflops * 1e12 / peak(m_.dtype),
                fmt::format("flash attention in steps: {:.1f} TFLOP/s", tflops));
}

}  // namespace shardscope::profiler
