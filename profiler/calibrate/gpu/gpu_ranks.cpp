#include "profiler/calibrate/gpu/gpu_ranks.h"

#include "profiler/calibrate/collective_sweep.h"

namespace shardscope::profiler {

namespace {

core::Result<void> measureCollectives(const RanksQuestion& q, MeasuredRanks& ranks) {
    const int64_t room =
        largestSweepBytes(q.accelerator.availableBytes(), q.accelerator.ranksAGpu());
    const auto timed = sweepGpuCollectives(q.accelerator, q.makeTags, q.ranks, q.dtypes, room,
                                           q.seconds, q.stopped);
    if (!timed) return tl::unexpected(timed.error());
    ranks.link = fitLink(*timed, q.ranks);
    return {};
}

core::Result<void> measureSharing(const RanksQuestion& q, MeasuredRanks& ranks) {
    auto benches = GpuBench::openAll(q.accelerator, q.makeTags, q.weights, q.arenaBytes);
    if (!benches) return tl::unexpected(benches.error());
    const auto memory = copySharing(*benches);
    if (!memory) return tl::unexpected(memory.error());
    ranks.memorySharing = *memory;
    if (!q.square) return {};
    const auto product = squareSharing(*benches, q.square->dtype, q.square->size);
    if (!product) return tl::unexpected(product.error());
    ranks.productSharing = *product;
    return {};
}

}  // namespace

core::Result<MeasuredRanks> measureRanks(const RanksQuestion& q) {
    MeasuredRanks ranks{.ranks = q.ranks, .sameGpu = !q.accelerator.meetsInKernels(), .link = {}};
    {
        const auto made = q.accelerator.communicators(0);
        if (!made) return tl::unexpected(made.error());
        if (const auto use = q.accelerator.use()) ranks.ncclBytes = use->nccl;
    }
    core::Result<void> done = measureCollectives(q, ranks);
    if (done && ranks.sameGpu) done = measureSharing(q, ranks);
    if (!done) return tl::unexpected(done.error());
    return ranks;
}

}  // namespace shardscope::profiler
