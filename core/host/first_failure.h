#pragma once
// The first thing that went wrong on a device. Any thread.

#include <atomic>
#include <mutex>
#include <optional>

#include "core/base/result.h"

namespace shardscope::core {

class FirstFailure {
  public:
    /// Keeps @p error unless there is one already. @return whether it was the first.
    bool set(Error error) {
        const std::lock_guard lock(mutex_);
        if (error_) return false;
        error_ = std::move(error);
        happened_ = true;
        return true;
    }
    bool happened() const { return happened_; }
    Result<void> result() const {
        const std::lock_guard lock(mutex_);
        if (error_) return tl::unexpected<Error>(*error_);
        return {};
    }

  private:
    mutable std::mutex mutex_;
    std::optional<Error> error_;
    std::atomic<bool> happened_{false};  // read before each piece of work, without the lock
};

}  // namespace shardscope::core
