#include "traces/write/ordered_blocks.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace shardscope::traces {

namespace {

constexpr size_t kHeldPerWorker = 4;

/// Block i waits in ring slot i % size until it is taken. All members are under mutex_.
class Ring {
  public:
    Ring(size_t count, size_t size) : count_(count), slots_(size) {}

    /// The next block to make, once there is room for it; nothing when all are made or stop().
    std::optional<size_t> claim() {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] {
            return stopped_ || claimed_ == count_ || claimed_ < taken_ + slots_.size();
        });
        if (stopped_ || claimed_ == count_) return std::nullopt;
        return claimed_++;
    }

    void put(size_t index, FileBlock block) {
        {
            const std::lock_guard lock(mutex_);
            slots_[index % slots_.size()] = std::move(block);
        }
        made_.notify_one();
    }

    FileBlock take() {
        std::unique_lock lock(mutex_);
        std::optional<FileBlock>& slot = slots_[taken_ % slots_.size()];
        made_.wait(lock, [&] { return slot.has_value(); });
        FileBlock block = *std::exchange(slot, std::nullopt);
        ++taken_;
        room_.notify_all();
        return block;
    }

    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
        }
        room_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable room_, made_;
    size_t count_, claimed_ = 0, taken_ = 0;
    std::vector<std::optional<FileBlock>> slots_;
    bool stopped_ = false;
};

/// Stops the ring before its threads are joined, whichever way the scope is left.
struct StopAtEnd {
    Ring& ring;
    ~StopAtEnd() { ring.stop(); }
};

}  // namespace

core::Result<void> makeInOrder(size_t count, int workers,
                               const std::function<FileBlock(int, size_t)>& make,
                               const std::function<core::Result<void>(FileBlock)>& take) {
    Ring ring(count, kHeldPerWorker * static_cast<size_t>(workers));
    std::vector<std::jthread> threads;
    const StopAtEnd stop{ring};
    try {
        for (int worker = 0; worker < workers; ++worker) {
            threads.emplace_back([&, worker] {
                while (const auto index = ring.claim()) ring.put(*index, make(worker, *index));
            });
        }
    } catch (const std::system_error& error) {
        if (threads.empty()) {
            return core::failed("writing a trace", std::string("no thread: ") + error.what());
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (auto taken = take(ring.take()); !taken) return taken;
    }
    return {};
}

}  // namespace shardscope::traces
