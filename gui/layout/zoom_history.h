#pragma once
// The ranges that were looked at, to go back to. A value.

#include <vector>

#include "gui/layout/viewport.h"

namespace shardscope::gui {

/// What changed the range: further steps of the same gesture are not places of their own.
enum class Move : uint8_t { Fit, Zoom, Pan, Jump };

class ZoomHistory {
  public:
    /// @p from is being left by @p move.
    void leave(const TimeRange& from, Move move) {
        const bool goesOn =
            !past_.empty() && move == last_ && move != Move::Fit && move != Move::Jump;
        if (!goesOn && (past_.empty() || past_.back() != from)) past_.push_back(from);
        last_ = move;
        future_.clear();
    }
    /// The range before @p now, or @p now when there is none.
    TimeRange back(const TimeRange& now) { return step(past_, future_, now); }
    TimeRange forward(const TimeRange& now) { return step(future_, past_, now); }
    void clear() { *this = {}; }
    size_t size() const { return past_.size(); }

  private:
    TimeRange step(std::vector<TimeRange>& from, std::vector<TimeRange>& to, const TimeRange& now) {
        last_ = Move::Jump;
        if (from.empty()) return now;
        const TimeRange range = from.back();
        from.pop_back();
        to.push_back(now);
        return range;
    }

    std::vector<TimeRange> past_, future_;
    Move last_ = Move::Jump;
};

}  // namespace shardscope::gui
