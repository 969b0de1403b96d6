#include "tests/doubles/cuda/nccl_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tests/doubles/cuda/elements.h"
#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope::doubles::cuda {

namespace {

/// Σ over ranks, in rank order, of element @p index.
float sumAt(const std::vector<NcclCall>& calls, size_t index) {
    float sum = elementAt(calls.front().input, calls.front().dtype, index);  // -0 stays -0
    for (size_t rank = 1; rank < calls.size(); ++rank) {
        sum += elementAt(calls[rank].input, calls[rank].dtype, index);
    }
    return sum;
}

/// The same of integers.
void addIntegers(const std::vector<NcclCall>& calls, size_t first, std::vector<std::byte>& result) {
    auto* sum = reinterpret_cast<int32_t*>(result.data());
    for (const NcclCall& call : calls) {
        const int32_t* values = static_cast<const int32_t*>(call.input) + first;
        for (size_t i = 0; i < result.size() / sizeof(int32_t); ++i) sum[i] += values[i];
    }
}

std::vector<std::byte> sums(const std::vector<NcclCall>& calls, size_t first, size_t count) {
    const core::DType dtype = calls.front().dtype;
    std::vector<std::byte> result(count * static_cast<size_t>(core::bytesOf(dtype)));
    if (dtype == core::DType::Int32) addIntegers(calls, first, result);
    for (size_t i = 0; dtype != core::DType::Int32 && i < count; ++i) {
        setElement(result.data(), dtype, i, sumAt(calls, first + i));
    }
    return result;
}

}  // namespace

std::vector<std::byte> resultOf(const std::vector<NcclCall>& calls, int rank) {
    const NcclCall& mine = calls[static_cast<size_t>(rank)];
    const auto bytes = static_cast<size_t>(core::bytesOf(mine.dtype));
    const auto copied = [&](const NcclCall& from) {
        const auto* first = static_cast<const std::byte*>(from.input);
        return std::vector<std::byte>(first, first + from.count * bytes);
    };
    switch (mine.kind) {
        case NcclKind::ReduceScatter:
            return sums(calls, static_cast<size_t>(rank) * mine.count, mine.count);
        case NcclKind::AllReduce:
            return sums(calls, 0, mine.count);
        case NcclKind::Reduce:
            return rank == mine.root ? sums(calls, 0, mine.count) : std::vector<std::byte>{};
        case NcclKind::Broadcast:
            return copied(calls[static_cast<size_t>(mine.root)]);
        case NcclKind::AllGather:
            break;
    }
    std::vector<std::byte> all;
    for (const NcclCall& call : calls) {
        const std::vector<std::byte> part = copied(call);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

const char* nameOf(NcclKind kind) {
    switch (kind) {
        case NcclKind::ReduceScatter:
            return "ncclDevKernel_ReduceScatter_double";
        case NcclKind::AllGather:
            return "ncclDevKernel_AllGather_double";
        case NcclKind::AllReduce:
            return "ncclDevKernel_AllReduce_double";
        case NcclKind::Reduce:
            return "ncclDevKernel_Reduce_double";
        case NcclKind::Broadcast:
            return "ncclDevKernel_Broadcast_double";
    }
    return "ncclDevKernel";
}

void checkAgreement(const std::vector<NcclCall>& calls) {
    for (const NcclCall& call : calls) {
        const NcclCall& first = calls.front();
        if (call.kind != first.kind || call.count != first.count || call.dtype != first.dtype ||
            call.root != first.root) {
            violation(fmt::format("NCCL: ranks disagree: {} of {} and {} of {} elements",
                                  nameOf(first.kind), first.count, nameOf(call.kind), call.count));
        }
    }
}

SplitPlace splitPlaceOf(const std::vector<std::pair<int, int>>& entered, int rank) {
    const auto [color, key] = entered[static_cast<size_t>(rank)];
    std::vector<std::pair<int, int>> byKey;  // key, rank
    for (size_t other = 0; other < entered.size(); ++other) {
        if (entered[other].first == color) {
            byKey.emplace_back(entered[other].second, static_cast<int>(other));
        }
    }
    std::sort(byKey.begin(), byKey.end());
    SplitPlace place;
    for (const auto& [theirKey, other] : byKey) {
        if (other == rank) place.rank = static_cast<int>(place.members.size());
        place.members.push_back(other);
    }
    return place;
}

}  // namespace shardscope::doubles::cuda
