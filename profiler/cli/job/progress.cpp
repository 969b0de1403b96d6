#include "profiler/cli/job/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/units.h"

namespace shardscope::cli {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kRedraw = std::chrono::milliseconds(100);  // faster than this is not read
constexpr int kUsualWidth = 80;

int widthOf(std::FILE* out) {
    winsize size{};
    if (::ioctl(::fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return kUsualWidth;
}

std::string rate(double tokensPerSecond) {
    return tokensPerSecond < 10'000.0 ? fmt::format("{:.0f} tok/s", tokensPerSecond)
                                      : fmt::format("{:.0f}k tok/s", tokensPerSecond / 1000.0);
}

std::string barOf(double share, int cells) {
    const int full = std::clamp(static_cast<int>(share * cells), 0, cells);
    return "[" + std::string(static_cast<size_t>(full), '#') +
           std::string(static_cast<size_t>(cells - full), '.') + "]";
}

std::string lossText(double loss) {
    return std::isfinite(loss) ? fmt::format("loss {:.4f}  ", loss) : std::string();
}

}  // namespace

ProgressKind progressKind(std::string_view option, bool isTerminal) {
    if (option == "json") return ProgressKind::Json;
    if (option == "bar" || (option == "auto" && isTerminal)) return ProgressKind::Bar;
    return ProgressKind::Off;
}

std::string progressJson(const profiler::Progress& progress) {
    nlohmann::ordered_json line;
    line["schema"] = "shardscope.progress/1";
    line["strategy"] = progress.strategy;
    line["gradAccum"] = progress.gradAccum;
    line["step"] = progress.step;
    line["steps"] = progress.steps;
    line["loss"] = progress.loss;  // null when it is not finite: JSON has no NaN
    line["tokensPerSecond"] = progress.tokensPerSecond;
    line["liveBytes"] = progress.liveBytes;
    line["peakBytes"] = progress.peakBytes;
    line["etaNs"] = progress.etaNs;
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string formatDuration(int64_t ns) {
    const int64_t seconds = std::max<int64_t>(0, ns) / 1'000'000'000;
    const int64_t hours = seconds / 3600, minutes = seconds / 60 % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, seconds % 60)
                     : fmt::format("{}:{:02}", minutes, seconds % 60);
}

std::string progressBar(const profiler::Progress& progress, int width) {
    constexpr int kLeast = 6, kMost = 30;  // cells of the bar itself
    const double share = progress.steps > 0 ? static_cast<double>(progress.step) /
                                                  static_cast<double>(progress.steps)
                                            : 0.0;
    const std::string text = fmt::format(
        " {}/{}  {} G={}  {}{}  {} live  {} left", progress.step, progress.steps, progress.strategy,
        progress.gradAccum, lossText(progress.loss), rate(progress.tokensPerSecond),
        core::formatBytes(progress.liveBytes), formatDuration(progress.etaNs));
    const int cells = std::min(width - 3 - static_cast<int>(text.size()), kMost);
    const std::string line = cells < kLeast ? text.substr(1) : barOf(share, cells) + text;
    return line.substr(0, static_cast<size_t>(std::max(0, width - 1)));
}

struct ProgressDisplay::State {
    ProgressKind kind;
    std::FILE* out;
    Clock::time_point drawn;  // of the bar; the epoch = never
    bool onScreen = false;

    void show(const profiler::Progress& progress) {
        if (kind == ProgressKind::Json) {
            fmt::print(out, "{}\n", progressJson(progress));
            std::fflush(out);
        } else if (kind == ProgressKind::Bar) {
            draw(progress);
        }
    }

    void draw(const profiler::Progress& progress) {
        const Clock::time_point now = Clock::now();
        if (onScreen && progress.step < progress.steps && now - drawn < kRedraw) return;
        drawn = now;
        const int width = widthOf(out);
        fmt::print(out, "\r{:<{}}", progressBar(progress, width), std::max(0, width - 1));
        std::fflush(out);
        onScreen = true;
    }

    void wipe() {
        if (!onScreen) return;
        fmt::print(out, "\r{:<{}}\r", "", std::max(0, widthOf(out) - 1));
        std::fflush(out);
    }
};

ProgressDisplay::ProgressDisplay(ProgressKind kind, std::FILE* out)
    : state_(std::make_unique<State>(State{.kind = kind, .out = out, .drawn = {}})) {}

ProgressDisplay::~ProgressDisplay() { state_->wipe(); }

profiler::ProgressSink ProgressDisplay::sink() {
    return [state = state_.get()](const profiler::Progress& progress) { state->show(progress); };
}

}  // namespace shardscope::cli
