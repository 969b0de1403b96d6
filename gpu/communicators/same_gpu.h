#pragma once
// N ranks on one GPU: collectives are kernels over the peers' buffers, summing in rank order as the host
// does. Ranks meet on the host when they enqueue, and their streams meet by events: before, so that every
// input is written; after, so that no input is read any more (design rule 15).

#include <memory>
#include <vector>

#include "gpu/communicators/gpu_communicator.h"

namespace shardscope::gpu {

/// The most ranks that one kernel's argument list holds.
inline constexpr int kMostSameGpuRanks = 32;

/// One communicator a rank, all on GPU @p device, sharing one meeting place.
/// Errors: InvalidInput for more ranks than kMostSameGpuRanks; Failed when the GPU refuses events.
core::Result<std::vector<std::unique_ptr<core::Communicator>>> makeSameGpuCommunicators(int ranks,
                                                                                        int device);

}  // namespace shardscope::gpu
