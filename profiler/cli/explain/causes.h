#pragma once
// Differences of axes that make plans differ, and which of them bear on which actions.

#include <initializer_list>
#include <optional>
#include <vector>

#include "core/plan/axes.h"
#include "profiler/cli/explain/reasons.h"

namespace shardscope::explain {

/// A strategy on its problem, which it borrows, with what its axes mean there.
struct Side {
    explicit Side(const core::Problem& problem);

    const core::Problem& problem;
    core::Axes axes;
    bool alone = false;           ///< no other rank shares the shards: nothing is sharded
    bool freesPerBucket = false;  ///< in every micro-batch, buckets with storage of their own
    bool staged = false;          ///< a copy of the bucket is sent
    bool converts = false;        ///< what arrives has another type than the shard
    bool receivesApart =
        false;  ///< what arrives has storage of its own, at least from the second on
    bool flattensShards = false;  ///< for the update
    bool copiesToFp32 = false;    ///< for the update

    const core::Strategy& strategy() const { return problem.strategy; }
    const core::Workload& workload() const { return problem.workload; }
};

/// The reason, where @p x has what the cause is about and @p y has not; else nothing.
using Cause = std::optional<Reason> (*)(const Side& x, const Side& y);

/// @c oneWay: only the strategy that has the row may be x.
struct Candidate {
    Cause cause;
    bool oneWay = false;
};

/// Causes of a topic, the likeliest first.
struct Causes {
    std::vector<Candidate> alone;    ///< of a row that one side has: the first that applies
    std::vector<Candidate> changed;  ///< of a row that both have: all that apply
};

/// Empty for topics that the function is not about.
Causes gradientCauses(Topic topic);
Causes shardCauses(Topic topic);
Causes updateCauses(Topic topic);

/// @p x has it, @p y has not.
Reason about(Message message, const Side& x, const Side& y, int number = 0);
/// With how each does it.
Reason compared(Message message, const Side& x, const Side& y, How xHow, How yHow);

/// Where the two types differ.
std::optional<Reason> differInType(Message message, const Side& x, const Side& y, core::DType xType,
                                   core::DType yType);

/// Causes that bear on several themes.
std::optional<Reason> cadence(const Side& x, const Side& y);
std::optional<Reason> reducesLate(const Side& x, const Side& y);
std::optional<Reason> splitsParameters(const Side& x, const Side& y);
std::optional<Reason> ownsOtherPieces(const Side& x, const Side& y);
std::optional<Reason> flattensForUpdate(const Side& x, const Side& y);
std::optional<Reason> packs(const Side& x, const Side& y);
/// Backward needs the bucket of @p x before that of @p y.
std::optional<Reason> needsBucketSooner(const Side& x, const Side& y);
/// Keeps the full-size bucket to the step, where @p y has a shard.
std::optional<Reason> keepsUntilStep(const Side& x, const Side& y);
/// What arrives has another type than the shard; only in @p x.
std::optional<Reason> convertsWhatArrives(const Side& x, const Side& y);
std::optional<Reason> convertsOnly(const Side& x, const Side& y);

}  // namespace shardscope::explain
