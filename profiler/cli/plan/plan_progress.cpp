#include "profiler/cli/plan/plan_progress.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/units.h"

namespace shardscope::cli {

namespace {

constexpr int kColumns = 79;
constexpr auto kQuiet = std::chrono::seconds(1);

int64_t etaNs(size_t done, size_t all, int64_t elapsedNs) {
    if (done == 0) return 0;
    return static_cast<int64_t>(static_cast<double>(elapsedNs) *
                                (static_cast<double>(all) / static_cast<double>(done) - 1.0));
}

}  // namespace

std::string planProgressJson(size_t done, size_t all, int64_t elapsedNs) {
    nlohmann::ordered_json line;
    line["schema"] = "shardscope.progress/1";
    line["step"] = done;
    line["steps"] = all;
    line["etaNs"] = etaNs(done, all, elapsedNs);
    return line.dump();
}

std::string planProgressBar(size_t done, size_t all, int64_t elapsedNs) {
    constexpr size_t kCells = 30;
    const size_t full = all == 0 ? 0 : std::min(kCells, done * kCells / all);
    return fmt::format(
        "[{}{}] {}/{} configurations  {} left", std::string(full, '#'),
        std::string(kCells - full, '.'), core::withCommas(static_cast<int64_t>(done)),
        core::withCommas(static_cast<int64_t>(all)), formatDuration(etaNs(done, all, elapsedNs)));
}

void PlanProgress::show(size_t done, size_t all) {
    const auto elapsed = Clock::now() - begin_;
    if (elapsed < kQuiet || kind_ == ProgressKind::Off) return;
    const int64_t ns = std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count();
    if (kind_ == ProgressKind::Json) {
        fmt::print(out_, "{}\n", planProgressJson(done, all, ns));
    } else {
        fmt::print(out_, "\r{:<{}}", planProgressBar(done, all, ns), kColumns);
        onScreen_ = true;
    }
    std::fflush(out_);
}

core::SweepProgress PlanProgress::sink() {
    return [this](size_t done, size_t all) { show(done, all); };
}

PlanProgress::~PlanProgress() {
    if (!onScreen_) return;
    fmt::print(out_, "\r{:<{}}\r", "", kColumns);
    std::fflush(out_);
}

}  // namespace shardscope::cli
