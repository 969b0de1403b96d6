#include <cmath>

#include "gpu/kernels/rmsnorm.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/swiglu.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

void checkSwiGlu(Report& report, DType dtype, int64_t n) {
    Sides s;
    const Close close = dtype == DType::Fp32 ? Close::Bits : Close::Rounding;
    const Id gate = s.random(dtype, n, 3.0f), up = s.random(dtype, n), dOut = s.random(dtype, n);
    const Id out = s.output(dtype, n), dGate = s.output(dtype, n), dUp = s.output(dtype, n);
    s.run([&] {
        must(launchSwiGluForward(nullptr, {s.at(gate), s.at(up), s.at(out), n, dtype}), "SwiGLU");
        return launchSwiGluBackward(
            nullptr, {s.at(dOut), s.at(gate), s.at(up), s.at(dGate), s.at(dUp), n, dtype});
    });
    report.check("swiglu_forward", dtype, s, {out}, close);
    report.check("swiglu_backward", dtype, s, {dGate, dUp}, close);
}

void checkRope(Report& report, DType dtype, int64_t columns, bool inverse) {
    Sides s;
    const int64_t batch = 2, sequence = 33, heads = 3, rows = batch * sequence;
    const Id in = s.random(dtype, rows * heads * columns),
             out = s.output(dtype, rows * heads * columns);
    const Id scratch = s.scratch(sequence * columns * 4);
    std::vector<double> frequencies;
    for (int64_t i = 0; i < columns / 2; ++i)
        frequencies.push_back(
            std::pow(1e4, -2.0 * static_cast<double>(i) / static_cast<double>(columns)));
    s.run([&] {
        return launchRope(nullptr,
                          {s.at(in), s.at(out), s.at<float>(scratch), rows, sequence, heads,
                           columns, inverse, dtype},
                          frequencies, columns == 10 ? 1.25 : 1.0);
    });
    report.check("rope", dtype, s, {out}, Close::Rounding);
}

void checkRmsNorm(Report& report, DType dtype, int64_t rows, int64_t hidden, bool add) {
    Sides s;
    const int64_t n = rows * hidden;
    const Id in = s.random(dtype, n), gamma = s.random(dtype, hidden), out = s.output(dtype, n);
    const Id rstd = s.output(DType::Fp32, rows), dOut = s.random(dtype, n);
    const Id dIn = add ? s.random(dtype, n) : s.output(dtype, n), dGamma = s.random(dtype, hidden);
    RmsNormBackwardArgs sized{};
    sized.rows = rows, sized.hidden = hidden;
    const Id scratch = s.scratch(scratchBytes(sized));
    s.run([&] {
        must(launchRmsNormForward(nullptr, {.in = s.at(in),
                                            .gamma = s.at(gamma),
                                            .out = s.at(out),
                                            .rstd = s.at<float>(rstd),
                                            .rows = rows,
                                            .hidden = hidden,
                                            .epsilon = 1e-6f,
                                            .dtype = dtype}),
             "RMS norm");
        return launchRmsNormBackward(nullptr, {.dOut = s.at(dOut),
                                               .in = s.at(in),
                                               .gamma = s.at(gamma),
                                               .rstd = s.at<float>(rstd),
                                               .dIn = s.at(dIn),
                                               .dGamma = {s.at(dGamma), dtype, add},
                                               .scratch = s.at<float>(scratch),
                                               .rows = rows,
                                               .hidden = hidden,
                                               .addToInput = add,
                                               .dtype = dtype});
    });
    report.check("rmsnorm_forward", dtype, s, {out, rstd}, Close::Rounding);
    report.check("rmsnorm_backward", dtype, s, {dIn, dGamma}, Close::Rounding);
}

}  // namespace

void checkLlama(Report& report) {
    for (const DType dtype : kFloats) {
        for (const int64_t n : {int64_t{3}, int64_t{100'007}}) checkSwiGlu(report, dtype, n);
        for (const int64_t columns : {int64_t{64}, int64_t{10}, int64_t{128}})
            checkRope(report, dtype, columns, columns == 64);
        checkRmsNorm(report, dtype, 100, 2048, true);
        checkRmsNorm(report, dtype, 7, 37, false);
        checkRmsNorm(report, dtype, 5, 8192, false);
        checkRmsNorm(report, dtype, 3, 8200, true);
    }
}

}  // namespace shardscope::bench
