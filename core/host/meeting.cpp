#include "core/host/meeting.h"

#include <fmt/format.h>

namespace shardscope::core {

void AbortNotice::raise(Rank by, const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (raised_) return;
    by_ = by;
    reason_ = reason;
    raised_ = true;
}

Error AbortNotice::errorFor(Rank rank) const {
    const std::lock_guard lock(mutex_);
    return {.code = ErrorCode::Failed,
            .message = fmt::format("rank {} aborted: {}", by_.value, reason_),
            .where = fmt::format("rank {}", rank.value)};
}

bool Meeting::arrive() {
    const uint32_t generation = generation_.load();  // before arriving: it cannot move until then
    if (arrived_.fetch_add(1) + 1 == ranks_) {
        arrived_ = 0;
        generation_.fetch_add(1);
        generation_.notify_all();
        return !notice_.raised();
    }
    // The notice is raised before the generation moves, so one of the two is seen.
    if (!notice_.raised()) generation_.wait(generation);
    return !notice_.raised();
}

void Meeting::wakeAll() {
    generation_.fetch_add(1);
    generation_.notify_all();
}

bool ReadGate::enter() {
    if (!(state_.fetch_add(1) & kClosed)) return true;
    leave();
    return false;
}

void ReadGate::leave() {
    if (state_.fetch_sub(1) == (kClosed | 1)) state_.notify_all();
}

void ReadGate::close() {
    state_.fetch_or(kClosed);
    state_.notify_all();
}

void ReadGate::awaitEmpty() const {
    for (uint32_t state = state_.load(); state != kClosed; state = state_.load()) {
        state_.wait(state);
    }
}

}  // namespace shardscope::core
