#include "gpu/kernels/attention.h"

#include "gpu/cuda_check.h"
#include "gpu/operations/operations.h"

namespace shardscope::gpu {

namespace {

/// Columns [part·hidden, (part+1)·hidden) of a tensor with @p parts of them a token.
TokenRows rowsOf(core::TensorId tensor, int64_t parts, int64_t part, int64_t hidden,
                 const LaunchContext& c) {
    return {.address = c.at<std::byte>(tensor) + part * hidden * core::bytesOf(c.dtypeOf(tensor)),
            .stride = parts * hidden};
}

template <class Attention>
AttentionShape shapeOf(const Attention& o) {
    return {.batch = o.batch,
            .sequence = o.sequence,
            .heads = static_cast<int>(o.heads),
            .kvHeads = static_cast<int>(o.heads),
            .headSize = static_cast<int>(o.hidden / o.heads)};
}

}  // namespace

core::Result<void> launch(const core::AttentionForward& o, const LaunchContext& c) {
    return check(launchAttentionForward(c.stream, {.q = rowsOf(o.qkv, 3, 0, o.hidden, c),
                                                   .k = rowsOf(o.qkv, 3, 1, o.hidden, c),
                                                   .v = rowsOf(o.qkv, 3, 2, o.hidden, c),
                                                   .out = rowsOf(o.out, 1, 0, o.hidden, c),
                                                   .probabilities = c.at(o.probabilities),
                                                   .shape = shapeOf(o),
                                                   .dtype = c.dtypeOf(o.qkv)}));
}

core::Result<void> launch(const core::AttentionBackward& o, const LaunchContext& c) {
    return check(launchAttentionBackward(c.stream, {.dOut = rowsOf(o.dOut, 1, 0, o.hidden, c),
                                                    .q = rowsOf(o.qkv, 3, 0, o.hidden, c),
                                                    .k = rowsOf(o.qkv, 3, 1, o.hidden, c),
                                                    .v = rowsOf(o.qkv, 3, 2, o.hidden, c),
                                                    .dQ = rowsOf(o.dQkv, 3, 0, o.hidden, c),
                                                    .dK = rowsOf(o.dQkv, 3, 1, o.hidden, c),
                                                    .dV = rowsOf(o.dQkv, 3, 2, o.hidden, c),
                                                    .probabilities = c.at(o.probabilities),
                                                    .dScores = c.at(o.dScores),
                                                    .shape = shapeOf(o),
                                                    .dtype = c.dtypeOf(o.qkv)}));
}

}  // namespace shardscope::gpu
