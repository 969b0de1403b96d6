#pragma once
// Work on threads of its own, whose results come back to the thread that made it. What goes either way
// waits in a queue under a lock of ours: Qt only wakes the thread up. So the order of things can be
// followed by ThreadSanitizer, for which Qt's own locks do not exist.

#include <QObject>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace shardscope::gui {

class Background : public QObject {
  public:
    /// What is left to do with a result; runs on the thread that made the Background.
    using Then = std::function<void()>;
    /// Runs on any of the threads. Must not throw. @return an empty function: nothing is left to do.
    using Work = std::function<Then()>;

    /// @param threads at most; they are begun when there is work for them.
    explicit Background(size_t threads);
    /// Work that has not begun is dropped, the rest waited for, and no Then runs any more.
    ~Background() override;

    /// After what was started before it, where all threads are busy. Errors: none; where no thread can
    /// be had, the work is done at once.
    void start(Work work);

  protected:
    void customEvent(QEvent* event) override;

  private:
    void run();

    size_t most_;
    std::condition_variable more_;
    std::mutex mutex_;  ///< of the next four
    std::deque<Work> waiting_;
    std::deque<Then> done_;
    size_t idle_ = 0;
    bool ending_ = false;
    std::vector<std::jthread> threads_;  ///< last, so that they end first
};

}  // namespace shardscope::gui
