#pragma once
// Which instants are shown, of all strategies together.

#include <vector>

#include "profiler/cli/explain/timeline.h"

namespace shardscope::explain {

/// A strategy with its instants; all tracks of a picture have the same instants.
struct Track {
    core::Problem problem;
    std::vector<Moment> moments;
};

struct Scene {
    size_t moment = 0;  ///< index into every track's moments
    int alikeFrom = 0;  ///< 1-based micro-batches left out before it, since they repeat the
    int alikeTo = 0;    ///< one before them; 0 = none
};

/// Instants of forward are shown where something changes, those where backward reads a bucket only
/// where some strategy gathers it for that, micro-batches that repeat the one before
/// are left out, and of the next forward the first instant is shown that has news or stale weights.
std::vector<Scene> storyboardOf(const std::vector<Track>& tracks);

}  // namespace shardscope::explain
