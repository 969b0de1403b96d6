#include "gpu/communicators/nccl_communicator.h"

#include <fmt/format.h>

#include <cstring>
#include <deque>
#include <thread>

#include "core/host/collective_shape.h"
#include "core/host/inproc_communicator.h"
#include "core/host/meeting.h"
#include "gpu/communicators/nccl_calls.h"
#include "gpu/communicators/nccl_groups.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kListenEvery{1};

/// A collective on its way, and the event that says that it has ended.
struct Pending {
    std::string name;
    Event ended;
};

class NcclCommunicator : public GpuCommunicator {
  public:
    NcclCommunicator(const NcclApi& api, NcclGroups comms, int device,
                     std::unique_ptr<core::Communicator> host,
                     std::shared_ptr<core::AbortNotice> notice, std::chrono::milliseconds patience)
        : GpuCommunicator(device, std::move(host)),
          api_(api),
          comms_(std::move(comms)),
          notice_(std::move(notice)),
          patience_(patience) {}

    ~NcclCommunicator() override {
        (void)useDevice(device());
        if (notice_->raised()) comms_.abort();
    }

    bool groupsCalls() const override { return true; }

    core::Result<void> enqueue(std::span<const NamedCall> calls, cudaStream_t stream) override {
        if (auto used = useDevice(device()); !used) return used;
        for (const NamedCall& named : calls) {
            if (auto good = core::checkCall(named.call, ranks(), rank()); !good) return good;
        }
        auto ended = makeEvent();
        if (!ended) return tl::unexpected(ended.error());
        if (notice_->raised()) return tl::unexpected(notice_->errorFor(rank()));
        const core::RankSet& group = calls.front().call.group;
        const ncclComm_t comm = comms_.of(group);
        if (!comm) {
            return core::failed(where(), titleOf(calls, 0) +
                                             ": no communicator was made for this group in "
                                             "set-up");
        }
        if (auto started = start(calls, comm, stream); !started) return started;
        if (auto recorded = check(cudaEventRecord(ended->get(), stream)); !recorded) {
            return leave(recorded.error());  // it runs, and nobody would see it end
        }
        pending_.push_back({titleOf(calls, calls.size()), std::move(*ended)});
        return {};
    }

