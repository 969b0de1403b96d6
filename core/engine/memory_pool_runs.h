#pragma once
// The runs of an expandable segment: maximal stretches without a live block, mapped or not.

#include <cstdint>
#include <optional>

#include "core/engine/memory_pool_space.h"

namespace shardscope::core {

/// Start of the lowest run of at least @p bytes. A run is made of neighbouring free (mapped) and
/// unmapped extents. Looked for only when no free extent alone is long enough.
std::optional<int64_t> lowestRun(const Extents& free, const Extents& unmapped, int64_t bytes);

}  // namespace shardscope::core
