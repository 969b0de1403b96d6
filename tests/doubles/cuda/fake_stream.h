#pragma once
// Streams and events of the double: a FIFO worker thread, and records that it passes.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace shardscope::doubles::cuda {

/// One record of an event: what later waits refer to, even when the event is recorded anew.
struct EventRecord {
    std::atomic<bool> passed{false};
    std::atomic<int64_t> timeNs{0};

    void pass(int64_t atNs) {
        timeNs.store(atNs);
        passed.store(true);
        passed.notify_all();
    }
    void wait() const { passed.wait(false); }
};

struct FakeEvent {
    int device = 0;
    unsigned flags = 0;
    std::shared_ptr<EventRecord> latest;  // null = never recorded
};

class FakeStream {
  public:
    /// @param id as CUPTI's records name it; unique.
    FakeStream(int device, unsigned flags, int priority, uint32_t id);
    /// Ends after everything pushed has run.
    ~FakeStream();

    const int device;
    const unsigned flags;
    const int priority;
    const uint32_t id;
    std::atomic<bool> destroyed{false};
    int64_t standsAtNs =
        0;  ///< end of its last paced work, or what it waited for; its thread's own

    /// @return how many pieces of work were pushed, this one included.
    uint64_t push(std::function<void()> work);
    uint64_t pushed() const;
    bool passed(uint64_t count) const;
    void waitFor(uint64_t count) const;
    bool idle() const;
    void drain() const { waitFor(pushed()); }

  private:
    void serve();

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::deque<std::function<void()>> queue_;
    uint64_t pushed_ = 0, done_ = 0;
    bool ending_ = false;
    std::thread worker_;
};

}  // namespace shardscope::doubles::cuda
