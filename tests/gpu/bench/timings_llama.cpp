#include "gpu/kernels/rmsnorm.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/swiglu.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

namespace {

void timeSwiGlu(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = kElements;
    const char *gate = place.random(dtype, n), *up = place.random(dtype, n);
    const char* dOut = place.random(dtype, n);
    char *out = place.take(dtype, n), *dUp = place.take(dtype, n);
    const double tensor = static_cast<double>(n) * size(dtype);
    report.time("swiglu_forward", dtype, medianMs([&] {
                    return launchSwiGluForward(nullptr, {gate, up, out, n, dtype});
                }),
                3 * tensor);
    report.time("swiglu_backward", dtype, medianMs([&] {
                    return launchSwiGluBackward(nullptr, {dOut, gate, up, out, dUp, n, dtype});
                }),
                5 * tensor);
}

void timeRope(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t sequence = 2048, heads = 32, columns = 128;
    const int64_t rows = kElements / heads / columns;
    const char* in = place.random(dtype, kElements);
    float* scratch = floats(place.take(DType::Fp32, sequence * columns));
    char* out = place.take(dtype, kElements);
    const std::vector<double> frequencies(static_cast<size_t>(columns / 2), 0.01);
    report.time("rope", dtype, medianMs([&] {
                    return launchRope(
                        nullptr, {in, out, scratch, rows, sequence, heads, columns, false, dtype},
                        frequencies);
                }),
                2.0 * static_cast<double>(kElements) * size(dtype));
}

void timeRmsNorm(Report& report, const Arena& arena, DType dtype, int64_t hidden) {
    Placement place(arena);
    const int64_t rows = kElements / hidden, n = rows * hidden;
    const RmsNormForwardArgs forward{.in = place.random(dtype, n),
                                     .gamma = place.random(dtype, hidden),
                                     .out = place.take(dtype, n),
                                     .rstd = floats(place.take(DType::Fp32, rows)),
                                     .rows = rows,
                                     .hidden = hidden,
                                     .epsilon = 1e-5f,
                                     .dtype = dtype};
    RmsNormBackwardArgs backward{.dOut = place.random(dtype, n),
                                 .in = forward.in,
                                 .gamma = forward.gamma,
                                 .rstd = forward.rstd,
                                 .dIn = forward.out,
                                 .dGamma = {place.take(dtype, hidden), dtype, false},
                                 .scratch = nullptr,
                                 .rows = rows,
                                 .hidden = hidden,
                                 .addToInput = true,
                                 .dtype = dtype};
    backward.scratch = floats(place.take(scratchBytes(backward)));
    const double tensor = static_cast<double>(n) * size(dtype);
    const std::string suffix = " C=" + std::to_string(hidden);
    report.time("rmsnorm_forward" + suffix, dtype,
                medianMs([&] { return launchRmsNormForward(nullptr, forward); }), 2 * tensor);
    report.time("rmsnorm_backward" + suffix, dtype,
                medianMs([&] { return launchRmsNormBackward(nullptr, backward); }), 4 * tensor);
}

}  // namespace

void timeLlama(Report& report, const Arena& arena) {
    for (const DType dtype : {DType::Bf16, DType::Fp32}) {
        timeSwiGlu(report, arena, dtype);
        timeRope(report, arena, dtype);
        for (const int64_t hidden : {int64_t{2048}, int64_t{4096}, int64_t{8192}})
            timeRmsNorm(report, arena, dtype, hidden);
    }
}

}  // namespace shardscope::bench
