#pragma once
// The pool's rules once more, as naively as they can be put: an array with the state of every 512
// bytes, searched from end to end. What the real pool does must be this, call by call.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/units.h"
#include "core/engine/memory_pool.h"

namespace shardscope::core {

class PoolModel {
  public:
    PoolModel(PoolPolicy policy, int64_t limit) : policy_(policy), limit_(limit) {}

    std::optional<Block> allocate(int64_t bytes, StreamId home) {
        const int64_t units = (bytes + 511) / 512;
        const bool small = units <= 2048;
        std::optional<Block> place = bestFit(units, small, home);
        if (!place)
            place = policy_ == PoolPolicy::Classic ? newSegment(units, small, home)
                                                   : extend(units, small, home);
        if (!place) return std::nullopt;
        if (splits(small, place->bytes / 512 - units)) place->bytes = units * 512;
        fill(*place, State::Live);
        return place;
    }

    void free(const Block& block) { fill(block, State::Free); }

    void releaseFree() {
        for (Segment& segment : segments_) {
            if (policy_ == PoolPolicy::Expandable)
                releaseGranules(segment);
            else if (all(segment.units, State::Free))
                segment.units.clear();
        }
    }

    int64_t reserved() const {
        int64_t units = 0;
        for (const Segment& segment : segments_) {
            units += std::count_if(segment.units.begin(), segment.units.end(),
                                   [](State s) { return s != State::Unmapped; });
        }
        return units * 512;
    }

  private:
    enum class State : uint8_t { Unmapped, Free, Live };
    struct Segment {
        bool small;
        StreamId home;
        std::vector<State> units;  ///< none: a classic ordinal without a segment
    };
    static constexpr int64_t kGranuleUnits = 4096;

    static bool all(const std::vector<State>& units, State state) {
        return std::all_of(units.begin(), units.end(), [=](State s) { return s == state; });
    }

    bool splits(bool small, int64_t rest) const {
        return small || policy_ == PoolPolicy::Expandable ? rest >= 1 : rest > 2048;
    }

    std::optional<Block> bestFit(int64_t units, bool small, StreamId home) const {
        std::optional<Block> best;
        for (size_t s = 0; s < segments_.size(); ++s) {
            if (segments_[s].small != small || segments_[s].home != home) continue;
            const std::vector<State>& states = segments_[s].units;
            for (size_t at = 0, end = 0; at < states.size(); at = end) {
                for (end = at; end < states.size() && states[end] == states[at]; ++end) {
                }
                const auto bytes = static_cast<int64_t>(end - at) * 512;
                if (states[at] != State::Free || bytes < units * 512) continue;
                if (best && best->bytes <= bytes) continue;
                best = Block{static_cast<int32_t>(s), static_cast<int64_t>(at) * 512, bytes};
            }
        }
        return best;
    }

    std::optional<Block> newSegment(int64_t units, bool small, StreamId home) {
        int64_t size = (units + 4095) / 4096 * 4096;
        if (small)
            size = 4096;
        else if (units < 20480)
            size = 40960;
        if (limit_ > 0 && reserved() + size * 512 > limit_) return std::nullopt;
        size_t slot = 0;
        while (slot < segments_.size() && !segments_[slot].units.empty()) ++slot;
        if (slot == segments_.size()) segments_.emplace_back();
        segments_[slot] = {small, home, std::vector<State>(static_cast<size_t>(size), State::Free)};
        return Block{static_cast<int32_t>(slot), 0, size * 512};
    }

    std::optional<Block> extend(int64_t units, bool small, StreamId home) {
        size_t s = 0;
        while (s < segments_.size() && (segments_[s].small != small || segments_[s].home != home))
            ++s;
        std::vector<State> states =
            s < segments_.size() ? segments_[s].units : std::vector<State>{};
        const auto need = static_cast<size_t>(units);
        size_t at = 0;
        for (size_t i = 0; i < states.size() && i < at + need; ++i) {
            if (states[i] == State::Live) at = i + 1;
        }
        const size_t granules = (at + need + 4095) / 4096 * 4096;
        states.resize(std::max(states.size(), granules), State::Unmapped);
        int64_t missing = 0;
        for (size_t i = at / 4096 * 4096; i < granules; ++i) {
            if (states[i] != State::Unmapped) continue;
            states[i] = State::Free;
            ++missing;
        }
        if (limit_ > 0 && reserved() + missing * 512 > limit_) return std::nullopt;
        if (s == segments_.size()) segments_.push_back({small, home, {}});
        segments_[s].units = std::move(states);
        return Block{static_cast<int32_t>(s), static_cast<int64_t>(at) * 512, units * 512};
    }

    static void releaseGranules(Segment& segment) {
        for (auto at = segment.units.begin(); at != segment.units.end(); at += kGranuleUnits) {
            const auto end = at + kGranuleUnits;
            if (std::count(at, end, State::Free) == kGranuleUnits)
                std::fill(at, end, State::Unmapped);
        }
    }

    void fill(const Block& block, State state) {
        const auto begin = segments_[static_cast<size_t>(block.segment)].units.begin();
        std::fill(begin + block.offset / 512, begin + (block.offset + block.bytes) / 512, state);
    }

    PoolPolicy policy_;
    int64_t limit_;
    std::vector<Segment> segments_;
};

}  // namespace shardscope::core
