#pragma once
// NCCL's communicators of one rank: the one of all ranks, and one for each group of ranks that the rank
// is a member of. Made in set-up. Interpreter thread.

#include <vector>

#include "core/plan/step_plan.h"
#include "gpu/libraries/nccl.h"

namespace shardscope::gpu {

/// "{}: NCCL says {}", where that is. Code Failed.
core::Error ncclErrorOf(const NcclApi& api, ncclResult_t status, const std::string& what,
                        const std::string& where);

/// "ranks 0, 2, 4, 6", or "32 ranks from 0 by 2" when they are many.
std::string namesOf(const core::RankSet& group);

class NcclGroups {
  public:
    /// Owns @p world, which has @p ranks ranks. @p api borrowed.
    NcclGroups(const NcclApi& api, ncclComm_t world, int ranks)
        : api_(&api), world_(world), ranks_(ranks) {}
    NcclGroups(NcclGroups&& other) noexcept;
    NcclGroups& operator=(NcclGroups&&) = delete;
    /// Waits for what was enqueued.
    ~NcclGroups();

    /// The communicator of @p group; null when none was made for it.
    ncclComm_t of(const core::RankSet& group) const;
    /// Of all ranks; null after abort().
    ncclComm_t world() const { return world_; }
    /// Owns @p comm, too.
    void add(const core::RankSet& group, ncclComm_t comm) { parts_.push_back({group, comm}); }
    /// The first error of any of them that NCCL met on its own; ncclSuccess when there is none.
    ncclResult_t asyncError() const;
    /// Ends what was enqueued on any of them; they are gone then.
    void abort();

  private:
    struct Part {
        core::RankSet group;
        ncclComm_t comm = nullptr;
    };
    const NcclApi* api_;
    ncclComm_t world_;
    int ranks_;
    std::vector<Part> parts_;
};

/// Adds to each of @p members the groups that sharding among @p shardGroup neighbours needs: those who
/// share one set of shards, and those who hold the same shard. Nothing when that is all ranks, or 0.
/// Collective over the world: of several processes each calls it for its own ranks.
/// @param devices of the members. @param firstRank the first member's. @return errors: Failed in NCCL's words; the communicators are of no use
/// then.
core::Result<void> splitIntoGroups(const NcclApi& api, std::vector<NcclGroups>& members,
                                   const std::vector<int>& devices, core::Rank firstRank, int ranks,
                                   int shardGroup);

}  // namespace shardscope::gpu
