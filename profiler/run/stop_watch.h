#pragma once
// Watches for the request to stop while a step runs: the step may end on its own for a while, then its
// ranks are aborted, so that a signal is answered even when a peer hangs.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace shardscope::profiler {

class Session;

class StopWatch {
  public:
    /// @param grace what a step in flight is given to end on its own.
    StopWatch(const std::atomic<bool>& stop, std::chrono::milliseconds grace);
    ~StopWatch();

    bool stopped() const { return stop_; }
    /// Runs @p work, which takes @p session one step further.
    void guard(Session& session, const std::function<void()>& work);

  private:
    void watch();

    const std::atomic<bool>& stop_;
    std::chrono::milliseconds grace_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Session* running_ = nullptr;  ///< guarded by mutex_
    bool over_ = false;           ///< guarded by mutex_
    std::thread thread_;
};

}  // namespace shardscope::profiler
