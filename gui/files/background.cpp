#include "gui/files/background.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <system_error>
#include <utility>

namespace shardscope::gui {

Background::Background(size_t threads) : most_(std::max<size_t>(1, threads)) {}

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        waiting_.clear();
    }
    more_.notify_all();
}

void Background::start(Work work) {
    bool another = false;
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(work));
        another = waiting_.size() > idle_ && threads_.size() < most_;
    }
    more_.notify_one();
    if (!another) return;
    try {
        threads_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
        if (!threads_.empty()) return;
        const Work alone = std::move(waiting_.front());
        waiting_.pop_front();
        if (const Then then = alone()) then();
    }
}

void Background::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        ++idle_;
        more_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        --idle_;
        if (ending_) return;
        Work work = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        Then then = work();
        work = nullptr;
        lock.lock();
        if (!then) continue;
        done_.push_back(std::move(then));
        // Posted, not invoked: nothing virtual is called of an object that may be ending.
        QCoreApplication::postEvent(this, new QEvent(QEvent::User));
    }
}

/// One event a result: when it ends this object, the other events go with it.
void Background::customEvent(QEvent*) {
    std::unique_lock lock(mutex_);
    const Then then = std::move(done_.front());
    done_.pop_front();
    lock.unlock();
    then();
}

}  // namespace shardscope::gui
