#pragma once
// Several ranks: their communicator, and what they take of each other where they share a GPU.

#include <optional>
#include <string>
#include <vector>

#include "profiler/calibrate/gpu/gpu_pace.h"
#include "profiler/calibrate/gpu/link_fit.h"

namespace shardscope::profiler {

struct MeasuredRanks {
    int ranks = 2;
    bool sameGpu = false;
    LinkFit link;
    // What a copy, and a product, take when all ranks do it at once, over alone; 1 with a GPU each.
    double memorySharing = 1, productSharing = 1;
    int64_t ncclBytes = 0;  ///< by how much making a communicator raised what is in use
};

/// Borrows what it names.
struct RanksQuestion {
    core::Accelerator& accelerator;
    int ranks = 2;
    const MakeTags& makeTags;
    const core::Problem& weights;  ///< of one rank
    int64_t arenaBytes = 0;        ///< of each rank
    std::vector<core::DType> dtypes;
    std::optional<SquareTime> square;  ///< the best one, alone
    double seconds = 10;               ///< of collectives, roughly
    std::function<bool()> stopped;
};

/// Errors: a rank's; OutOfMemory; Interrupted.
core::Result<MeasuredRanks> measureRanks(const RanksQuestion& question);

}  // namespace shardscope::profiler
