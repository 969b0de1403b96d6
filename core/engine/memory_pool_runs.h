#pragma once
// The runs of an expandable segment: maximal stretches without a live block, mapped or not.

#include <cstdint>
#include <optional>

#include "core/engine/memory_pool_space.h"

namespace shardscope::core {

class Runs {
  public:
    /// One run over the whole segment of @p reserve bytes (a multiple of 512).
    explicit Runs(int64_t reserve) { runs_.add({0, reserve}); }
    void take(const Extent& extent) { runs_.remove(extent); }  ///< becomes live; within one run
    void give(const Extent& extent) { runs_.add(extent); }     ///< is no longer live
    /// Start of the lowest run of at least @p bytes.
    std::optional<int64_t> lowest(int64_t bytes) const;

  private:
    Extents runs_;
};

}  // namespace shardscope::core
