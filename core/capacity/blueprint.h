#pragma once
// What configurations of one structure share: their pool calls, the sizes' rules and the collectives.

#include <string>

#include "core/capacity/pool_program.h"
#include "core/capacity/sent.h"
#include "core/capacity/size_rules.h"

namespace shardscope::core {

struct Blueprint {
    PoolProgram pool;
    SizeRules sizes;
    std::vector<SentStep> sent;
    int64_t parameters = 0;
    /// Buffers that grow with G, when they live from set-up on and so shift every instant of a step
    /// alike; nothing when one of them does not.
    std::optional<std::vector<size_t>> shifting;
};

/// Configurations with equal keys have equal blueprints.
std::string blueprintKey(const Configuration& configuration);
/// Errors: InvalidInput of workload, strategy or ranks.
Result<Blueprint> makeBlueprint(const Workload& base, const Configuration& configuration);

/// What a rank sends a step under @p at.
Sent sentOf(const Blueprint& blueprint, const Configuration& at);

}  // namespace shardscope::core
