#pragma once
// All-gather and broadcast between the ranks of one GPU: copies of peers' shards.

#include "gpu/kernels/launch.h"
#include "gpu/kernels/rank_sum.h"

namespace shardscope::gpu {

/// output[p·shardBytes …] = inputs[p][0 … shardBytes) for each peer p; one whose input already is
/// there (in place) is passed over. Broadcast: one peer.
struct GatherArgs {
    const void* inputs[kMaxPeers];
    void* output;
    int count;
    int64_t shardBytes;
};
/// Errors: cudaErrorInvalidValue for a count outside [1, kMaxPeers].
cudaError_t launchGather(cudaStream_t stream, const GatherArgs& args);

}  // namespace shardscope::gpu
