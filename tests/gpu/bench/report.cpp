#include "tests/gpu/bench/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace shardscope::bench {

namespace {

const char* wordOf(core::DType dtype) {
    switch (dtype) {
        case core::DType::Fp32:
            return "fp32";
        case core::DType::Bf16:
            return "bf16";
        case core::DType::Fp16:
            return "fp16";
        case core::DType::Int32:
            return "int32";
    }
    return "?";
}

double toleranceOf(core::DType dtype, Close close) {
    const double products = close == Close::Products ? 3.0 : 1.0;
    if (dtype == core::DType::Bf16) return 2e-3 * products;
    return dtype == core::DType::Fp16 ? 3e-4 * products : 1e-5;
}

}  // namespace

Report::Line& Report::line(const std::string& kernel, core::DType dtype) {
    const std::string word = wordOf(dtype);
    const auto found = std::ranges::find_if(
        lines_, [&](const Line& l) { return l.kernel == kernel && l.dtype == word; });
    if (found != lines_.end()) return *found;
    lines_.push_back({.kernel = kernel, .dtype = word});
    return lines_.back();
}

void Report::check(const std::string& kernel, core::DType dtype, const Sides& sides,
                   std::initializer_list<Id> outputs, Close close) {
    Line& l = line(kernel, dtype);
    for (const Id id : outputs) {
        const Sides::Difference d = sides.difference(id);
        const bool right = close == Close::Bits
                               ? d.differing == 0
                               : !d.unequalNan && d.relative <= toleranceOf(dtype, close);
        ++l.checks;
        l.bits = l.bits && d.differing == 0;
        if (!std::isnan(l.worst) && !(d.relative <= l.worst)) l.worst = d.relative;
        if (right) continue;
        ++l.wrong;
        ++wrong_;
        std::printf(
            "WRONG %s %s, output %zu: %lld of %lld elements differ, relative error %.3g%s\n",
            kernel.c_str(), wordOf(dtype), static_cast<size_t>(id),
            static_cast<long long>(d.differing), static_cast<long long>(d.elements), d.relative,
            d.unequalNan ? ", NaN on one side" : "");
    }
}

void Report::time(const std::string& kernel, core::DType dtype, double ms, double bytes) {
    Line& l = line(kernel, dtype);
    l.ms = ms;
    l.bytes = bytes;
}

void Report::timeFlops(const std::string& kernel, core::DType dtype, double ms, double flops) {
    Line& l = line(kernel, dtype);
    l.ms = ms;
    l.flops = flops;
}

void Report::printCheck(const Line& l) {
    std::printf("%-30s %-5s ", l.kernel.c_str(), l.dtype.c_str());
    if (l.checks == 0) {
        std::printf("%6s %9s ", "-", "-");
    } else if (l.wrong > 0) {
        std::printf("%6d %9s ", l.checks, "WRONG");
    } else if (l.bits) {
        std::printf("%6d %9s ", l.checks, "bits");
    } else {
        std::printf("%6d %9.1e ", l.checks, l.worst);
    }
}

void Report::printChecks() const {
    std::printf("%-30s %-5s %6s %9s\n", "kernel", "type", "checks", "error");
    for (const Line& l : lines_) {
        printCheck(l);
        std::printf("\n");
    }
    std::printf("wrong outputs: %d\n", wrong_);
}

void Report::print(double copyGBps) const {
    std::printf("%-30s %-5s %6s %9s %9s %9s %6s\n", "kernel", "type", "checks", "error", "ms",
                "GB/s", "ratio");
    for (const Line& l : lines_) {
        printCheck(l);
        if (l.bytes > 0.0) {
            const double rate = l.bytes / l.ms * 1e-6;
            std::printf("%9.4f %9.1f %6.2f%s", l.ms, rate, rate / copyGBps,
                        rate < 0.8 * copyGBps ? " <" : "");
        } else if (l.flops > 0.0) {
            std::printf("%9.4f %9.1f TFLOP/s", l.ms, l.flops / l.ms * 1e-9);
        }
        std::printf("\n");
    }
    std::printf("copy %.1f GB/s; '<' marks under 80 %% of it; wrong outputs: %d\n", copyGBps,
                wrong_);
}

}  // namespace shardscope::bench
