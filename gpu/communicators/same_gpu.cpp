#include "gpu/communicators/same_gpu.h"

#include <fmt/format.h>

#include "core/host/collective_shape.h"
#include "core/host/inproc_communicator.h"
#include "core/host/meeting.h"
#include "gpu/communicators/rank_kernels.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

/// What all ranks share. A rank writes its own entries only, between meetings.
struct Place {
    explicit Place(int count)
        : ranks(count),
          calls(static_cast<size_t>(count)),
          ready(calls.size()),
          done(calls.size()) {}

    const int ranks;
    core::AbortNotice notice;
    core::Meeting meeting{ranks, notice};
    std::vector<core::CollectiveCall> calls;
    std::vector<Event> ready;  // by rank: its input is written, and its output may be
    std::vector<Event> done;   // by rank: its part has ended
};

class SameGpuCommunicator : public GpuCommunicator {
  public:
    SameGpuCommunicator(std::shared_ptr<Place> place, int device,
                        std::unique_ptr<core::Communicator> host)
        : GpuCommunicator(device, std::move(host)), place_(std::move(place)) {}

    core::Result<void> enqueue(const core::CollectiveCall& call, const std::string& name,
                               cudaStream_t stream) override {
        if (auto used = useDevice(device()); !used) return used;
        if (auto checked = core::checkCall(call, ranks(), rank()); !checked) {
            return giveUp(name, checked.error());
        }
        auto done = meetBefore(call, stream);
        if (done) done = exchange(stream);
        if (!done) return giveUp(name, done.error());
        return {};
    }

    void abort(const std::string& reason) override {
        place_->notice.raise(rank(), reason);
        place_->meeting.wakeAll();
        GpuCommunicator::abort(reason);
    }

  private:
    /// Shows this rank's buffers, waits for the peers on the host, and makes the stream wait for their
    /// streams. No event is recorded anew before every rank has waited for it: of the two meetings of a
    /// collective one always lies between.
    core::Result<void> meetBefore(const core::CollectiveCall& call, cudaStream_t stream) {
        place_->calls[rank().index()] = call;
        if (auto recorded = check(cudaEventRecord(place_->ready[rank().index()].get(), stream));
            !recorded) {
            return recorded;
        }
        if (auto met = arrive(); !met) return met;
        if (const auto mismatch = core::findMismatch(
                ranks(), [&](int r) { return shapeOf(place_->calls[static_cast<size_t>(r)]); })) {
            return core::failed(where(), *mismatch);
        }
        return waitForPeers(place_->ready, stream);
    }

    core::Result<void> exchange(cudaStream_t stream) {
        if (auto started = check(enqueueRankPart(place_->calls, rank(), stream)); !started) {
            return started;
        }
        if (auto recorded = check(cudaEventRecord(place_->done[rank().index()].get(), stream));
            !recorded) {
            return recorded;
        }
        if (auto met = arrive(); !met) return met;
        return waitForPeers(place_->done, stream);
    }

    core::Result<void> waitForPeers(const std::vector<Event>& events, cudaStream_t stream) {
        for (size_t r = 0; r < events.size(); ++r) {
            if (r == rank().index()) continue;
            const auto waited = check(cudaStreamWaitEvent(stream, events[r].get(), 0));
            if (!waited) return waited;
        }
        return {};
    }

    core::Result<void> arrive() {
        if (!place_->notice.raised() && place_->meeting.arrive()) return {};
        return tl::unexpected(place_->notice.errorFor(rank()));
    }

    /// The peers are told, because this rank's part will not come. @return @p error, with the name.
    core::Result<void> giveUp(const std::string& name, core::Error error) {
        if (!place_->notice.raised()) abort(fmt::format("{}: {}", name, error.message));
        error.where = fmt::format("{}, {}", where(), name);
        return tl::unexpected(error);
    }

    std::shared_ptr<Place> place_;
};

core::Result<std::shared_ptr<Place>> makePlace(int ranks) {
    auto place = std::make_shared<Place>(ranks);
    for (auto* events : {&place->ready, &place->done}) {
        for (Event& event : *events) {
            auto made = makeEvent();
            if (!made) return tl::unexpected(made.error());
            event = std::move(*made);
        }
    }
    return place;
}

}  // namespace

core::Result<std::vector<std::unique_ptr<core::Communicator>>> makeSameGpuCommunicators(
    int ranks, int device) {
    if (ranks > kMostSameGpuRanks) {
        return core::invalidInput("--ranks",
                                  fmt::format("found {} on one GPU; allowed with --comm same-gpu: "
                                              "at most {}",
                                              ranks, kMostSameGpuRanks));
    }
    if (auto used = useDevice(device); !used) return tl::unexpected(used.error());
    auto place = makePlace(ranks);
    if (!place) return tl::unexpected(place.error());
    std::vector<std::unique_ptr<core::Communicator>> result;
    for (auto& host : core::makeInprocCommunicators(ranks)) {
        result.push_back(std::make_unique<SameGpuCommunicator>(*place, device, std::move(host)));
    }
    return result;
}

}  // namespace shardscope::gpu
