#include "tests/doubles/cuda/fake_stream.h"

namespace shardscope::doubles::cuda {

FakeStream::FakeStream(int onDevice, unsigned streamFlags, int streamPriority, uint32_t streamId)
    : device(onDevice), flags(streamFlags), priority(streamPriority), id(streamId), worker_([this] {
          serve();
      }) {}

FakeStream::~FakeStream() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

uint64_t FakeStream::push(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(work));
    changed_.notify_all();
    return ++pushed_;
}

uint64_t FakeStream::pushed() const {
    const std::lock_guard lock(mutex_);
    return pushed_;
}

bool FakeStream::passed(uint64_t count) const {
    const std::lock_guard lock(mutex_);
    return done_ >= count;
}

void FakeStream::waitFor(uint64_t count) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_ >= count; });
}

bool FakeStream::idle() const {
    const std::lock_guard lock(mutex_);
    return done_ == pushed_;
}

void FakeStream::serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return ending_ || !queue_.empty(); });
        if (queue_.empty()) return;
        std::function<void()> work = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        work();
        work = nullptr;  // it may own this stream: gone before anyone is told that it has ended
        lock.lock();
        ++done_;
        changed_.notify_all();
    }
}

}  // namespace shardscope::doubles::cuda
