#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

#include "traces/read/byte_source.h"

namespace shardscope::traces {

namespace {

constexpr size_t kChunkBytes = 512 << 10;
constexpr size_t kHeldChunks = 8;

/// What the thread hands over: bytes, the end (empty), or an error.
using Chunk = core::Result<std::string>;

class ReadAhead : public ByteSource {
  public:
    explicit ReadAhead(std::unique_ptr<ByteSource>& source) {
        thread_ = std::jthread([this] { run(); });  // may throw: the source is then the caller's
        const std::lock_guard lock(mutex_);
        source_ = std::move(source);
        started_ = true;
        room_.notify_one();
    }
    ~ReadAhead() override {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
        }
        room_.notify_all();
    }

    core::Result<size_t> read(char* out, size_t size) override {
        if (used_ == chunk_.size()) {
            if (auto next = takeChunk(); !next) return tl::unexpected(next.error());
        }
        const size_t count = chunk_.copy(out, size, used_);
        used_ += count;
        return count;
    }
    bool cut() const override { return source_->cut(); }
    int64_t position() const override { return source_->position(); }

  private:
    core::Result<void> takeChunk() {
        if (ended_) return {};
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [&] { return !chunks_.empty(); });
        Chunk next = std::move(chunks_.front());
        chunks_.pop_front();
        room_.notify_one();
        ended_ = !next || next->empty();
        if (!next) return tl::unexpected(next.error());
        chunk_ = *std::move(next);
        used_ = 0;
        return {};
    }

    bool waitForRoom() {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return stopped_ || (started_ && chunks_.size() < kHeldChunks); });
        return !stopped_;
    }

    void run() {
        for (bool more = true; more && waitForRoom();) {
            Chunk chunk = nextChunk();
            more = chunk && !chunk->empty();
            {
                const std::lock_guard lock(mutex_);
                chunks_.push_back(std::move(chunk));
            }
            ready_.notify_one();
        }
    }

    Chunk nextChunk() {
        std::string bytes(kChunkBytes, '\0');
        const auto count = source_->read(bytes.data(), bytes.size());
        if (!count) return tl::unexpected(count.error());
        bytes.resize(*count);
        return bytes;
    }

    std::unique_ptr<ByteSource> source_;
    std::mutex mutex_;  ///< of chunks_, started_, stopped_
    std::condition_variable room_, ready_;
    std::deque<Chunk> chunks_;
    bool started_ = false;
    bool stopped_ = false;
    std::string chunk_;  ///< this and the rest: the reader's
    size_t used_ = 0;
    bool ended_ = false;
    std::jthread thread_;  ///< last, so that it ends first
};

}  // namespace

std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source) {
    try {
        return std::make_unique<ReadAhead>(source);
    } catch (const std::system_error&) {
        return source;
    }
}

}  // namespace shardscope::traces
