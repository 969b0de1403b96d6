#pragma once
// A FIFO stream: a worker thread that executes what one other thread pushes, in order.
//
// One producer (the rank's interpreter thread) calls push and drain; the worker executes in place, in
// a ring of fixed slots. No lock is held at any time; both sides sleep on a counter (futex) when they
// have nothing to do, because ranks x streams are more threads than a laptop has cores.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace shardscope::core {

/// @tparam Work a movable value. @c Execute must not throw.
template <class Work>
class Stream {
  public:
    using Execute = std::function<void(Work&)>;
    static constexpr uint32_t kCapacity = 1024;

    explicit Stream(Execute execute) : execute_(std::move(execute)), worker_([this] { serve(); }) {}

    /// Executes what was pushed, then ends the worker.
    ~Stream() {
        enqueue(std::nullopt);
        worker_.join();
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    /// Returns before the work is done; blocks only while the ring is full.
    void push(Work work) { enqueue(std::move(work)); }

    /// Blocks until everything pushed has been executed.
    void drain() { waitUntilDone(pushed_.load(std::memory_order_relaxed)); }

    /// Whether everything pushed has been executed.
    bool idle() const { return done_.load() == pushed_.load(std::memory_order_relaxed); }

  private:
    using Slots = std::array<std::optional<Work>, kCapacity>;  // an empty slot ends the worker

    static bool reached(uint32_t counter, uint32_t target) {
        return static_cast<int32_t>(counter - target) >= 0;  // counters wrap around
    }

    void enqueue(std::optional<Work> work) {
        const uint32_t next = pushed_.load(std::memory_order_relaxed);
        if (next - done_.load() == kCapacity) waitUntilDone(next - kCapacity / 2);
        (*slots_)[next % kCapacity] = std::move(work);
        pushed_.store(next + 1);
        pushed_.notify_one();
    }

    // The worker wakes the producer only at the count that the producer asked for.
    void waitUntilDone(uint32_t target) {
        wanted_.store(target);
        for (uint32_t done = done_.load(); !reached(done, target); done = done_.load()) {
            done_.wait(done);
        }
    }

    void serve() {
        for (uint32_t next = 0;; ++next) {
            while (pushed_.load() == next) pushed_.wait(next);
            std::optional<Work>& slot = (*slots_)[next % kCapacity];
            if (!slot) return;
            execute_(*slot);
            slot.reset();
            done_.store(next + 1);
            if (next + 1 == wanted_.load()) done_.notify_one();
        }
    }

    Execute execute_;
    std::unique_ptr<Slots> slots_ = std::make_unique<Slots>();
    alignas(64) std::atomic<uint32_t> pushed_{0};
    alignas(64) std::atomic<uint32_t> done_{0};
    std::atomic<uint32_t> wanted_{0};
    std::thread worker_;  // last: starts when everything above exists
};

}  // namespace shardscope::core
