#pragma once
// What a collective sends over the links, whatever runs it.

#include <cstdint>

#include "core/plan/step_plan.h"

namespace shardscope::core {

/// Bytes a rank sends, and receives, of a collective over an array of @p payload bytes, for algorithms
/// that use every link alike. Source of the factors: nccl-tests, doc/PERFORMANCE.md, "Bus bandwidth".
int64_t wireBytesOf(CollectiveKind kind, int64_t payload, int64_t ranks);

}  // namespace shardscope::core
