#include "gpu/communicators/nccl_communicator.h"

#include <fmt/format.h>

#include <cstring>
#include <deque>
#include <thread>

#include "core/host/collective_shape.h"
#include "core/host/inproc_communicator.h"
#include "core/host/meeting.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

using Clock = std::chrono::steady_clock;

core::Error errorOf(const NcclApi& api, ncclResult_t status, const std::string& what,
                    const std::string& where) {
    return {.code = core::ErrorCode::Failed,
            .message = fmt::format("{}: NCCL says {}", what, api.getErrorString(status)),
            .where = where};
}

ncclDataType_t typeOf(core::DType dtype) {
    switch (dtype) {
        case core::DType::Fp32:
            return ncclFloat32;
        case core::DType::Bf16:
            return ncclBfloat16;
        case core::DType::Fp16:
            return ncclFloat16;
        case core::DType::Int32:
            return ncclInt32;
    }
    core::broken("unknown dtype");
}

/// A collective on its way, and the event that says that it has ended.
struct Pending {
    std::string name;
    Event ended;
};

class NcclCommunicator : public GpuCommunicator {
  public:
    NcclCommunicator(const NcclApi& api, ncclComm_t comm, int device,
                     std::unique_ptr<core::Communicator> host,
                     std::shared_ptr<core::AbortNotice> notice, std::chrono::milliseconds patience)
        : GpuCommunicator(device, std::move(host)),
          api_(api),
          comm_(comm),
          notice_(std::move(notice)),
          patience_(patience) {}

    ~NcclCommunicator() override {
        (void)useDevice(device());
        if (comm_ && !notice_->raised()) api_.commDestroy(comm_);
        if (comm_ && notice_->raised()) api_.commAbort(comm_);
    }

    core::Result<void> enqueue(const core::CollectiveCall& call, const std::string& name,
                               cudaStream_t stream) override {
        if (auto used = useDevice(device()); !used) return used;
        if (auto checked = core::checkCall(call, ranks(), rank()); !checked) return checked;
        if (call.group.count > 0) {
            return core::invalidInput("--shard-group",
                                      name +
                                          " is among a part of the ranks; allowed with --comm "
                                          "nccl: collectives of all of them. --comm same-gpu and "
                                          "--device host have groups");
        }
        auto ended = makeEvent();
        if (!ended) return tl::unexpected(ended.error());
        if (notice_->raised()) return tl::unexpected(notice_->errorFor(rank()));
        if (const ncclResult_t status = start(call, stream); status != ncclSuccess) {
            return tl::unexpected(errorOf(api_, status, name, where()));
        }
        if (auto recorded = check(cudaEventRecord(ended->get(), stream)); !recorded) {
            return recorded;
        }
        pending_.push_back({name, std::move(*ended)});
        return {};
    }

