#include "gpu/communicators/nccl_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "gpu/communicators/nccl_calls.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

constexpr int kNamedRanks = 8;

/// The groups of one kind that a split makes, and which of them a rank is in.
struct Split {
    int count = 0;   ///< ranks of a group
    int stride = 1;  ///< from one member to the next
    int groups = 0;

    int colorOf(int rank) const { return stride == 1 ? rank / count : rank % stride; }
    core::RankSet groupOf(int rank) const {
        const int first = stride == 1 ? rank / count * count : rank % stride;
        return {.first = first, .count = count, .stride = stride};
    }
};

/// All members' calls are one group: one thread may hold several ranks, and each call alone would wait for
/// the others.
ncclResult_t split(const NcclApi& api, std::vector<NcclGroups>& members,
                   const std::vector<int>& devices, int firstRank, const Split& how,
                   std::vector<ncclComm_t>& made) {
    ncclResult_t status = api.groupStart();
    for (size_t i = 0; i < members.size() && !refuses(status); ++i) {
        const int rank = firstRank + static_cast<int>(i);
        if (!useDevice(devices[i])) status = ncclUnhandledCudaError;
        if (refuses(status)) break;
        status = api.commSplit(members[i].world(), how.colorOf(rank), rank, &made[i], nullptr);
    }
    return endGroup(api, status, made);
}

}  // namespace

core::Error ncclErrorOf(const NcclApi& api, ncclResult_t status, const std::string& what,
                        const std::string& where) {
    return {.code = core::ErrorCode::Failed,
            .message = fmt::format("{}: NCCL says {}", what, api.getErrorString(status)),
            .where = where};
}

std::string namesOf(const core::RankSet& group) {
    if (group.count > kNamedRanks) {
        return fmt::format("{} ranks from {} by {}", group.count, group.first, group.stride);
    }
    std::vector<int> ranks;
    for (int i = 0; i < group.count; ++i) ranks.push_back(group.member(i).value);
    return fmt::format("rank{} {}", group.count == 1 ? "" : "s", fmt::join(ranks, ", "));
}

NcclGroups::NcclGroups(NcclGroups&& other) noexcept
    : api_(other.api_),
      world_(std::exchange(other.world_, nullptr)),
      ranks_(other.ranks_),
      parts_(std::exchange(other.parts_, {})) {}

// A group's communicator was split from the world's: it goes first.
NcclGroups::~NcclGroups() {
    for (const Part& part : parts_) {
        if (part.comm) api_->commDestroy(part.comm);
    }
    if (world_) api_->commDestroy(world_);
}

ncclComm_t NcclGroups::of(const core::RankSet& group) const {
    if (group.size(ranks_) == ranks_) return world_;
    for (const Part& part : parts_) {
        if (part.group == group) return part.comm;
    }
    return nullptr;
}

ncclResult_t NcclGroups::asyncError() const {
    const auto stateOf = [this](ncclComm_t comm) {
        ncclResult_t state = ncclSuccess;
        api_->commGetAsyncError(comm, &state);
        return state == ncclInProgress ? ncclSuccess : state;
    };
    ncclResult_t state = stateOf(world_);
    for (const Part& part : parts_) {
        if (state == ncclSuccess) state = stateOf(part.comm);
    }
    return state;
}

void NcclGroups::abort() {
    for (const Part& part : std::exchange(parts_, {})) {
        if (part.comm) api_->commAbort(part.comm);
    }
    if (world_) api_->commAbort(std::exchange(world_, nullptr));
}

core::Result<void> splitIntoGroups(const NcclApi& api, std::vector<NcclGroups>& members,
                                   const std::vector<int>& devices, core::Rank firstRank, int ranks,
                                   int shardGroup) {
    if (shardGroup <= 0 || shardGroup >= ranks) return {};
    const Split kinds[] = {
        {.count = shardGroup, .stride = 1, .groups = ranks / shardGroup},
        {.count = ranks / shardGroup, .stride = shardGroup, .groups = shardGroup}};
    for (const Split& kind : kinds) {
        if (kind.groups == 1) continue;  // all ranks: they have one
        std::vector<ncclComm_t> made(members.size(), nullptr);
        const auto status = split(api, members, devices, firstRank.value, kind, made);
        for (size_t i = 0; i < members.size(); ++i) {
            const int rank = firstRank.value + static_cast<int>(i);
            if (made[i]) members[i].add(kind.groupOf(rank), made[i]);
        }
        if (status == ncclSuccess) continue;
        return tl::unexpected(ncclErrorOf(
            api, status, fmt::format("groups of {} of {} ranks", kind.count, ranks), "NCCL"));
    }
    return {};
}

}  // namespace shardscope::gpu
