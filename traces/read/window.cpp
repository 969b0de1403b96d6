#include "traces/read/window.h"

#include <algorithm>

namespace shardscope::traces {

namespace {
constexpr size_t kLeastRead = 1 << 20;
}  // namespace

void Window::makeRoom() {
    std::copy(begin(), end(), buffer_.data());
    end_ -= begin_;
    begin_ = 0;
    const size_t wanted = end_ + std::max(kLeastRead, end_);
    if (buffer_.size() < wanted) buffer_.resize(wanted);
}

core::Result<bool> Window::more() {
    if (!onRead_()) return core::interrupted("reading a trace", "stopped on request");
    makeRoom();
    const size_t before = end_;
    while (end_ < buffer_.size()) {
        const auto count = source_.read(buffer_.data() + end_, buffer_.size() - end_);
        if (!count) return tl::unexpected(count.error());
        if (*count == 0) break;
        end_ += *count;
    }
    return end_ != before;
}

}  // namespace shardscope::traces