    core::Result<void> await(cudaStream_t stream) override {
        Clock::time_point moved = Clock::now();
        for (;;) {
            const cudaError_t state = cudaStreamQuery(stream);
            if (state == cudaSuccess) return dropEnded(), core::Result<void>{};
            if (state != cudaErrorNotReady) return leave(check(state).error());
            if (dropEnded()) moved = Clock::now();
            if (auto sound = checkHealth(Clock::now() - moved); !sound) return sound;
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
    }

    void abort(const std::string& reason) override {
        notice_->raise(rank(), reason);
        GpuCommunicator::abort(reason);
    }

  private:
    /// The action of one of @p calls, or of all when @p which is none of them; and whom it is among when
    /// that is not everybody.
    static std::string titleOf(std::span<const NamedCall> calls, size_t which) {
        const NamedCall& named = calls[which < calls.size() ? which : 0];
        std::string title = named.name;
        if (which == calls.size() && which > 1) {
            title += fmt::format(" and {} more of its bucket", which - 1);
        }
        const core::RankSet& group = named.call.group;
        return group.count == 0 ? title : fmt::format("{} among {}", title, namesOf(group));
    }

    core::Result<void> start(std::span<const NamedCall> calls, ncclComm_t comm,
                             cudaStream_t stream) {
        const Clock::time_point began = Clock::now();
        const NcclStart start = startCalls(api_, comm, ranks(), calls, stream);
        const ncclResult_t status = settled(api_, comm, start.status, [&] {
            return !notice_->raised() && Clock::now() - began < patience_;
        });
        if (status == ncclSuccess) return {};
        if (notice_->raised()) return tl::unexpected(notice_->errorFor(rank()));
        return tl::unexpected(ncclErrorOf(api_, status, titleOf(calls, start.refused), where()));
    }

    /// @return whether a collective has ended since the last call.
    bool dropEnded() {
        bool some = false;
        while (!pending_.empty() && cudaEventQuery(pending_.front().ended.get()) == cudaSuccess) {
            pending_.pop_front();
            some = true;
        }
        return some;
    }

    /// Errors: this rank cannot go on; its communicator is gone then, and its kernels have left.
    core::Result<void> checkHealth(Clock::duration still) {
        if (!comms_.world()) return {};  // told already; what is left on the streams ends by itself
        const std::string name = pending_.empty() ? "no collective" : pending_.front().name;
        if (const ncclResult_t state = comms_.asyncError(); state != ncclSuccess) {
            return giveUp(ncclErrorOf(api_, state, name, where()));
        }
        if (auto told = toldToStop()) {
            if (!pending_.empty()) told->message += fmt::format("; {} was under way", name);
            return giveUp(std::move(*told));
        }
        if (pending_.empty() || still < patience_) return {};
        return giveUp({.code = core::ErrorCode::Failed,
                       .message = fmt::format("{} did not end in {} s", name,
                                              std::chrono::duration<double>(patience_).count()),
                       .where = where()});
    }

    /// What a rank that gave up said: one of this process by the notice, one of another by its message.
    std::optional<core::Error> toldToStop() {
        if (notice_->raised()) return notice_->errorFor(rank());
        const Clock::time_point now = Clock::now();
        if (now - listened_ < kListenEvery) return std::nullopt;
        listened_ = now;
        return heardAbort();
    }

    core::Result<void> giveUp(core::Error error) {
        abort(error.message);
        return leave(std::move(error));
    }

    /// Without a word to the peers: whoever asked knows what of its work the GPU's error is about, and tells
    /// them.
    core::Result<void> leave(core::Error error) {
        comms_.abort();
        pending_.clear();
        return tl::unexpected(std::move(error));
    }

    const NcclApi& api_;
    NcclGroups comms_;  // gone once this rank gave up; interpreter thread, as all but abort()
    std::shared_ptr<core::AbortNotice> notice_;
    const std::chrono::milliseconds patience_;
    std::deque<Pending> pending_;  // in stream order; interpreter thread
    Clock::time_point listened_;   // for messages of other processes; likewise
};

core::Result<ncclUniqueId> makeId(const NcclApi& api) {
    ncclUniqueId id{};
    if (const auto status = api.getUniqueId(&id); status != ncclSuccess) {
        return tl::unexpected(ncclErrorOf(api, status, "a unique id", "NCCL"));
    }
    return id;
}

/// The world's communicators of ranks @p firstRank and on, one a device.
core::Result<std::vector<NcclGroups>> joinWorld(const NcclApi& api, const ncclUniqueId& id,
                                                const std::vector<int>& devices, int firstRank,
                                                int ranks) {
    // Before the group: its end waits for all that the ranks have promised.
    for (int device : devices) {
        if (auto used = useDevice(device); !used) return tl::unexpected(used.error());
    }
    std::vector<ncclComm_t> comms(devices.size(), nullptr);
    // One thread makes all of them, so they are one group: each call alone would wait for the others.
    ncclResult_t status = api.groupStart();
    for (size_t i = 0; i < devices.size() && !refuses(status); ++i) {
        if (!useDevice(devices[i])) status = ncclUnhandledCudaError;
        if (refuses(status)) break;
        status = api.commInitRank(&comms[i], ranks, id, firstRank + static_cast<int>(i));
    }
    status = endGroup(api, status, comms);
    if (status != ncclSuccess) {
        for (ncclComm_t comm : comms) {
            if (comm) api.commAbort(comm);
        }
        auto error =
            ncclErrorOf(api, status, fmt::format("{} of {} communicators", devices.size(), ranks),
                        devices.size() == 1 ? fmt::format("rank {}", firstRank) : "NCCL");
        if (status == ncclInvalidUsage) error.message += "; has every rank a GPU of its own?";
        return tl::unexpected(error);
    }
    std::vector<NcclGroups> members;
    for (ncclComm_t comm : comms) members.emplace_back(api, comm, ranks);
    return members;
}

/// The world's, and those of groups. Nothing is left of them after an error.
core::Result<std::vector<NcclGroups>> join(const NcclApi& api, const ncclUniqueId& id,
                                           const std::vector<int>& devices, int firstRank,
                                           int ranks, int shardGroup) {
    auto members = joinWorld(api, id, devices, firstRank, ranks);
    if (!members) return members;
    auto parts = splitIntoGroups(api, *members, devices, core::Rank{firstRank}, ranks, shardGroup);
    if (parts) return members;
    for (NcclGroups& member : *members) member.abort();
    return tl::unexpected(parts.error());
}

}  // namespace

core::Result<std::vector<std::unique_ptr<core::Communicator>>> makeNcclCommunicators(
    const NcclApi& api, const std::vector<int>& devices, const NcclOptions& options) {
    const auto id = makeId(api);
    if (!id) return tl::unexpected(id.error());
    const int ranks = static_cast<int>(devices.size());
    auto members = join(api, *id, devices, 0, ranks, options.shardGroup);
    if (!members) return tl::unexpected(members.error());
    const auto notice = std::make_shared<core::AbortNotice>();
    auto hosts = core::makeInprocCommunicators(ranks);
    std::vector<std::unique_ptr<core::Communicator>> result;
    for (size_t r = 0; r < devices.size(); ++r) {
        result.push_back(std::make_unique<NcclCommunicator>(api, std::move((*members)[r]),
                                                            devices[r], std::move(hosts[r]), notice,
                                                            options.patience));
    }
    return result;
}

core::Result<std::unique_ptr<core::Communicator>> makeNcclCommunicator(
    const NcclApi& api, int device, std::unique_ptr<core::Communicator> host,
    const std::function<std::string(const std::string&)>& broadcast, const NcclOptions& options) {
    std::string bytes;
    if (host->rank().value == 0) {
        const auto id = makeId(api);
        // An empty message tells the others, who wait for it.
        if (id) bytes.assign(id->internal, sizeof(id->internal));
    }
    bytes = broadcast(bytes);
    ncclUniqueId id{};
    if (bytes.size() != sizeof(id.internal)) {
        return core::failed("NCCL", "rank 0 could not make a unique id");
    }
    std::memcpy(id.internal, bytes.data(), bytes.size());
    auto members = join(api, id, {device}, host->rank().value, host->ranks(), options.shardGroup);
    if (!members) return tl::unexpected(members.error());
    return std::make_unique<NcclCommunicator>(
        api, std::move(members->front()), device, std::move(host),
        std::make_shared<core::AbortNotice>(), options.patience);
}

}  // namespace shardscope::gpu
