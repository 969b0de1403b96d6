#pragma once
// The collectives that are under way on one simulated rank, and how they stretch an operation. One
// thread.

#include <cstdint>
#include <deque>

#include "core/sim/cost_model.h"

namespace shardscope::core {

class RunningCollectives {
  public:
    /// In order of their starts.
    void add(int64_t startNs, const CollectiveCost& cost) {
        spans_.push_back({.startNs = startNs, .endNs = startNs + cost.durationNs, .cost = cost});
    }
    /// Forgets what ended by @p nowNs; nothing that starts before is asked about later.
    void forget(int64_t nowNs) {
        while (!spans_.empty() && spans_.front().endNs <= nowNs) spans_.pop_front();
    }
    /// When work that starts at @p startNs and takes @p durationNs alone is over.
    int64_t endOf(int64_t startNs, int64_t durationNs, Bound bound) const {
        return spans_.empty() ? startNs + durationNs : stretched(startNs, durationNs, bound);
    }

  private:
    struct Span {
        int64_t startNs, endNs;
        CollectiveCost cost;
    };
    int64_t stretched(int64_t startNs, int64_t durationNs, Bound bound) const;

    std::deque<Span> spans_;
};

}  // namespace shardscope::core
