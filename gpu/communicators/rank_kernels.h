#pragma once
// Which kernel carries out one member's part of a collective, once the peers' buffers are known.
// Internal to gpu/communicators.

#include <cuda_runtime_api.h>

#include <span>

#include "core/engine/communicator.h"

namespace shardscope::gpu {

/// Enqueues one member's part on @p stream. Sums read the rank's slice of every input and write it to
/// whoever gets it; copies read the peers. A rank's buffer is written by others in places that only the
/// writer reads, so one pass is enough, in place too.
/// @param calls one a member of the group, in rank order, equal but for their addresses.
/// @param own the member whose part this is, @p root the one that a reduce or broadcast names
/// (read for these only).
cudaError_t enqueueMemberPart(std::span<const core::CollectiveCall> calls, int own, int root,
                              cudaStream_t stream);

}  // namespace shardscope::gpu
