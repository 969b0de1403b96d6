#pragma once
// What the host's communicators share about a collective: who computes which elements, whether the
// call is one that NCCL would take, and whether all ranks made the same call. Pure; any thread.

#include <cstddef>
#include <optional>
#include <string>

#include "core/engine/communicator.h"

namespace shardscope::core {

/// Half-open range of elements.
struct Slice {
    int64_t first = 0;
    int64_t elements = 0;
};

/// Elements of an array that @p rank sums. Equal slices when @p ranks divides @p elements; otherwise
/// the first ranks have one more.
Slice sliceOf(int64_t elements, int ranks, Rank rank);

/// Up to so many elements every rank sums all of an all-reduce itself: a second exchange costs more.
inline constexpr int64_t kTinyElements = 4096;

/// @p first elements into an array.
inline const std::byte* at(const void* array, DType dtype, int64_t first) {
    return static_cast<const std::byte*>(array) + first * bytesOf(dtype);
}
inline std::byte* at(void* array, DType dtype, int64_t first) {
    return static_cast<std::byte*>(array) + first * bytesOf(dtype);
}

/// Errors: InvalidInput for a root or caller outside the group, a count that the group's ranks do not
/// divide, and for buffers that overlap other
/// than NCCL's in-place forms do (reduce-scatter: output = input + rank*count; all-gather: input =
/// output + rank*count; the others: output = input).
Result<void> checkCall(const CollectiveCall& call, int ranks, Rank rank);

/// What must be equal on all ranks.
struct CallShape {
    CollectiveKind kind{};
    DType dtype{};
    int64_t elements = 0;
    Rank root;
    RankSet group;

    bool operator==(const CallShape&) const = default;
};
inline CallShape shapeOf(const CollectiveCall& call) {
    return {.kind = call.kind,
            .dtype = call.dtype,
            .elements = call.elements,
            .root = call.root,
            .group = call.group};
}
/// "reduceScatter of 4096 bf16 elements".
std::string describe(const CallShape& shape);

/// Names the first member whose call differs from the first one's, and both calls.
/// @param shapeOfMember callable (int index) → CallShape.
template <class ShapeOfMember>
std::optional<std::string> findMismatch(const RankSet& group, int ranks,
                                        ShapeOfMember&& shapeOfMember) {
    const auto name = [&](int index) { return std::to_string(group.member(index).value); };
    const CallShape first = shapeOfMember(0);
    for (int i = 1; i < group.size(ranks); ++i) {
        const CallShape other = shapeOfMember(i);
        if (other == first) continue;
        return "ranks disagree: rank " + name(0) + " called " + describe(first) + ", rank " +
               name(i) + " called " + describe(other);
    }
    return std::nullopt;
}

}  // namespace shardscope::core
