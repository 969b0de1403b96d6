#include "core/capacity/worst_rank.h"

#include <algorithm>
#include <optional>

#include "core/base/units.h"
#include "core/capacity/pool_program.h"
#include "core/shard/ownership.h"

namespace shardscope::core {

namespace {

/// What one rank owns, in elements.
struct Share {
    std::vector<int64_t> packed;  ///< by bucket: pieces, each from kAlignment on
    std::vector<int64_t> kept;    ///< by bucket: of the reduced gradient
    int64_t allPacked = 0, pieces = 0;
};

Share shareOf(const Problem& problem, const Ownership& ownership, Rank shard) {
    const bool keepsWholeParameters = problem.strategy.layout == ShardLayout::Contiguous;
    Share share;
    for (int32_t b = 0; b < problem.buckets.count(); ++b) {
        const BucketId id{b};
        const std::vector<Range> ranges = ownership.rangesOf(id, shard);
        int64_t packed = 0;
        for (const Range& range : ranges) packed += roundUp(range.end - range.begin, kAlignment);
        int64_t kept = packed;
        if (keepsWholeParameters && !ranges.empty()) {
            const Range whole =
                withWholeParameters(problem.buckets[id], {ranges.front().begin, ranges.back().end});
            kept = whole.end - whole.begin;
        }
        share.packed.push_back(packed);
        share.kept.push_back(kept);
        share.allPacked += packed;
        share.pieces += static_cast<int64_t>(ranges.size());
    }
    return share;
}

/// A buffer whose size follows from what its rank owns.
struct OwnBuffer {
    enum class Of : uint8_t { Kept, Packed, AllPacked, Pieces } of = Of::Kept;
    size_t bucket = 0;
    int64_t bytesAnElement = 0;
    int64_t constant = 0;

    int64_t bytes(const Share& share) const {
        switch (of) {
            case Of::Kept:
                return share.kept[bucket] * bytesAnElement;
            case Of::Packed:
                return share.packed[bucket] * bytesAnElement;
            case Of::AllPacked:
                return share.allPacked * bytesAnElement;
            case Of::Pieces:
                return constant + std::max<int64_t>(share.pieces, 1) * bytesAnElement;
        }
        broken("unknown share");
    }
};

/// Live bytes over plan order: what all ranks have, and between which instants what comes and goes.
class Timeline {
  public:
    Timeline(const PoolProgram& program, const std::vector<BufferSpec>& buffers,
             const std::vector<std::optional<OwnBuffer>>& own, const Workload& workload)
        : buffers_(buffers), own_(own), live_(buffers.size(), false) {
        play(program.setup);
        for (int64_t step = 0; step < std::min<int64_t>(workload.steps, 2); ++step) {
            play(program.first);
            if (workload.gradAccum > 2) play(program.middle);
            if (workload.gradAccum > 1) play(program.last);
            play(program.epilogue);
        }
    }

    int64_t peakOf(const Share& share) const {
        int64_t own = 0, peak = spans_.front().mostCommon;
        for (const Span& span : spans_) {
            if (span.buffer >= 0) {
                const int64_t bytes = own_[static_cast<size_t>(span.buffer)]->bytes(share);
                own += span.allocate ? bytes : -bytes;
            }
            peak = std::max(peak, span.mostCommon + own);
        }
        return peak;
    }

  private:
    /// From one change of what is owned to the next.
    struct Span {
        int32_t buffer = -1;  ///< that came or went
        bool allocate = false;
        int64_t mostCommon = 0;
    };

    void play(const std::vector<PoolStep>& steps) {
        for (const PoolStep& step : steps) {
            const auto at = static_cast<size_t>(step.buffer);
            if (step.allocate && live_[at]) continue;  // brought by the first update, to stay
            live_[at] = step.allocate;
            if (own_[at]) {
                spans_.push_back(
                    {.buffer = step.buffer, .allocate = step.allocate, .mostCommon = common_});
                continue;
            }
            common_ += step.allocate ? buffers_[at].bytes : -buffers_[at].bytes;
            spans_.back().mostCommon = std::max(spans_.back().mostCommon, common_);
        }
    }

