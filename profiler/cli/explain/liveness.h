#pragma once
// Which gradients will still be read: the others are dead, whatever they hold.

#include <set>
#include <utility>

#include "profiler/cli/explain/world.h"

namespace shardscope::explain {

/// One range of a live buffer.
using Cell = std::pair<core::BufferId, size_t>;

/// Cells of gradients and gradient shards of @p rank that an action which has not run yet reads,
/// before any other overwrites or frees them.
std::set<Cell> readAgain(const World& world, core::Rank rank);

/// Cells that communication which may run now reads, and those that it writes.
struct Moving {
    std::set<Cell> read, written;
};
Moving movingOf(const World& world, core::Rank rank);

}  // namespace shardscope::explain
