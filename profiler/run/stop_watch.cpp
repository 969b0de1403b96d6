#include "profiler/run/stop_watch.h"

#include "profiler/run/session.h"

namespace shardscope::profiler {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 50ms;  // how often the flag, which a signal handler sets, is looked at

}  // namespace

StopWatch::StopWatch(const std::atomic<bool>& stop, std::chrono::milliseconds grace)
    : stop_(stop), grace_(grace), thread_([this] { watch(); }) {}

StopWatch::~StopWatch() {
    {
        const std::scoped_lock lock(mutex_);
        over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void StopWatch::guard(Session& session, const std::function<void()>& work) {
    {
        const std::scoped_lock lock(mutex_);
        running_ = &session;
    }
    work();
    const std::scoped_lock lock(mutex_);
    running_ = nullptr;
    changed_.notify_all();
}

void StopWatch::watch() {
    std::unique_lock lock(mutex_);
    while (!over_ && !stop_) changed_.wait_for(lock, kLook);
    while (!over_) {
        Session* const session = running_;
        if (!changed_.wait_for(lock, grace_, [&] { return over_ || running_ != session; }) &&
            session) {
            session->abort("stopped by a signal");
            changed_.wait(lock, [&] { return over_ || running_ != session; });
        }
    }
}

}  // namespace shardscope::profiler
