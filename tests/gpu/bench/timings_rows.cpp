#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/layernorm.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

namespace {

void timeLayerNorm(Report& report, const Arena& arena, DType dtype, int64_t hidden) {
    Placement place(arena);
    const int64_t rows = kElements / hidden, n = rows * hidden;
    const LayerNormForwardArgs forward{.in = place.random(dtype, n),
                                       .gamma = place.random(dtype, hidden),
                                       .beta = place.random(dtype, hidden),
                                       .out = place.take(dtype, n),
                                       .mean = floats(place.take(DType::Fp32, rows)),
                                       .rstd = floats(place.take(DType::Fp32, rows)),
                                       .rows = rows,
                                       .hidden = hidden,
                                       .dtype = dtype};
    LayerNormBackwardArgs backward{.dOut = place.random(dtype, n),
                                   .in = forward.in,
                                   .gamma = forward.gamma,
                                   .mean = forward.mean,
                                   .rstd = forward.rstd,
                                   .dIn = forward.out,
                                   .dGamma = {place.take(dtype, hidden), dtype, false},
                                   .dBeta = {place.take(dtype, hidden), dtype, false},
                                   .scratch = nullptr,
                                   .rows = rows,
                                   .hidden = hidden,
                                   .addToInput = true,
                                   .dtype = dtype};
    backward.scratch = floats(place.take(scratchBytes(backward)));
    const double tensor = static_cast<double>(n) * size(dtype);
    const std::string suffix = " C=" + std::to_string(hidden);
    report.time("layernorm_forward" + suffix, dtype,
                medianMs([&] { return launchLayerNormForward(nullptr, forward); }), 2 * tensor);
    report.time("layernorm_backward" + suffix, dtype,
                medianMs([&] { return launchLayerNormBackward(nullptr, backward); }), 4 * tensor);
}

void timeBias(Report& report, const Arena& arena, DType dtype, int64_t columns) {
    Placement place(arena);
    const int64_t rows = kElements / columns;
    BiasGradientArgs args{.dOut = place.random(dtype, rows * columns),
                          .dBias = {place.take(dtype, columns), dtype, false},
                          .scratch = nullptr,
                          .rows = rows,
                          .columns = columns,
                          .dtype = dtype};
    args.scratch = floats(place.take(scratchBytes(args)));
    report.time("bias_gradient C=" + std::to_string(columns), dtype,
                medianMs([&] { return launchBiasGradient(nullptr, args); }),
                static_cast<double>(rows * columns) * size(dtype));
}

}  // namespace

void timeRows(Report& report, const Arena& arena) {
    for (const DType dtype : {DType::Bf16, DType::Fp32}) {
        for (const int64_t hidden : {int64_t{768}, int64_t{1600}, int64_t{4096}})
            timeLayerNorm(report, arena, dtype, hidden);
        for (const int64_t columns : {int64_t{1600}, int64_t{6400}})
            timeBias(report, arena, dtype, columns);
    }
}

}  // namespace shardscope::bench
