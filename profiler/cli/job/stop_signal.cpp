#include "profiler/cli/job/stop_signal.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "profiler/cli/exit_status.h"

namespace shardscope::cli {

namespace {

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use it");

constexpr std::array<int, 2> kSignals{SIGINT, SIGTERM};

// One request may arrive twice: `timeout` and mpirun signal the process and its group.
constexpr int64_t kSameRequestNs = 1'000'000'000;
std::atomic<int64_t> stoppedAtNs{INT64_MAX};
static_assert(std::atomic<int64_t>::is_always_lock_free, "a signal handler may use it");

int64_t monotonicNs() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

/// Only async-signal-safe calls.
void onSignal(int) {
    if (stop.exchange(true)) {
        if (monotonicNs() - stoppedAtNs > kSameRequestNs) ::_exit(kRunFailed);
        return;
    }
    stoppedAtNs = monotonicNs();
    constexpr std::string_view kText =
        "\nshardscope: stopping; what was recorded is being written (again: stop at once)\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText.data(), kText.size());
}

}  // namespace

const std::atomic<bool>& stopRequested() { return stop; }

StopSignal::StopSignal() {
    stop = false;
    stoppedAtNs = INT64_MAX;
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    for (int number : kSignals) ::sigaction(number, &action, nullptr);
}

StopSignal::~StopSignal() {
    for (int number : kSignals) ::signal(number, SIG_DFL);
}

}  // namespace shardscope::cli
