// The operations of llamas: RMSNorm, SwiGLU and rotary positions.

#include "core/model/rope.h"
#include "gpu/cuda_check.h"
#include "gpu/kernels/rmsnorm.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/swiglu.h"
#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

core::Result<void> launch(const core::RmsNormForward& o, const LaunchContext& c) {
    return check(launchRmsNormForward(c.stream, {.in = c.at(o.in),
                                                 .gamma = c.at(o.gamma),
                                                 .out = c.at(o.out),
                                                 .rstd = c.at<float>(o.rstd),
                                                 .rows = o.rows,
                                                 .hidden = o.hidden,
                                                 .epsilon = static_cast<float>(o.epsilon),
                                                 .dtype = c.dtypeOf(o.in)}));
}

core::Result<void> launch(const core::RmsNormBackward& o, const LaunchContext& c) {
    RmsNormBackwardArgs args{.dOut = c.at(o.dOut),
                             .in = c.at(o.in),
                             .gamma = c.at(o.gamma),
                             .rstd = c.at<float>(o.rstd),
                             .dIn = c.at(o.dIn),
                             .dGamma = targetOf(o.dGamma, o.write, c),
                             .scratch = nullptr,
                             .rows = o.rows,
                             .hidden = o.hidden,
                             .addToInput = o.addToInput,
                             .dtype = c.dtypeOf(o.in)};
    return launchWithScratch(args, c, launchRmsNormBackward);
}

core::Result<void> launch(const core::SwiGluForward& o, const LaunchContext& c) {
    return check(launchSwiGluForward(c.stream, {.gate = c.at(o.gate),
                                                .up = c.at(o.up),
                                                .out = c.at(o.out),
                                                .elements = o.elements,
                                                .dtype = c.dtypeOf(o.out)}));
}

core::Result<void> launch(const core::SwiGluBackward& o, const LaunchContext& c) {
    return check(launchSwiGluBackward(c.stream, {.dOut = c.at(o.dOut),
                                                 .gate = c.at(o.gate),
                                                 .up = c.at(o.up),
                                                 .dGate = c.at(o.dGate),
                                                 .dUp = c.at(o.dUp),
                                                 .elements = o.elements,
                                                 .dtype = c.dtypeOf(o.gate)}));
}

core::Result<void> launch(const core::Rope& o, const LaunchContext& c) {
    RopeArgs args{.in = c.at(o.in),
                  .out = c.at(o.out),
                  .scratch = nullptr,
                  .rows = o.rows,
                  .sequence = o.sequence,
                  .heads = o.heads,
                  .columns = o.columns,
                  .inverse = o.inverse,
                  .dtype = c.dtypeOf(o.in)};
    const auto memory = c.scratch.reserve(scratchBytes(args));
    if (!memory) return tl::unexpected(memory.error());
    args.scratch = static_cast<float*>(*memory);
    return check(launchRope(c.stream, args, core::inverseFrequencies(o.columns, o.theta, o.scaling),
                            o.scaling.attentionFactor));
}

}  // namespace shardscope::gpu
