#include "gpu/cuda_check.h"
#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/layernorm.h"
#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

core::Result<void> launch(const core::LayerNormForward& o, const LaunchContext& c) {
    return check(launchLayerNormForward(c.stream, {.in = c.at(o.in),
                                                   .gamma = c.at(o.gamma),
                                                   .beta = c.at(o.beta),
                                                   .out = c.at(o.out),
                                                   .mean = c.at<float>(o.mean),
                                                   .rstd = c.at<float>(o.rstd),
                                                   .rows = o.rows,
                                                   .hidden = o.hidden,
                                                   .dtype = c.dtypeOf(o.in)}));
}

core::Result<void> launch(const core::LayerNormBackward& o, const LaunchContext& c) {
    LayerNormBackwardArgs args{.dOut = c.at(o.dOut),
                               .in = c.at(o.in),
                               .gamma = c.at(o.gamma),
                               .mean = c.at<float>(o.mean),
                               .rstd = c.at<float>(o.rstd),
                               .dIn = c.at(o.dIn),
                               .dGamma = targetOf(o.dGamma, o.write, c),
                               .dBeta = targetOf(o.dBeta, o.write, c),
                               .scratch = nullptr,
                               .rows = o.rows,
                               .hidden = o.hidden,
                               .addToInput = o.addToInput,
                               .dtype = c.dtypeOf(o.in)};
    return launchWithScratch(args, c, launchLayerNormBackward);
}

core::Result<void> launch(const core::BiasGradient& o, const LaunchContext& c) {
    BiasGradientArgs args{.dOut = c.at(o.dOut),
                          .dBias = targetOf(o.dBias, o.write, c),
                          .scratch = nullptr,
                          .rows = o.rows,
                          .columns = o.columns,
                          .dtype = c.dtypeOf(o.dOut)};
    return launchWithScratch(args, c, launchBiasGradient);
}

core::Result<void> launch(const core::Matmul& o, const LaunchContext& c) {
    ProductShape shape =
        packedProduct(o.m, o.n, o.k, o.transposeA, o.transposeB, c.dtypeOf(o.a), c.dtypeOf(o.c));
    shape.bias = o.bias.valid();
    shape.tf32 = c.tf32 && shape.inputs == core::DType::Fp32;
    return c.products.enqueue({.shape = shape,
                               .a = c.at(o.a),
                               .b = c.at(o.b),
                               .bias = c.at(o.bias),
                               .c = c.at(o.c),
                               .accumulate = c.accumulates(o.write)},
                              c.stream);
}

}  // namespace shardscope::gpu
