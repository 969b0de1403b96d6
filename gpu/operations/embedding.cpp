#include "gpu/kernels/embedding.h"

#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

core::Result<void> launch(const core::EmbeddingForward& o, const LaunchContext& c) {
    return check(launchEmbeddingForward(c.stream, {.tokens = c.at<int32_t>(o.tokens),
                                                   .tokenTable = c.at(o.tokenTable),
                                                   .positionTable = c.at(o.positionTable),
                                                   .out = c.at(o.out),
                                                   .rows = o.batch * o.sequence,
                                                   .sequence = o.sequence,
                                                   .hidden = o.hidden,
                                                   .dtype = c.dtypeOf(o.out)}));
}

core::Result<void> launch(const core::TokenEmbeddingBackward& o, const LaunchContext& c) {
    TokenEmbeddingBackwardArgs args{.tokens = c.at<int32_t>(o.tokens),
                                    .dOut = c.at(o.dOut),
                                    .dTable = targetOf(o.dTable, o.write, c),
                                    .scratch = nullptr,
                                    .rows = o.rows,
                                    .hidden = o.hidden,
                                    .vocab = o.vocab,
                                    .dtype = c.dtypeOf(o.dOut)};
    return launchWithScratch(args, c, launchTokenEmbeddingBackward);
}

core::Result<void> launch(const core::PositionEmbeddingBackward& o, const LaunchContext& c) {
    return check(
        launchPositionEmbeddingBackward(c.stream, {.dOut = c.at(o.dOut),
                                                   .dTable = targetOf(o.dTable, o.write, c),
                                                   .batch = o.batch,
                                                   .sequence = o.sequence,
                                                   .hidden = o.hidden,
                                                   .dtype = c.dtypeOf(o.dOut)}));
}

}  // namespace shardscope::gpu
