#include "core/capacity/pool_walk.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "core/engine/memory_pool_segments.h"

namespace shardscope::core {

namespace {

/// A source without memory that knows what is mapped.
class MappedSource : public SegmentSource {
  public:
    bool map(int32_t ordinal, int64_t offset, int64_t bytes, int64_t) override {
        const auto at = static_cast<size_t>(ordinal);
        if (mapped_.size() <= at) mapped_.resize(at + 1);
        mapped_[at].add({offset, bytes});
        return true;
    }
    void unmap(int32_t ordinal, int64_t offset, int64_t bytes) override {
        mapped_[static_cast<size_t>(ordinal)].remove({offset, bytes});
    }
    void* addressOf(int32_t) const override { return nullptr; }

    std::vector<std::vector<Extent>> mapped() const {
        std::vector<std::vector<Extent>> all;
        for (const Extents& extents : mapped_) all.push_back(extents.all());
        return all;
    }

  private:
    std::vector<Extents> mapped_;  ///< by ordinal
};

/// Where everything is between two micro-batches. What is free follows from it.
struct PoolState {
    int64_t print = 0;  ///< differs where states differ, mostly: compared first
    std::vector<Block> placed;
    std::vector<std::vector<Extent>> mapped;

    bool operator==(const PoolState&) const = default;
};

/// Puts @p part, which came later, on top of @p whole.
void raise(MemoryFootprint& whole, const MemoryFootprint& part) {
    whole.allocatedPeakBytes = std::max(whole.allocatedPeakBytes, part.allocatedPeakBytes);
    whole.reservedPeakBytes = std::max(whole.reservedPeakBytes, part.reservedPeakBytes);
    whole.roundedPeakBytes = std::max(whole.roundedPeakBytes, part.roundedPeakBytes);
    if (part.peakBytes <= whole.peakBytes) return;
    whole.peakBytes = part.peakBytes;
    whole.peakPhase = part.peakPhase;
    whole.peakStep = part.peakStep;
    whole.atPeak = part.atPeak;
}

class Walk {
  public:
    Walk(const PoolQuestion& question, int64_t limit)
        : program_(question.program),
          question_(question),
          ledger_(limit, source_),
          segments_(question.policy == PoolPolicy::Classic ? makeClassicSegments(ledger_)
                                                           : makeExpandableSegments(ledger_)),
          placed_(question.bytes.size()),
          recurs_(question.gradAccum > 2) {}

    /// @return false when the limit refused.
    bool run() {
        if (!playOnce(program_.setup)) return false;
        PoolState before = state();
        for (step_ = 0; step_ < question_.steps; ++step_) {
            if (!playOnce(program_.first)) return false;
            PoolState after = state();
            if (step_ > 0 && after == afterFirst_) return true;  // the rest is as in the last step
            afterFirst_ = std::move(after);
            if (!playRest()) return false;
            after = state();
            if (after == before) return true;
            before = std::move(after);
        }
        return true;
    }
    const MemoryFootprint& footprint() const { return footprint_; }
    /// See WalkedFootprint.
    int sameFromGradAccum() const { return recurs_ ? middles_ + 2 : 0; }
    std::optional<MemoryFootprint> withTwoMicroBatches() const {
        return recurs_ && middles_ == 1 ? std::optional(withTwo_) : std::nullopt;
    }
    int64_t leastRefused() const { return ledger_.leastRefused(); }

  private:
    /// Of a step, after its first micro-batch.
    bool playRest() {
        if (question_.gradAccum > 1) {
            bool recurs = false;
            if (!playMiddle(recurs)) return false;
            recurs_ = recurs_ && recurs;
            const bool same = recurs && program_.last == program_.middle;
            if (same) raise(withTwo_, part_);
            if (!same && !playOnce(program_.last)) return false;
        }
        return playOnce(program_.epilogue);
    }

    /// Leaves out whole rounds once the pool is as it was some micro-batches ago.
    /// @param recurs set when one more would change nothing; part_ is then what one does.
    bool playMiddle(bool& recurs) {
        std::deque<PoolState> seen{afterFirst_};
        const int count = question_.gradAccum - 2;
        for (int m = 1; m <= count && !recurs; ++m) {
            if (!playMiddleOnce()) return false;
            middles_ = std::max(middles_, m);
            PoolState after = state();
            const auto same = std::ranges::find(seen, after);
            const auto round = static_cast<int>(seen.end() - same);  // 0 = was never so
            recurs = round == 1;
            if (round > 1) return playMiddles((count - m) % round);
            if (seen.size() == kLongestRound) seen.pop_front();
            seen.push_back(std::move(after));
        }
        return true;
    }

