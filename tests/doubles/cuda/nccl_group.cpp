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
    float sum = 0.0F;
    for (const NcclCall& call : calls) sum += elementAt(call.input, call.dtype, index);
    return sum;
}

std::vector<std::byte> sums(const std::vector<NcclCall>& calls, size_t first, size_t count) {
    const core::DType dtype = calls.front().dtype;
    std::vector<std::byte> result(count * static_cast<size_t>(core::bytesOf(dtype)));
    for (size_t i = 0; i < count; ++i) {
        setElement(result.data(), dtype, i, sumAt(calls, first + i));
    }
    return result;
}

/// What rank @p rank's output will be; empty: it has none.
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

}  // namespace

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

void NcclGroup::arrive() {
    const std::lock_guard lock(mutex_);
    ++joined_;
    changed_.notify_all();
}

void NcclGroup::join() {
    arrive();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return joined_ >= ranks_; });
}

// Real ranks that disagree hang, or read past the end of their buffers.
void NcclGroup::check(const std::vector<NcclCall>& calls) const {
    for (const NcclCall& call : calls) {
        const NcclCall& first = calls.front();
        if (call.kind != first.kind || call.count != first.count || call.dtype != first.dtype ||
            call.root != first.root) {
            violation(fmt::format("NCCL: ranks disagree: {} of {} and {} of {} elements",
                                  nameOf(first.kind), first.count, nameOf(call.kind), call.count));
        }
    }
}

NcclEnd NcclGroup::run(int rank, uint64_t number, const NcclCall& call) {
    std::unique_lock lock(mutex_);
    const auto aborted = [&] { return aborted_[static_cast<size_t>(rank)]; };
    Meeting& meeting = meetings_[number];
    meeting.calls.resize(static_cast<size_t>(ranks_));
    meeting.calls[static_cast<size_t>(rank)] = call;
    ++meeting.arrived;
    changed_.notify_all();
    changed_.wait(lock, [&] { return meeting.arrived == ranks_ || aborted(); });
    if (aborted()) return NcclEnd::Aborted;
    check(meeting.calls);
    lock.unlock();
    const std::vector<std::byte> result = resultOf(meeting.calls, rank);
    lock.lock();
    // In-place forms write where peers read: nobody writes before all have read.
    ++meeting.worked;
    changed_.notify_all();
    changed_.wait(lock, [&] { return meeting.worked == ranks_ || aborted(); });
    if (aborted()) return NcclEnd::Aborted;
    if (!result.empty()) std::memcpy(call.output, result.data(), result.size());
    if (++meeting.left == ranks_) meetings_.erase(number);
    return NcclEnd::Done;
}

void NcclGroup::hang(int rank) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_[static_cast<size_t>(rank)]; });
}

void NcclGroup::enterSplit(int rank, uint64_t number, int color, int key) {
    const std::lock_guard lock(mutex_);
    splits_[number].entered[rank] = {color, key};
    changed_.notify_all();
}

NcclGroup::Place NcclGroup::awaitSplit(int rank, uint64_t number) {
    std::unique_lock lock(mutex_);
    Splitting& split = splits_[number];
    const auto aborted = [&] { return aborted_[static_cast<size_t>(rank)]; };
    changed_.wait(lock,
                  [&] { return split.entered.size() == static_cast<size_t>(ranks_) || aborted(); });
    const auto [color, key] = split.entered.at(rank);
    if (aborted() || color == NCCL_SPLIT_NOCOLOR) return {};
    std::vector<std::pair<int, int>> members;  // key, rank
    for (const auto& [other, chosen] : split.entered) {
        if (chosen.first == color) members.emplace_back(chosen.second, other);
    }
    std::sort(members.begin(), members.end());
    const auto mine = std::find(members.begin(), members.end(), std::pair{key, rank});
    auto& group = split.groups[color];
    if (!group) group = std::make_shared<NcclGroup>(static_cast<int>(members.size()));
    return {group, static_cast<int>(mine - members.begin())};
}

void NcclGroup::abort(int rank) {
    const std::lock_guard lock(mutex_);
    aborted_[static_cast<size_t>(rank)] = true;
    changed_.notify_all();
}

}  // namespace shardscope::doubles::cuda
