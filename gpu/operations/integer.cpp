#include "gpu/kernels/integer.h"

#include "core/config/dataset.h"
#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

core::Result<void> launch(const core::IntegerForward& o, const LaunchContext& c) {
    return check(
        launchIntegerForward(c.stream, {.weight = c.at(o.weight),
                                        .loss = c.at<float>(o.losses) + c.bound.scalars.microBatch,
                                        .elements = o.elements,
                                        .first = o.first,
                                        .dtype = c.dtypeOf(o.weight)}));
}

core::Result<void> launch(const core::IntegerBackward& o, const LaunchContext& c) {
    const core::StepScalars& now = c.bound.scalars;
    const int64_t sample =
        core::sampleIndex(now.step, now.microBatch, c.problem().workload.gradAccum,
                          c.run.rank.value, c.run.ranks, o.batch, 0);
    return check(launchIntegerBackward(c.stream, {.dWeight = targetOf(o.dWeight, o.write, c),
                                                  .elements = o.elements,
                                                  .sample = sample,
                                                  .parameter = o.parameter.value}));
}

}  // namespace shardscope::gpu
