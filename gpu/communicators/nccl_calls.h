#pragma once
// Starting collectives in NCCL's words, and what it answers. Interpreter thread.

#include <functional>
#include <span>

#include "gpu/communicators/gpu_communicator.h"
#include "gpu/libraries/nccl.h"

namespace shardscope::gpu {

/// How a start went.
struct NcclStart {
    ncclResult_t status = ncclSuccess;
    size_t refused = 0;  ///< the call that NCCL refused; as many as there are: the group of them
};

/// Starts @p calls on @p comm, whose members are those of the calls' group: several as one group of
/// NCCL's, which is one kernel. The group is ended, too, when one of its calls was refused.
/// @param ranks of the world.
NcclStart startCalls(const NcclApi& api, ncclComm_t comm, int ranks,
                     std::span<const NamedCall> calls, cudaStream_t stream);

/// What a start or a set-up that answered @p status on @p comm came to. A communicator that does not block
/// (NCCL_COMM_BLOCKING=0) answers ncclInProgress and goes on behind the caller's back.
/// @param goesOn asked while it does. @return ncclInProgress when that says no.
ncclResult_t settled(const NcclApi& api, ncclComm_t comm, ncclResult_t status,
                     const std::function<bool()>& goesOn);

/// Ends a group of set-up calls, of which the last answered @p status and which made @p comms (some may be
/// null), and waits until they are ready. @return what came of it.
ncclResult_t endGroup(const NcclApi& api, ncclResult_t status, std::span<const ncclComm_t> comms);

/// Whether NCCL said no; going on is no refusal.
inline bool refuses(ncclResult_t status) {
    return status != ncclSuccess && status != ncclInProgress;
}

}  // namespace shardscope::gpu
