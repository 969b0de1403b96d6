#include "gpu/kernels/fill.h"
#include "gpu/kernels/norm.h"
#include "gpu/kernels/optimizer.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

namespace {

/// A transformer layer's bucket: matrices with decay, vectors without.
std::vector<UpdateRange> layerRanges(int64_t elements) {
    std::vector<UpdateRange> ranges;
    const int64_t vectors = 8;
    const int64_t matrix = elements / 4 / 128 * 128 - vectors * 2048;
    int64_t at = 0;
    for (int m = 0; m < 4; ++m) {
        ranges.push_back({at, at + matrix, true});
        at += matrix;
        for (int v = 0; v < 2; ++v, at += 2048) ranges.push_back({at, at + 1600, false});
    }
    return ranges;
}

void timeUpdates(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = int64_t{1} << 26;
    const bool masters = dtype != DType::Fp32;
    const UpdateTensors tensors{.gradient = place.random(dtype, n),
                                .factor = floats(place.random(DType::Fp32, 1)),
                                .weights = place.random(dtype, n),
                                .master = masters ? floats(place.random(DType::Fp32, n)) : nullptr,
                                .momentum = floats(place.random(DType::Fp32, n)),
                                .gradientDtype = dtype,
                                .weightsDtype = dtype};
    const AdamWArgs adam{.tensors = tensors,
                         .variance = floats(place.take(DType::Fp32, n)),
                         .constants = {0.9999f, 0.9f, 0.999f, 0.1f, 0.001f, 1e-3f, 1.2f, 1e-8f}};
    must(launchFill(nullptr, {adam.variance, 4 * n, 0x3c}), "variances");
    const SgdArgs sgd{.tensors = tensors, .constants = {0.9f, 1e-3f}};
    const std::vector<UpdateRange> ranges = layerRanges(n);
    double updated = 0.0;
    for (const UpdateRange& r : ranges) updated += static_cast<double>(r.end - r.begin);
    // Gradient read, working copy written; weight, momentum (and variance) read and written.
    const double common = 2 * size(dtype) + (masters ? 8 : 4);
    report.time("adamw", dtype, medianMs([&] { return launchAdamW(nullptr, adam, ranges); }),
                updated * (common + 16));
    report.time("sgd_momentum", dtype,
                medianMs([&] { return launchSgdMomentum(nullptr, sgd, ranges); }),
                updated * (common + 8));
}

}  // namespace

void timeOptimizer(Report& report, const Arena& arena) {
    for (const DType dtype : kFloats) timeUpdates(report, arena, dtype);
}

void timeNorm(Report& report, const Arena& arena) {
    for (const DType dtype : kFloats) {
        Placement place(arena);
        const int64_t n = 2 * kElements;
        SquaredNormArgs args{place.random(dtype, n), floats(place.take(4)), nullptr, n, dtype};
        args.scratch = floats(place.take(scratchBytes(args)));
        report.time("squared_norm", dtype,
                    medianMs([&] { return launchSquaredNorm(nullptr, args); }),
                    static_cast<double>(n) * size(dtype));
    }
}

}  // namespace shardscope::bench
