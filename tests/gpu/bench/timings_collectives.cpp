#include "gpu/kernels/gather.h"
#include "gpu/kernels/rank_sum.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

namespace {

void timeRankSums(Report& report, const Arena& arena, DType dtype, int ranks) {
    Placement place(arena);
    const int64_t slice = kElements / ranks;
    RankSumArgs args{.inputs = {},
                     .outputs = {},
                     .inputCount = ranks,
                     .outputCount = 1,
                     .elements = slice,
                     .dtype = dtype};
    for (int r = 0; r < ranks; ++r) args.inputs[r] = place.random(dtype, slice);
    for (int r = 0; r < ranks; ++r) args.outputs[r] = place.take(dtype, slice);
    const double bytes = static_cast<double>(slice) * size(dtype);
    const std::string suffix = " N=" + std::to_string(ranks);
    report.time("reduce_scatter" + suffix, dtype,
                medianMs([&] { return launchRankSum(nullptr, args); }), bytes * (ranks + 1));
    args.outputCount = ranks;
    report.time("all_reduce" + suffix, dtype,
                medianMs([&] { return launchRankSum(nullptr, args); }), bytes * 2 * ranks);
}

void timeGather(Report& report, const Arena& arena, int ranks) {
    Placement place(arena);
    const int64_t shardBytes = (int64_t{1} << 30) / ranks;
    GatherArgs args{.inputs = {},
                    .output = place.take(shardBytes * ranks),
                    .count = ranks,
                    .shardBytes = shardBytes};
    for (int r = 0; r < ranks; ++r) args.inputs[r] = place.random(DType::Bf16, shardBytes / 2);
    report.time("all_gather N=" + std::to_string(ranks), DType::Bf16,
                medianMs([&] { return launchGather(nullptr, args); }),
                2.0 * static_cast<double>(shardBytes) * ranks);
}

}  // namespace

void timeCollectives(Report& report, const Arena& arena) {
    for (const int ranks : {2, 4, 8}) {
        timeRankSums(report, arena, DType::Bf16, ranks);
        timeGather(report, arena, ranks);
    }
    timeRankSums(report, arena, DType::Fp32, 4);
}

}  // namespace shardscope::bench