    bool playMiddles(int count) {
        for (int i = 0; i < count; ++i) {
            if (!playMiddleOnce()) return false;
        }
        return true;
    }

    bool playMiddleOnce() {
        const bool done = play(program_.middle);
        raise(footprint_, part_);
        return done;
    }

    /// What steps of two micro-batches have as well.
    bool playOnce(const std::vector<PoolStep>& steps) {
        const bool done = play(steps);
        raise(footprint_, part_);
        raise(withTwo_, part_);
        return done;
    }

    bool play(const std::vector<PoolStep>& steps) {
        part_ = withTwo_;  // the lower of the two: what is not above it is of no interest
        for (const PoolStep& step : steps) {
            if (!step.allocate) {
                free(static_cast<size_t>(step.buffer));
            } else if (!allocate(static_cast<size_t>(step.buffer), step.phase)) {
                return false;
            }
        }
        return true;
    }

    bool allocate(size_t buffer, Phase phase) {
        const int64_t rounded = roundUp(question_.bytes[buffer], kBlockUnit);
        const FreeListKey key{program_.buffers[buffer].home, classOf(rounded)};
        std::optional<Block> block = segments_->allocate(rounded, key);
        if (!block) {
            segments_->releaseFree();
            block = segments_->allocate(rounded, key);
        }
        if (!block) return false;
        placed_[buffer] = *block;
        note(buffer, rounded, phase);
        return true;
    }

    void note(size_t buffer, int64_t rounded, Phase phase) {
        live_[static_cast<size_t>(program_.buffers[buffer].category)] += question_.bytes[buffer];
        requested_ += question_.bytes[buffer];
        rounded_ += rounded;
        allocated_ += placed_[buffer].bytes;
        MemoryFootprint& f = part_;
        f.roundedPeakBytes = std::max(f.roundedPeakBytes, rounded_);
        f.allocatedPeakBytes = std::max(f.allocatedPeakBytes, allocated_);
        f.reservedPeakBytes = std::max(f.reservedPeakBytes, ledger_.reserved());
        if (requested_ <= f.peakBytes) return;
        f.peakBytes = requested_;
        f.peakPhase = phase;
        f.peakStep = step_;
        f.atPeak = live_;
    }

    void free(size_t buffer) {
        segments_->free(placed_[buffer]);
        live_[static_cast<size_t>(program_.buffers[buffer].category)] -= question_.bytes[buffer];
        requested_ -= question_.bytes[buffer];
        rounded_ -= roundUp(question_.bytes[buffer], kBlockUnit);
        allocated_ -= placed_[buffer].bytes;
        placed_[buffer] = {};
    }

    PoolState state() const {
        PoolState state{.print = 0, .placed = placed_, .mapped = source_.mapped()};
        int64_t weight = 0;
        for (const Block& block : placed_) state.print += ++weight * block.offset / kBlockUnit;
        for (const std::vector<Extent>& segment : state.mapped) {
            for (const Extent& extent : segment) state.print += ++weight * extent.end() / kBlockUnit;
        }
        return state;
    }

    static constexpr size_t kLongestRound = 16;  // middle micro-batches

    const PoolProgram& program_;
    const PoolQuestion& question_;
    MappedSource source_;
    Ledger ledger_;
    std::unique_ptr<PoolSegments> segments_;
    std::vector<Block> placed_;  ///< by buffer; segment -1 = not live
    PoolState afterFirst_;
    bool recurs_;      ///< every step's middle micro-batches came to repeat themselves
    int middles_ = 0;  ///< after at most so many
    int64_t step_ = -1;
    int64_t requested_ = 0, rounded_ = 0, allocated_ = 0;
    CategoryBytes live_{};
    MemoryFootprint footprint_;
    MemoryFootprint withTwo_;  ///< without middle micro-batches
    MemoryFootprint part_;     ///< of the list that is played
};

}  // namespace

WalkedFootprint footprintOf(const PoolQuestion& question) {
    Walk walk(question, 0);
    if (!walk.run()) broken("a pool without a limit refuses nothing");
    return {.memory = walk.footprint(),
            .sameFromGradAccum = walk.sameFromGradAccum(),
            .withTwoMicroBatches = walk.withTwoMicroBatches()};
}

bool fitsUnder(const PoolQuestion& question, int64_t limitBytes) {
    return Walk(question, limitBytes).run();
}

int64_t smallestLimitOf(const PoolQuestion& question, const MemoryFootprint& footprint) {
    int64_t limit = roundUp(footprint.roundedPeakBytes, kGranule);
    if (limit == 0) return 0;
    for (;;) {
        Walk walk(question, limit);
        if (walk.run()) return limit;
        limit = roundUp(walk.leastRefused(), kGranule);
    }
}

}  // namespace shardscope::core
