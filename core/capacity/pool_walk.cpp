#include "core/capacity/pool_walk.h"

#include <algorithm>
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
    std::vector<Block> placed;
    std::vector<std::vector<Extent>> mapped;

    bool operator==(const PoolState&) const = default;
};

class Walk {
  public:
    Walk(const PoolQuestion& question, int64_t limit)
        : program_(question.program),
          question_(question),
          ledger_(limit, source_),
          segments_(question.policy == PoolPolicy::Classic ? makeClassicSegments(ledger_)
                                                           : makeExpandableSegments(ledger_)),
          placed_(question.bytes.size()),
          numbers_(question.bytes.size(), kNoBlock),
          recurs_(question.gradAccum > 2) {}

    /// @return false when the limit refused.
    bool run() {
        if (!play(program_.setup)) return false;
        PoolState before = state();
        for (step_ = 0; step_ < question_.steps; ++step_) {
            if (!play(program_.first)) return false;
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
    /// See WalkedFootprint. What a limit refused, it refuses for every G from here on.
    int sameFromGradAccum() const { return recurs_ ? middles_ + 2 : 0; }
    int64_t leastRefused() const { return ledger_.leastRefused(); }

  private:
    /// Of a step, after its first micro-batch.
    bool playRest() {
        if (question_.gradAccum > 1) {
            bool recurs = false;
            if (!playMiddle(recurs)) return false;
            recurs_ = recurs_ && recurs;
            const bool same = recurs && program_.last == program_.middle;
            if (!same && !play(program_.last)) return false;
        }
        return play(program_.epilogue);
    }

    /// @param recurs set when one more middle micro-batch would change nothing.
    bool playMiddle(bool& recurs) {
        PoolState before = afterFirst_;
        for (int m = 1; m + 1 < question_.gradAccum && !recurs; ++m) {
            middles_ = std::max(middles_, m);
            if (!play(program_.middle)) return false;
            PoolState after = state();
            recurs = after == before;
            before = std::move(after);
        }
        return true;
    }

    bool play(const std::vector<PoolStep>& steps) {
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
        if (placed_[buffer].segment >= 0) return true;  // brought by the first update, to stay
        const int64_t rounded = roundUp(question_.bytes[buffer], kBlockUnit);
        const FreeListKey key{program_.buffers[buffer].home, classOf(rounded)};
        BlockNumber block = segments_->allocate(rounded, key);
        if (block == kNoBlock) {
            segments_->releaseFree();
            block = segments_->allocate(rounded, key);
        }
        if (block == kNoBlock) return false;
        numbers_[buffer] = block;
        placed_[buffer] = segments_->blockOf(block);
        note(buffer, rounded, phase);
        return true;
    }

    void note(size_t buffer, int64_t rounded, Phase phase) {
        live_[static_cast<size_t>(program_.buffers[buffer].category)] += question_.bytes[buffer];
        requested_ += question_.bytes[buffer];
        rounded_ += rounded;
        allocated_ += placed_[buffer].bytes;
        MemoryFootprint& f = footprint_;
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
        segments_->free(numbers_[buffer]);
        live_[static_cast<size_t>(program_.buffers[buffer].category)] -= question_.bytes[buffer];
        requested_ -= question_.bytes[buffer];
        rounded_ -= roundUp(question_.bytes[buffer], kBlockUnit);
        allocated_ -= placed_[buffer].bytes;
        placed_[buffer] = {};
    }

    PoolState state() const { return {placed_, source_.mapped()}; }

    const PoolProgram& program_;
    const PoolQuestion& question_;
    MappedSource source_;
    Ledger ledger_;
    std::unique_ptr<PoolSegments> segments_;
    std::vector<Block> placed_;  ///< by buffer; segment -1 = not live
    std::vector<BlockNumber> numbers_;
    PoolState afterFirst_;
    bool recurs_;      ///< every step's middle micro-batches came to repeat themselves
    int middles_ = 0;  ///< after at most so many
    int64_t step_ = -1;
    int64_t requested_ = 0, rounded_ = 0, allocated_ = 0;
    CategoryBytes live_{};
    MemoryFootprint footprint_;
};

}  // namespace

WalkedFootprint footprintOf(const PoolQuestion& question) {
    Walk walk(question, 0);
    if (!walk.run()) broken("a pool without a limit refuses nothing");
    return {walk.footprint(), walk.sameFromGradAccum()};
}

namespace {

/// The least limit, and from which G on it is that: each walk on the way there went as for more.
UnderBudget leastLimit(const PoolQuestion& question, const MemoryFootprint& footprint) {
    int64_t limit = roundUp(footprint.roundedPeakBytes, kGranule);
    int from = 1;
    while (limit > 0) {
        Walk walk(question, limit);
        const bool fits = walk.run();
        const int same = walk.sameFromGradAccum();
        from = same == 0 || from == 0 ? 0 : std::max(from, same);
        if (fits) break;
        limit = roundUp(walk.leastRefused(), kGranule);
    }
    return {.fits = true, .smallestLimitBytes = limit, .sameFromGradAccum = from};
}

}  // namespace

UnderBudget underBudget(const PoolQuestion& question, const MemoryFootprint& footprint,
                        int64_t budgetBytes) {
    if (footprint.roundedPeakBytes > budgetBytes) return {};
    Walk walk(question, budgetBytes);
    if (!walk.run()) return {.sameFromGradAccum = walk.sameFromGradAccum()};
    UnderBudget found = leastLimit(question, footprint);
    const int same = walk.sameFromGradAccum();
    if (same == 0) found.sameFromGradAccum = 0;
    if (found.sameFromGradAccum > 0) {
        found.sameFromGradAccum = std::max(found.sameFromGradAccum, same);
    }
    return found;
}

int64_t smallestLimitOf(const PoolQuestion& question, const MemoryFootprint& footprint) {
    return leastLimit(question, footprint).smallestLimitBytes;
}

}  // namespace shardscope::core
