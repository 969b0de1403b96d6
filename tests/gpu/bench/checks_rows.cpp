#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/layernorm.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

struct Shape {
    int64_t rows, columns;
};

void checkLayerNorm(Report& report, DType dtype, DType gradients, Shape shape, bool add) {
    Sides s;
    const int64_t n = shape.rows * shape.columns;
    const Id in = s.random(dtype, n), gamma = s.random(dtype, shape.columns);
    const Id beta = s.random(dtype, shape.columns), out = s.output(dtype, n);
    const Id mean = s.output(DType::Fp32, shape.rows), rstd = s.output(DType::Fp32, shape.rows);
    const Id dOut = s.random(dtype, n), dIn = add ? s.random(dtype, n) : s.output(dtype, n);
    const Id dGamma = s.random(gradients, shape.columns),
             dBeta = s.random(gradients, shape.columns);
    LayerNormBackwardArgs sized{};
    sized.rows = shape.rows, sized.hidden = shape.columns, sized.dtype = dtype;
    const Id scratch = s.scratch(scratchBytes(sized));
    s.run([&] {
        const LayerNormForwardArgs forward{.in = s.at(in),
                                           .gamma = s.at(gamma),
                                           .beta = s.at(beta),
                                           .out = s.at(out),
                                           .mean = s.at<float>(mean),
                                           .rstd = s.at<float>(rstd),
                                           .rows = shape.rows,
                                           .hidden = shape.columns,
                                           .dtype = dtype};
        must(launchLayerNormForward(nullptr, forward), "layer norm");
        const LayerNormBackwardArgs backward{.dOut = s.at(dOut),
                                             .in = s.at(in),
                                             .gamma = s.at(gamma),
                                             .mean = s.at<float>(mean),
                                             .rstd = s.at<float>(rstd),
                                             .dIn = s.at(dIn),
                                             .dGamma = {s.at(dGamma), gradients, true},
                                             .dBeta = {s.at(dBeta), gradients, false},
                                             .scratch = s.at<float>(scratch),
                                             .rows = shape.rows,
                                             .hidden = shape.columns,
                                             .addToInput = add,
                                             .dtype = dtype};
        return launchLayerNormBackward(nullptr, backward);
    });
    report.check("layernorm_forward", dtype, s, {out, mean, rstd}, Close::Rounding);
    report.check("layernorm_backward", dtype, s, {dIn, dGamma, dBeta}, Close::Rounding);
}

void checkBias(Report& report, DType dtype, DType gradient, Shape shape) {
    Sides s;
    const Id dOut = s.random(dtype, shape.rows * shape.columns);
    const Id dBias = s.random(gradient, shape.columns);
    BiasGradientArgs sized{};
    sized.rows = shape.rows, sized.columns = shape.columns, sized.dtype = dtype;
    const Id scratch = s.scratch(scratchBytes(sized));
    s.run([&] {
        return launchBiasGradient(nullptr, {.dOut = s.at(dOut),
                                            .dBias = {s.at(dBias), gradient, true},
                                            .scratch = s.at<float>(scratch),
                                            .rows = shape.rows,
                                            .columns = shape.columns,
                                            .dtype = dtype});
    });
    report.check("bias_gradient", dtype, s, {dBias}, Close::Bits);
}

}  // namespace

void checkRows(Report& report) {
    for (const DType dtype : kFloats) {
        for (const Shape shape : {Shape{64, 384}, Shape{5, 37}, Shape{300, 1600}, Shape{9, 4096},
                                  Shape{5, 6144}, Shape{7, 8200}, Shape{3, 16384}}) {
            if (shape.columns > 4096 && shape.columns % 8 != 0) continue;
            checkLayerNorm(report, dtype, DType::Fp32, shape, true);
            checkLayerNorm(report, dtype, dtype, shape, false);
        }
        for (const Shape shape : {Shape{64, 384}, Shape{5, 37}, Shape{600, 1600}, Shape{1, 8}}) {
            checkBias(report, dtype, dtype, shape);
            checkBias(report, dtype, DType::Fp32, shape);
        }
    }
}

}  // namespace shardscope::bench
