#include "tests/doubles/cuda/nccl_threads.h"

#include <cstring>

namespace shardscope::doubles::cuda {

void ThreadNcclGroup::arrive(int, int) {
    const std::lock_guard lock(mutex_);
    ++joined_;
    changed_.notify_all();
}

ncclResult_t ThreadNcclGroup::awaitAll() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return joined_ >= ranks(); });
    return ncclSuccess;  // two on one GPU have been refused when they came
}

NcclEnd ThreadNcclGroup::run(int rank, uint64_t number, const NcclCall& call) {
    std::unique_lock lock(mutex_);
    const auto aborted = [&] { return aborted_[static_cast<size_t>(rank)]; };
    if (aborted()) return NcclEnd::Aborted;
    Meeting& meeting = meetings_[number];
    meeting.calls.resize(static_cast<size_t>(ranks()));
    meeting.calls[static_cast<size_t>(rank)] = call;
    ++meeting.arrived;
    changed_.notify_all();
    changed_.wait(lock, [&] { return meeting.arrived == ranks() || aborted(); });
    if (aborted()) return NcclEnd::Aborted;
    checkAgreement(meeting.calls);
    lock.unlock();
    const std::vector<std::byte> result = resultOf(meeting.calls, rank);
    lock.lock();
    // In-place forms write where peers read: nobody writes before all have read.
    ++meeting.worked;
    changed_.notify_all();
    changed_.wait(lock, [&] { return meeting.worked == ranks() || aborted(); });
    if (aborted()) return NcclEnd::Aborted;
    if (!result.empty()) std::memcpy(call.output, result.data(), result.size());
    if (++meeting.left == ranks()) meetings_.erase(number);
    return NcclEnd::Done;
}

void ThreadNcclGroup::hang(int rank) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return aborted_[static_cast<size_t>(rank)]; });
}

void ThreadNcclGroup::enterSplit(int rank, uint64_t number, int color, int key) {
    const std::lock_guard lock(mutex_);
    splits_[number].entered[rank] = {color, key};
    changed_.notify_all();
}

NcclGroup::Place ThreadNcclGroup::awaitSplit(int rank, uint64_t number) {
    std::unique_lock lock(mutex_);
    Splitting& split = splits_[number];
    const auto aborted = [&] { return aborted_[static_cast<size_t>(rank)]; };
    changed_.wait(
        lock, [&] { return split.entered.size() == static_cast<size_t>(ranks()) || aborted(); });
    const int color = split.entered.at(rank).first;
    if (aborted() || color == NCCL_SPLIT_NOCOLOR) return {};
    std::vector<std::pair<int, int>> entered;
    for (const auto& [other, chosen] : split.entered) entered.push_back(chosen);
    const SplitPlace place = splitPlaceOf(entered, rank);
    auto& group = split.groups[color];
    if (!group) group = std::make_shared<ThreadNcclGroup>(static_cast<int>(place.members.size()));
    return {group, place.rank};
}

void ThreadNcclGroup::abort(int rank) {
    const std::lock_guard lock(mutex_);
    aborted_[static_cast<size_t>(rank)] = true;
    changed_.notify_all();
}

}  // namespace shardscope::doubles::cuda