    const std::vector<BufferSpec>& buffers_;
    const std::vector<std::optional<OwnBuffer>>& own_;
    std::vector<bool> live_;
    int64_t common_ = 0;
    std::vector<Span> spans_{Span{}};
};

bool isState(const BufferSpec& buffer) {
    return buffer.category == Category::MasterWeights ||
           buffer.category == Category::OptimizerState;
}

/// How @p buffer of a rank that owns @p everything depends on what is owned; nothing where it does not.
std::optional<OwnBuffer> ownBuffer(const BufferSpec& buffer, const Share& everything) {
    const bool gradient = buffer.category == Category::GradientShards;
    if (!gradient && !isState(buffer)) return std::nullopt;
    if (!buffer.bucket.valid()) {
        if (!gradient) return std::nullopt;  // an even part of one flat vector
        return OwnBuffer{.of = OwnBuffer::Of::AllPacked,
                         .bytesAnElement = buffer.bytes / everything.allPacked};
    }
    const size_t bucket = buffer.bucket.index();
    const int64_t elements = gradient ? everything.kept[bucket] : everything.packed[bucket];
    return OwnBuffer{.of = gradient ? OwnBuffer::Of::Kept : OwnBuffer::Of::Packed,
                     .bucket = bucket,
                     .bytesAnElement = buffer.bytes / elements};
}

/// By buffer of the rank that owns @p everything.
std::vector<std::optional<OwnBuffer>> ownBuffers(const StepPlan& step, const Share& everything) {
    constexpr int64_t kPartialBytes = 4;  // the norm's, one a piece
    std::vector<std::optional<OwnBuffer>> own;
    for (const BufferSpec& buffer : step.layout.buffers) {
        own.push_back(ownBuffer(buffer, everything));
    }
    const BufferId scalars = step.layout[step.scalars].buffer;
    own[scalars.index()] = {
        .of = OwnBuffer::Of::Pieces,
        .bytesAnElement = kPartialBytes,
        .constant = step.layout[scalars].bytes - everything.pieces * kPartialBytes};
    return own;
}

/// What all ranks have: buffers of the rank that owns everything, with even parts of a flat state.
std::vector<BufferSpec> commonBuffers(const StepPlan& step, int shards) {
    std::vector<BufferSpec> buffers = step.layout.buffers;
    for (BufferSpec& buffer : buffers) {
        if (isState(buffer) && !buffer.bucket.valid()) buffer.bytes /= shards;
    }
    return buffers;
}

/// The same problem with a rank that owns all of it.
Problem ownedByOne(Problem problem) {
    problem.buckets.shards = 1;
    problem.strategy.shardGroup = 1;
    return problem;
}

Rank highestOf(const Timeline& timeline, const Problem& problem) {
    const Ownership ownership(problem.buckets, problem.strategy.layout);
    Rank worst{0};
    int64_t highest = -1;
    for (int32_t shard = 0; shard < problem.buckets.shardCount(); ++shard) {
        const int64_t peak = timeline.peakOf(shareOf(problem, ownership, Rank{shard}));
        if (peak <= highest) continue;
        highest = peak;
        worst = Rank{shard};
    }
    return worst;
}

}  // namespace

bool ranksAreAlike(const Strategy& strategy) {
    return strategy.layout != ShardLayout::Contiguous &&
           strategy.layout != ShardLayout::WholeParameter;
}

Result<Rank> worstRank(const Problem& problem) {
    if (ranksAreAlike(problem.strategy) || problem.buckets.ranks == 1) return Rank{0};
    const Problem alone = ownedByOne(problem);
    const auto setup = planSetup(alone, Rank{0});
    if (!setup) return tl::unexpected(setup.error());
    const auto step = planStep(alone, Rank{0});
    if (!step) return tl::unexpected(step.error());
    const Ownership ownership(alone.buckets, problem.strategy.layout);
    const auto own = ownBuffers(*step, shareOf(alone, ownership, Rank{0}));
    const auto common = commonBuffers(*step, problem.buckets.shardCount());
    return highestOf(Timeline(poolProgramOf(*setup, *step), common, own, problem.workload),
                     problem);
}

}  // namespace shardscope::core
