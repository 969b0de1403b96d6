#pragma once
// What is left of a run that was killed: an array-form trace that grows by one step at a time.
//
// `[`, then one event a line. What stands beside the events in a recording is the args of a
// metadata event, {"ph": "M", "name": "shardscope", "args": {"baseTimeNanoseconds": …,
// "shardscope": {…}}}; a later one replaces an earlier one. Array form needs no end, so the file
// can be read whenever the process dies. Appended between steps, never in measured time, by one
// thread; removed when the recording proper has its name.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "traces/trace.h"

namespace shardscope::profiler {

class Spool {
  public:
    /// A spool stops growing here: a run that long is better cut short than the disk filled.
    static constexpr int64_t kDefaultLimitBytes = int64_t{512} << 20;

    /// Begins the file @p path anew. @param baseTimeNs Trace::baseTimeNs of all that is appended.
    /// @param run as it shall read if nothing follows: status
    /// "interrupted". Errors: Io naming the path and the reason.
    static core::Result<Spool> create(std::string path, int64_t baseTimeNs, const traces::Json& run,
                                      int64_t limitBytes = kDefaultLimitBytes);
    /// "<folder>/zero-2.spool.json" beside the recording "<folder>/zero-2.trace.json.gz".
    static std::string pathBeside(const std::string& folder, const std::string& name);

    /// Adds a finished step's events, and the run as it now stands when enough was added since it
    /// was last said (so that a growing list of losses costs no more than the events do). Flushed
    /// to the operating system: survives the process, not the machine. Nothing once the limit is
    /// met. Errors: Io; what was written stays, and nothing more is.
    core::Result<void> append(const traces::Trace& events, const traces::Json& run);
    /// Closes and removes the file. Errors: Io when it cannot be removed.
    core::Result<void> discard();

    int64_t bytes() const { return bytes_; }
    bool full() const { return full_; }
    const std::string& path() const { return path_; }

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    Spool(std::string path, std::FILE* file, int64_t baseTimeNs, int64_t limitBytes);
    std::string runLine(const traces::Json& run) const;
    core::Result<void> write(const std::string& text);

    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    int64_t baseTimeNs_;
    int64_t limitBytes_;
    int64_t bytes_ = 0;
    int64_t runBytes_ = 0;  ///< size of the run's object when it was last written
    int64_t sinceRun_ = 0;  ///< bytes written after it
    bool full_ = false;
};

}  // namespace shardscope::profiler
