#pragma once
// One rank a GPU over NCCL, in NCCL's in-place forms. A collective that cannot end (a peer died, the
// network failed, or nothing moved for a while) becomes an error that names the rank, the collective and
// the group that it is among.

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "gpu/communicators/gpu_communicator.h"
#include "gpu/libraries/nccl.h"

namespace shardscope::gpu {

/// How long a stream may stand still in a collective before the rank gives up.
inline constexpr std::chrono::milliseconds kNcclPatience{120000};

struct NcclOptions {
    /// Ranks that share one set of shards; groups of them, and of the ranks that hold the same shard, get
    /// communicators of their own. 0: collectives are among all ranks only.
    int shardGroup = 0;
    std::chrono::milliseconds patience = kNcclPatience;
};

/// One communicator for each of @p devices, all in this process, a thread a GPU. @p api borrowed.
/// Errors: Failed in NCCL's words.
core::Result<std::vector<std::unique_ptr<core::Communicator>>> makeNcclCommunicators(
    const NcclApi& api, const std::vector<int>& devices, const NcclOptions& options = {});

/// This process's one rank of several. Collective over @p host's ranks.
/// @param broadcast rank 0's bytes on every rank; carries NCCL's unique id.
core::Result<std::unique_ptr<core::Communicator>> makeNcclCommunicator(
    const NcclApi& api, int device, std::unique_ptr<core::Communicator> host,
    const std::function<std::string(const std::string&)>& broadcast,
    const NcclOptions& options = {});

}  // namespace shardscope::gpu