    core::Result<void> await(cudaStream_t stream) override {
        Clock::time_point moved = Clock::now();
        for (;;) {
            const cudaError_t state = cudaStreamQuery(stream);
            if (state == cudaSuccess) return dropEnded(), core::Result<void>{};
            if (state != cudaErrorNotReady) return check(state);
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
    ncclResult_t start(const core::CollectiveCall& c, cudaStream_t stream) {
        const ncclDataType_t type = typeOf(c.dtype);
        const auto whole = static_cast<size_t>(c.elements);
        const size_t part = whole / static_cast<size_t>(ranks());
        switch (c.kind) {
            case core::CollectiveKind::ReduceScatter:
                return api_.reduceScatter(c.input, c.output, part, type, ncclSum, comm_, stream);
            case core::CollectiveKind::AllGather:
                return api_.allGather(c.input, c.output, part, type, comm_, stream);
            case core::CollectiveKind::AllReduce:
                return api_.allReduce(c.input, c.output, whole, type, ncclSum, comm_, stream);
            case core::CollectiveKind::Reduce:
                return api_.reduce(c.input, c.output, whole, type, ncclSum, c.root.value, comm_,
                                   stream);
            case core::CollectiveKind::Broadcast:
                return api_.broadcast(c.input, c.output, whole, type, c.root.value, comm_, stream);
        }
        core::broken("unknown collective");
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
        if (!comm_) return {};  // told already; what is left on the streams ends by itself
        const std::string name = pending_.empty() ? "no collective" : pending_.front().name;
        ncclResult_t state = ncclSuccess;
        api_.commGetAsyncError(comm_, &state);
        if (state != ncclSuccess && state != ncclInProgress) {
            return giveUp(errorOf(api_, state, name, where()));
        }
        if (notice_->raised()) return giveUp(notice_->errorFor(rank()));
        if (pending_.empty() || still < patience_) return {};
        return giveUp({.code = core::ErrorCode::Failed,
                       .message = fmt::format("{} did not end in {} s", name,
                                              std::chrono::duration<double>(patience_).count()),
                       .where = where()});
    }

    core::Result<void> giveUp(core::Error error) {
        abort(error.message);
        api_.commAbort(comm_);
        comm_ = nullptr;
        pending_.clear();
        return tl::unexpected(std::move(error));
    }

    const NcclApi& api_;
    ncclComm_t comm_;  // null once this rank gave up; interpreter thread, as all but abort()
    std::shared_ptr<core::AbortNotice> notice_;
    const std::chrono::milliseconds patience_;
    std::deque<Pending> pending_;  // in stream order; interpreter thread
};

core::Result<ncclUniqueId> makeId(const NcclApi& api) {
    ncclUniqueId id{};
    if (const auto status = api.getUniqueId(&id); status != ncclSuccess) {
        return tl::unexpected(errorOf(api, status, "a unique id", "NCCL"));
    }
    return id;
}

}  // namespace

core::Result<std::vector<std::unique_ptr<core::Communicator>>> makeNcclCommunicators(
    const NcclApi& api, const std::vector<int>& devices, std::chrono::milliseconds patience) {
    const auto id = makeId(api);
    if (!id) return tl::unexpected(id.error());
    const int ranks = static_cast<int>(devices.size());
    std::vector<ncclComm_t> comms(devices.size(), nullptr);
    // One thread makes all of them, so they are one group: each call alone would wait for the others.
    ncclResult_t status = api.groupStart();
    for (int r = 0; r < ranks && status == ncclSuccess; ++r) {
        const auto at = static_cast<size_t>(r);
        if (auto used = useDevice(devices[at]); !used) return tl::unexpected(used.error());
        status = api.commInitRank(&comms[at], ranks, *id, r);
    }
    const ncclResult_t ended = api.groupEnd();
    if (status == ncclSuccess) status = ended;
    if (status != ncclSuccess) {
        return tl::unexpected(
            errorOf(api, status, fmt::format("{} communicators in one process", ranks), "NCCL"));
    }
    const auto notice = std::make_shared<core::AbortNotice>();
    auto hosts = core::makeInprocCommunicators(ranks);
    std::vector<std::unique_ptr<core::Communicator>> result;
    for (size_t r = 0; r < devices.size(); ++r) {
        result.push_back(std::make_unique<NcclCommunicator>(api, comms[r], devices[r],
                                                            std::move(hosts[r]), notice, patience));
    }
    return result;
}

core::Result<std::unique_ptr<core::Communicator>> makeNcclCommunicator(
    const NcclApi& api, int device, std::unique_ptr<core::Communicator> host,
    const std::function<std::string(const std::string&)>& broadcast,
    std::chrono::milliseconds patience) {
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
    if (auto used = useDevice(device); !used) return tl::unexpected(used.error());
    ncclComm_t comm = nullptr;
    const auto status = api.commInitRank(&comm, host->ranks(), id, host->rank().value);
    if (status != ncclSuccess) {
        return tl::unexpected(errorOf(api, status, "a communicator over MPI's processes",
                                      fmt::format("rank {}", host->rank().value)));
    }
    return std::make_unique<NcclCommunicator>(api, comm, device, std::move(host),
                                              std::make_shared<core::AbortNotice>(), patience);
}

}  // namespace shardscope::gpu
