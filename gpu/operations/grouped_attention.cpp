// Attention whose query heads may share key heads: with stored probabilities, and flash.

#include "gpu/cuda_check.h"
#include "gpu/kernels/flash_attention.h"
#include "gpu/operations/operations.h"
#include "gpu/operations/targets.h"

namespace shardscope::gpu {

namespace {

/// q, k and v, or their gradients: three tensors, or one whose rows hold all three side by side.
struct Slices {
    TokenRows q, k, v;
};

TokenRows rowsAt(core::TensorId tensor, int64_t column, int64_t stride, const LaunchContext& c) {
    return {.address = c.at<std::byte>(tensor) + column * core::bytesOf(c.dtypeOf(tensor)),
            .stride = stride};
}

Slices slicesOf(const core::AttentionShape& s, core::TensorId q, core::TensorId k, core::TensorId v,
                const LaunchContext& c) {
    const int64_t wide = s.heads * s.columns, narrow = s.kvHeads * s.columns;
    if (q != k) return {rowsAt(q, 0, wide, c), rowsAt(k, 0, narrow, c), rowsAt(v, 0, narrow, c)};
    const int64_t packed = wide + 2 * narrow;
    return {rowsAt(q, 0, packed, c), rowsAt(q, wide, packed, c),
            rowsAt(q, wide + narrow, packed, c)};
}

TokenRows headsOf(const core::AttentionShape& s, core::TensorId tensor, const LaunchContext& c) {
    return rowsAt(tensor, 0, s.heads * s.columns, c);
}

AttentionShape shapeOf(const core::AttentionShape& s) {
    return {.batch = s.batch,
            .sequence = s.sequence,
            .heads = static_cast<int>(s.heads),
            .kvHeads = static_cast<int>(s.kvHeads),
            .headSize = static_cast<int>(s.columns)};
}

}  // namespace

core::Result<void> launch(const core::GroupedAttentionForward& o, const LaunchContext& c) {
    const Slices in = slicesOf(o.shape, o.q, o.k, o.v, c);
    return check(launchAttentionForward(c.stream, {.q = in.q,
                                                   .k = in.k,
                                                   .v = in.v,
                                                   .out = headsOf(o.shape, o.out, c),
                                                   .probabilities = c.at(o.probabilities),
                                                   .shape = shapeOf(o.shape),
                                                   .dtype = c.dtypeOf(o.q)}));
}

core::Result<void> launch(const core::GroupedAttentionBackward& o, const LaunchContext& c) {
    const Slices in = slicesOf(o.shape, o.q, o.k, o.v, c);
    const Slices gradients = slicesOf(o.shape, o.dQ, o.dK, o.dV, c);
    return check(launchAttentionBackward(c.stream, {.dOut = headsOf(o.shape, o.dOut, c),
                                                    .q = in.q,
                                                    .k = in.k,
                                                    .v = in.v,
                                                    .dQ = gradients.q,
                                                    .dK = gradients.k,
                                                    .dV = gradients.v,
                                                    .probabilities = c.at(o.probabilities),
                                                    .dScores = c.at(o.dScores),
                                                    .shape = shapeOf(o.shape),
                                                    .dtype = c.dtypeOf(o.q)}));
}

core::Result<void> launch(const core::FlashAttentionForward& o, const LaunchContext& c) {
    const Slices in = slicesOf(o.shape, o.q, o.k, o.v, c);
    return check(launchFlashForward(c.stream, {.q = in.q,
                                               .k = in.k,
                                               .v = in.v,
                                               .out = headsOf(o.shape, o.out, c),
                                               .logSumExp = c.at<float>(o.logSumExp),
                                               .shape = shapeOf(o.shape),
                                               .dtype = c.dtypeOf(o.q)}));
}

core::Result<void> launch(const core::FlashAttentionBackward& o, const LaunchContext& c) {
    const Slices in = slicesOf(o.shape, o.q, o.k, o.v, c);
    const Slices gradients = slicesOf(o.shape, o.dQ, o.dK, o.dV, c);
    FlashBackwardArgs args{.dOut = headsOf(o.shape, o.dOut, c),
                           .q = in.q,
                           .k = in.k,
                           .v = in.v,
                           .out = headsOf(o.shape, o.out, c),
                           .dQ = gradients.q,
                           .dK = gradients.k,
                           .dV = gradients.v,
                           .logSumExp = c.at<float>(o.logSumExp),
                           .scratch = nullptr,
                           .shape = shapeOf(o.shape),
                           .dtype = c.dtypeOf(o.q)};
    return launchWithScratch(args, c, launchFlashBackward);
}

}  // namespace shardscope::gpu
