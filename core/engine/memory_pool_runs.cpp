#include "core/engine/memory_pool_runs.h"

#include <algorithm>

namespace shardscope::core {

std::optional<int64_t> Runs::lowest(int64_t bytes) const {
    const auto found = std::ranges::find_if(
        runs_.all(), [bytes](const Extent& run) { return run.bytes >= bytes; });
    if (found == runs_.all().end()) return std::nullopt;
    return found->offset;
}

}  // namespace shardscope::core
