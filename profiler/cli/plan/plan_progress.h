#pragma once
// How far a plan is, on stderr: a bar, or `shardscope.progress/1` lines. Main thread.

#include <chrono>
#include <cstdio>

#include "core/capacity/sweep.h"
#include "profiler/cli/job/progress.h"

namespace shardscope::cli {

/// Shows nothing in the first second, and wipes its bar when it dies.
class PlanProgress {
  public:
    /// @p out must outlive it.
    PlanProgress(ProgressKind kind, std::FILE* out) : kind_(kind), out_(out) {}
    ~PlanProgress();
    PlanProgress(const PlanProgress&) = delete;
    PlanProgress& operator=(const PlanProgress&) = delete;

    void show(size_t done, size_t all);
    /// Valid while this lives.
    core::SweepProgress sink();

  private:
    using Clock = std::chrono::steady_clock;
    ProgressKind kind_;
    std::FILE* out_;
    Clock::time_point begin_ = Clock::now();
    bool onScreen_ = false;
};

/// One `shardscope.progress/1` object, without a line's end.
std::string planProgressJson(size_t done, size_t all, int64_t elapsedNs);
/// One line of at most 79 columns.
std::string planProgressBar(size_t done, size_t all, int64_t elapsedNs);

}  // namespace shardscope::cli
