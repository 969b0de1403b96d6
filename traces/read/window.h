#pragma once
// A sliding view of a byte source: what is not used yet, as one piece of memory. One thread.

#include <cstdint>
#include <functional>
#include <vector>

#include "traces/read/byte_source.h"

namespace shardscope::traces {

class Window {
  public:
    /// @param onRead called after each read; false ends reading with Interrupted.
    Window(ByteSource& source, std::function<bool()> onRead)
        : source_(source), onRead_(std::move(onRead)) {}

    const char* begin() const { return buffer_.data() + begin_; }
    const char* end() const { return buffer_.data() + end_; }
    size_t size() const { return end_ - begin_; }
    /// Drops what is before @p place, which lies in the window.
    void consumeTo(const char* place) { begin_ = static_cast<size_t>(place - buffer_.data()); }
    /// Adds at least one byte, and room permitting as many as there are: rereading a value that was
    /// cut stays linear. Moves the view. @return false at the end. Errors: Io, Interrupted.
    core::Result<bool> more();

  private:
    void makeRoom();

    ByteSource& source_;
    std::function<bool()> onRead_;
    std::vector<char> buffer_;
    size_t begin_ = 0, end_ = 0;
};

}  // namespace shardscope::traces
