#include "gpu/communicators/rank_kernels.h"

#include "core/host/collective_shape.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/rank_sum.h"

namespace shardscope::gpu {

namespace {

using core::CollectiveCall;

/// A slice of every input.
RankSumArgs sumOf(std::span<const CollectiveCall> calls, const core::Slice& slice) {
    RankSumArgs args{};
    args.inputCount = static_cast<int>(calls.size());
    args.elements = slice.elements;
    args.dtype = calls.front().dtype;
    for (size_t r = 0; r < calls.size(); ++r) {
        args.inputs[r] = core::at(calls[r].input, args.dtype, slice.first);
    }
    return args;
}

void addOutput(RankSumArgs& args, void* output) { args.outputs[args.outputCount++] = output; }

cudaError_t gatherAll(std::span<const CollectiveCall> calls, const CollectiveCall& mine,
                      cudaStream_t stream) {
    GatherArgs args{};
    args.output = mine.output;
    args.count = static_cast<int>(calls.size());
    args.shardBytes = mine.elements / args.count * core::bytesOf(mine.dtype);
    for (size_t r = 0; r < calls.size(); ++r) args.inputs[r] = calls[r].input;
    return launchGather(stream, args);
}

cudaError_t copyFromRoot(const CollectiveCall& root, const CollectiveCall& mine,
                         cudaStream_t stream) {
    GatherArgs args{};
    args.output = mine.output;
    args.count = 1;
    args.shardBytes = mine.elements * core::bytesOf(mine.dtype);
    args.inputs[0] = root.input;
    return launchGather(stream, args);
}

}  // namespace

cudaError_t enqueueMemberPart(std::span<const CollectiveCall> calls, int own, int root,
                              cudaStream_t stream) {
    const CollectiveCall& mine = calls[static_cast<size_t>(own)];
    const auto named = [&]() -> const CollectiveCall& { return calls[static_cast<size_t>(root)]; };
    const core::Slice slice =
        core::sliceOf(mine.elements, static_cast<int>(calls.size()), core::Rank{own});
    RankSumArgs sum = sumOf(calls, slice);
    switch (mine.kind) {
        case core::CollectiveKind::AllGather:
            return gatherAll(calls, mine, stream);
        case core::CollectiveKind::Broadcast:
            return copyFromRoot(named(), mine, stream);
        case core::CollectiveKind::ReduceScatter:
            addOutput(sum, mine.output);
            break;
        case core::CollectiveKind::AllReduce:
            for (const CollectiveCall& call : calls) {
                addOutput(sum, core::at(call.output, call.dtype, slice.first));
            }
            break;
        case core::CollectiveKind::Reduce:
            addOutput(sum, core::at(named().output, mine.dtype, slice.first));
            break;
    }
    return slice.elements == 0 ? cudaSuccess : launchRankSum(stream, sum);
}

}  // namespace shardscope::gpu
