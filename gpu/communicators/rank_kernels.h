#pragma once
// Which kernel carries out one rank's part of a collective, once the peers' buffers are known.
// Internal to gpu/communicators.

#include <cuda_runtime_api.h>

#include <span>

#include "core/engine/communicator.h"

namespace shardscope::gpu {

/// Enqueues rank @p rank's part on @p stream. Sums read the rank's slice of every input and write it to
/// whoever gets it; copies read the peers. A rank's buffer is written by others in places that only the
/// writer reads, so one pass is enough, in place too.
/// @param calls one a rank, in rank order, equal but for their addresses.
cudaError_t enqueueRankPart(std::span<const core::CollectiveCall> calls, core::Rank rank,
                            cudaStream_t stream);

}  // namespace shardscope::gpu
