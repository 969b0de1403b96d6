#include "profiler/calibrate/samples.h"

#include <algorithm>

namespace shardscope::profiler {

namespace {

constexpr double kLeastNs = 1.0;  // a clock that did not move
constexpr double kLargeBytes = 4.0e6;

}  // namespace

double medianOf(std::vector<double> values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void Samples::addKernel(const core::KernelShape& shape, int ranks, double ns) {
    Kernel& kernel = kernels_[{shape.kernel, shape.variant, shape.shape, ranks}];
    kernel.work = shape.work;
    kernel.arithmetic = shape.arithmetic;
    kernel.ns.push_back(std::max(ns, kLeastNs));
}

void Samples::addCollective(core::CollectiveKind kind, core::DType dtype, int ranks, double bytes,
                            double ns) {
    collectives_[{kind, dtype, ranks, bytes}].push_back(std::max(ns, kLeastNs));
}

core::MeasuredRates Samples::rates() const {
    core::MeasuredRates rates;
    for (const auto& [key, kernel] : kernels_) {
        const auto& [name, variant, shape, ranks] = key;
        rates.kernels.push_back({.kernel = name,
                                 .variant = variant,
                                 .shape = shape,
                                 .ranks = ranks,
                                 .work = std::max(kernel.work, 1.0),
                                 .us = medianOf(kernel.ns) / 1e3});
    }
    for (const auto& [key, ns] : collectives_) {
        const auto& [kind, dtype, ranks, bytes] = key;
        rates.collectives.push_back({.kind = kind,
                                     .dtype = dtype,
                                     .ranks = ranks,
                                     .bytes = bytes,
                                     .us = medianOf(ns) / 1e3});
    }
    return rates;
}

double Samples::handOverUs() const { return medianOf(handOverNs_) / 1e3; }

double Samples::bestProductRate(core::DType dtype) const {
    double best = 0.0;
    for (const auto& [key, kernel] : kernels_) {
        const auto& [name, variant, shape, ranks] = key;
        if (name != "matmul" || !variant.starts_with(core::nameOf(dtype))) continue;
        best = std::max(best, kernel.work / medianOf(kernel.ns) * 1e9);
    }
    return best;
}

double Samples::memoryRate() const {
    std::vector<double> rates;
    for (const auto& [key, kernel] : kernels_) {
        if (kernel.arithmetic || kernel.work < kLargeBytes) continue;
        rates.push_back(kernel.work / medianOf(kernel.ns) * 1e9);
    }
    return medianOf(rates);
}

}  // namespace shardscope::profiler
