#pragma once
// How a run's progress is shown on stderr: a bar, or `shardscope.progress/1` lines.
//
// The sinks are called from the run's threads, one at a time (run_request.h), and write whole lines.

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "profiler/run/run_request.h"

namespace shardscope::cli {

enum class ProgressKind : uint8_t { Off, Bar, Json };

/// --progress: "auto" is a bar when @p isTerminal.
ProgressKind progressKind(std::string_view option, bool isTerminal);

/// One `shardscope.progress/1` object, without a line's end.
std::string progressJson(const profiler::Progress& progress);
/// One line of at most @p width columns, ASCII.
std::string progressBar(const profiler::Progress& progress, int width);
/// "0:07", "1:02:03".
std::string formatDuration(int64_t ns);

/// Shows progress until it dies; a bar is then wiped, so that what follows starts on a clean line.
class ProgressDisplay {
  public:
    /// @p out must outlive the display.
    ProgressDisplay(ProgressKind kind, std::FILE* out);
    ~ProgressDisplay();
    /// Valid while the display lives.
    profiler::ProgressSink sink();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace shardscope::cli
