#include "core/host/collective_shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace shardscope::core {

namespace {

/// Bytes of memory, as numbers: a rank that receives nothing may pass no address.
struct Span {
    uintptr_t begin = 0;
    int64_t bytes = 0;

    uintptr_t end() const { return begin + static_cast<uintptr_t>(bytes); }
};

bool overlap(Span a, Span b) { return a.begin < b.end() && b.begin < a.end(); }

bool inPlace(Span input, Span output, int64_t sliceStart) {
    if (input.bytes == output.bytes) return input.begin == output.begin;
    const Span& whole = input.bytes > output.bytes ? input : output;
    const Span& part = input.bytes > output.bytes ? output : input;
    return part.begin == whole.begin + static_cast<uintptr_t>(sliceStart);
}

Span spanOf(const void* array, bool isSlice, const CollectiveCall& call, int ranks) {
    return {.begin = reinterpret_cast<uintptr_t>(array),
            .bytes = call.elements / (isSlice ? ranks : 1) * bytesOf(call.dtype)};
}

}  // namespace

Slice sliceOf(int64_t elements, int ranks, Rank rank) {
    const int64_t each = elements / ranks;
    const int64_t rest = elements % ranks;
    const int64_t before = rank.value * each + std::min<int64_t>(rank.value, rest);
    return {.first = before, .elements = each + (rank.value < rest ? 1 : 0)};
}

std::string describe(const CallShape& shape) {
    const bool rooted =
        shape.kind == CollectiveKind::Reduce || shape.kind == CollectiveKind::Broadcast;
    std::string text = fmt::format("{} of {} {} elements", nameOf(shape.kind), shape.elements,
                                   nameOf(shape.dtype));
    if (rooted && shape.root.value != 0) text += fmt::format(" at rank {}", shape.root.value);
    if (shape.group.count > 0) {
        text += fmt::format(" among {} ranks from {} by {}", shape.group.count, shape.group.first,
                            shape.group.stride);
    }
    return text;
}

Result<void> checkMembers(const CollectiveCall& call, int ranks, Rank rank) {
    const RankSet& group = call.group;
    const auto isMember = [&](Rank each) {
        const int offset = each.value - group.first;
        return offset >= 0 && offset % group.stride == 0 &&
               offset / group.stride < group.size(ranks);
    };
    const bool fits = group.first >= 0 && group.stride > 0 && group.count >= 0 &&
                      group.member(group.size(ranks) - 1).value < ranks;
    const bool rooted =
        call.kind == CollectiveKind::Reduce || call.kind == CollectiveKind::Broadcast;
    if (fits && isMember(rank) && (!rooted || isMember(call.root))) return {};
    return invalidInput(fmt::format("rank {}", rank.value),
                        fmt::format("{}: found a caller, a root or members that are not ranks of "
                                    "the group, of {} in all",
                                    describe(shapeOf(call)), ranks));
}

Result<void> checkCall(const CollectiveCall& call, int allRanks, Rank rank) {
    if (auto members = checkMembers(call, allRanks, rank); !members) return members;
    const int ranks = call.group.size(allRanks);
    const int index = call.group.indexOf(rank);
    const bool scatter = call.kind == CollectiveKind::ReduceScatter;
    const bool gather = call.kind == CollectiveKind::AllGather;
    const std::string where = fmt::format("rank {}", rank.value);
    if ((scatter || gather) && call.elements % ranks != 0) {
        return invalidInput(where, fmt::format("{}: found a remainder over {} ranks; allowed: a "
                                               "multiple of the ranks",
                                               describe(shapeOf(call)), ranks));
    }
    const Span input = spanOf(call.input, gather, call, ranks);
    const Span output = spanOf(call.output, scatter, call, ranks);
    const int64_t sliceStart = std::min(input.bytes, output.bytes) * index;
    if (inPlace(input, output, sliceStart) || !overlap(input, output)) return {};
    return invalidInput(where, fmt::format("{}: found input and output that overlap; allowed: "
                                           "apart, or in place as in NCCL",
                                           describe(shapeOf(call))));
}

}  // namespace shardscope::core
