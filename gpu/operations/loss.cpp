#include "gpu/kernels/cross_entropy.h"
#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

core::Result<void> launch(const core::CrossEntropyForward& o, const LaunchContext& c) {
    return launchWithScratch(
        CrossEntropyForwardArgs{.logits = c.at(o.logits),
                                .targets = c.at<int32_t>(o.targets),
                                .logSumExp = c.at<float>(o.logSumExp),
                                .loss = c.at<float>(o.losses) + c.bound.scalars.microBatch,
                                .scratch = nullptr,
                                .rows = o.rows,
                                .vocab = o.vocab,
                                .dtype = c.dtypeOf(o.logits)},
        c, launchCrossEntropyForward);
}

core::Result<void> launch(const core::CrossEntropyBackward& o, const LaunchContext& c) {
    const double terms = static_cast<double>(c.problem().workload.gradAccum) * c.run.ranks *
                         static_cast<double>(o.rows);
    return check(launchCrossEntropyBackward(
        c.stream, {.logits = c.at(o.logits),
                   .targets = c.at<int32_t>(o.targets),
                   .logSumExp = c.at<float>(o.logSumExp),
                   .dLogits = c.at(o.dLogits),
                   .rows = o.rows,
                   .vocab = o.vocab,
                   .factor = static_cast<float>(c.bound.scalars.lossScale / terms),
                   .dtype = c.dtypeOf(o.logits)}));
}

}  // namespace shardscope::gpu
