#include "traces/write/being_written.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace shardscope::traces {

namespace {

constexpr int kTries = 20;  // a reader that looks holds the lock for an instant
constexpr auto kPause = std::chrono::milliseconds(1);

}  // namespace

void holdAsWriter(int descriptor) {
    for (int i = 0; i < kTries; ++i) {
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
        std::this_thread::sleep_for(kPause);
    }
}

bool isBeingWritten(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return false;
    const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return held;
}

}  // namespace shardscope::traces
