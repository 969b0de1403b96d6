#include "gpu/kernels/fill.h"
#include "gpu/kernels/norm.h"
#include "gpu/kernels/optimizer.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

constexpr AdamWConstants kConstants{.keepDecayed = 0.99999f,
                                    .beta1 = 0.9f,
                                    .beta2 = 0.999f,
                                    .rest1 = 0.1f,
                                    .rest2 = 0.001f,
                                    .stepSize = 2e-3f,
                                    .rootCorrection = 3.1f,
                                    .epsilon = 1e-8f};

/// A bucket of many parameters with padding between them; more ranges than one launch takes.
std::vector<UpdateRange> ranges() {
    std::vector<UpdateRange> all;
    int64_t at = 0;
    for (int i = 0; i < 100; ++i) {
        const int64_t elements = i % 3 == 0 ? 9013 : 384 + i;
        all.push_back({at, at + elements, i % 3 == 0});
        at = (at + elements + 127) / 128 * 128;
    }
    return all;
}

struct Update {
    Sides s;
    DType gradientDtype, weightsDtype;
    std::vector<UpdateRange> parts = ranges();
    int64_t n = parts.back().end;
    Id gradient, factor, weights, master, momentum, variance;

    Update(DType g, DType w) : gradientDtype(g), weightsDtype(w) {
        gradient = s.random(g, n);
        factor = s.random(DType::Fp32, 1);
        weights = s.random(w, n);
        master = s.random(DType::Fp32, n);
        momentum = s.random(DType::Fp32, n);
        variance = s.output(DType::Fp32, n);
    }
    UpdateTensors tensors() const {
        return {.gradient = s.at(gradient),
                .factor = s.at<float>(factor),
                .weights = s.at(weights),
                .master = weightsDtype == DType::Fp32 ? nullptr : s.at<float>(master),
                .momentum = s.at<float>(momentum),
                .gradientDtype = gradientDtype,
                .weightsDtype = weightsDtype};
    }
};

void checkUpdate(Report& report, DType gradient, DType weights) {
    Update adam(gradient, weights);
    adam.s.run([&] {
        // Variances are never negative.
        const cudaError_t status =
            launchFill(nullptr, {adam.s.at(adam.variance), 4 * adam.n, 0x3c});
        AdamWArgs args{.tensors = adam.tensors(),
                       .variance = adam.s.at<float>(adam.variance),
                       .constants = kConstants};
        return status != cudaSuccess ? status : launchAdamW(nullptr, args, adam.parts);
    });
    report.check("adamw", weights, adam.s,
                 {adam.weights, adam.master, adam.momentum, adam.variance}, Close::Bits);
    Update sgd(gradient, weights);
    sgd.s.run([&] {
        SgdArgs args{.tensors = sgd.tensors(), .constants = {0.9f, 1e-2f}};
        return launchSgdMomentum(nullptr, args, sgd.parts);
    });
    report.check("sgd_momentum", weights, sgd.s, {sgd.weights, sgd.master, sgd.momentum},
                 Close::Bits);
}

}  // namespace

void checkOptimizer(Report& report) {
    for (const DType weights : kFloats)
        for (const DType gradient : kFloats) checkUpdate(report, gradient, weights);
}

void checkNorm(Report& report) {
    for (const DType dtype : kFloats) {
        for (const int64_t n : {int64_t{1}, int64_t{127}, int64_t{16384}, int64_t{2'300'001}}) {
            Sides s;
            const Id tensor = s.random(dtype, n), partials = s.output(DType::Fp32, 6);
            const Id sums = s.output(DType::Fp32, 2), scalars = s.output(DType::Fp32, 3);
            const Id scratch = s.scratch(n / 16384 * 4 + 4);
            s.run([&] {
                SquaredNormArgs args{s.at(tensor), nullptr, s.at<float>(scratch), n, dtype};
                for (int slot = 0; slot < 6; ++slot) {
                    args.partial = s.at<float>(partials) + slot;
                    must(launchSquaredNorm(nullptr, args), "squared norm");
                }
                must(launchSumPartials(nullptr, {s.at<float>(partials), s.at<float>(sums), 3, 2}),
                     "sum of partials");
                return launchClipFactor(nullptr,
                                        {s.at<float>(sums), s.at<float>(scalars), 2, 1.0, 1024.0});
            });
            report.check("squared_norm", dtype, s, {partials, sums, scalars}, Close::Bits);
        }
    }
}

}  // namespace shardscope::bench
