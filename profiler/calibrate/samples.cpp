#include "profiler/calibrate/samples.h"

#include <algorithm>

#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

constexpr double kLeastNs = 1.0;  // a clock that did not move
constexpr double kLargeBytes = 4.0e6;

}  // namespace

Samples::Kernel& Samples::kernelOf(const core::KernelShape& shape, int ranks) {
    Kernel& kernel = kernels_[{shape.kernel, shape.variant, shape.shape, ranks}];
    kernel.work = shape.work;
    kernel.arithmetic = shape.arithmetic;
    return kernel;
}

void Samples::addKernel(const core::KernelShape& shape, int ranks, double ns) {
    kernelOf(shape, ranks).alone.add(std::max(ns, kLeastNs));
}

void Samples::addKernelBeside(const core::KernelShape& shape, int ranks, double ns) {
    kernelOf(shape, ranks).beside.add(std::max(ns, kLeastNs));
}

void Samples::addCollective(core::CollectiveKind kind, core::DType dtype, int ranks, double bytes,
                            double ns) {
    collectives_[{kind, dtype, ranks, bytes}].alone.add(std::max(ns, kLeastNs));
}

void Samples::addCollectiveBeside(core::CollectiveKind kind, core::DType dtype, int ranks,
                                  double bytes, double ns) {
    collectives_[{kind, dtype, ranks, bytes}].beside.add(std::max(ns, kLeastNs));
}

core::MeasuredRates Samples::rates() const {
    core::MeasuredRates rates;
    for (const auto& [key, kernel] : kernels_) {
        const auto& [name, variant, shape, ranks] = key;
        if (kernel.alone.count == 0) continue;
        rates.kernels.push_back({.kernel = name,
                                 .variant = variant,
                                 .shape = shape,
                                 .ranks = ranks,
                                 .work = std::max(kernel.work, 1.0),
                                 .us = kernel.alone.ns() / 1e3,
                                 .besideUs = kernel.beside.ns() / 1e3});
    }
    for (const auto& [key, collective] : collectives_) {
        const auto& [kind, dtype, ranks, bytes] = key;
        if (collective.alone.count == 0) continue;
        rates.collectives.push_back({.kind = kind,
                                     .dtype = dtype,
                                     .ranks = ranks,
                                     .bytes = bytes,
                                     .us = collective.alone.ns() / 1e3,
                                     .besideUs = collective.beside.ns() / 1e3});
    }
    return rates;
}

double Samples::bestProductRate(core::DType dtype) const {
    double best = 0.0;
    for (const auto& [key, kernel] : kernels_) {
        const auto& [name, variant, shape, ranks] = key;
        if (kernel.alone.count == 0 || name != "matmul" ||
            !variant.starts_with(core::nameOf(dtype)))
            continue;
        best = std::max(best, kernel.work / kernel.alone.ns() * 1e9);
    }
    return best;
}

double Samples::memoryRate() const {
    std::vector<double> rates;
    for (const auto& [key, kernel] : kernels_) {
        if (kernel.alone.count == 0 || kernel.arithmetic || kernel.work < kLargeBytes) continue;
        rates.push_back(kernel.work / kernel.alone.ns() * 1e9);
    }
    return medianOf(rates);
}

}  // namespace shardscope::profiler
