#pragma once
// What configurations of one structure share: their pool calls, the sizes' rules and the collectives.

#include <optional>

#include "core/capacity/pool_program.h"
#include "core/capacity/sent.h"
#include "core/capacity/size_rules.h"
#include "core/capacity/time_program.h"

namespace shardscope::core {

struct Blueprint {
    PoolProgram pool;
    SizeRules sizes;
    std::vector<SentStep> sent;
    int64_t parameters = 0;
    /// Buffers that grow with G, when they live from set-up on and so shift every instant of a step
    /// alike; nothing when one of them does not.
    std::optional<std::vector<size_t>> shifting;
    std::optional<TimeProgram> time;  ///< where it was asked for
};

/// @p configuration without what does not change its blueprint's structure: its label, in-flight where
/// nothing is freed bucket by bucket, and, of ranks, micro-batch and G, which point it is planned at.
Configuration structureOf(const Configuration& configuration);

/// One blueprint for all configurations of a structure. @return nothing where sizes do not scale by
/// rules. @param structure as structureOf gives it. @param timed also its time program.
std::optional<Blueprint> makeBlueprint(const Workload& base, const Configuration& structure,
                                       bool timed);
/// The blueprint of one configuration alone; where ranks differ, of the one with the largest peak. Errors: InvalidInput of workload, strategy or ranks.
Result<Blueprint> makePointBlueprint(const Workload& base, const Configuration& configuration,
                                     bool timed);

/// What a rank sends a step under @p at.
Sent sentOf(const Blueprint& blueprint, const Configuration& at);

}  // namespace shardscope::core
