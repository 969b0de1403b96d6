#include "gpu/communicators/same_gpu.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>

#include "core/host/collective_shape.h"
#include "core/host/inproc_communicator.h"
#include "core/host/meeting.h"
#include "gpu/communicators/rank_kernels.h"
#include "gpu/handles.h"

namespace shardscope::gpu {

namespace {

/// Where the ranks of one group meet. A member writes its own entries only, between meetings.
struct Circle {
    Circle(int count, core::AbortNotice& notice)
        : meeting(count, notice),
          calls(static_cast<size_t>(count)),
          ready(calls.size()),
          done(calls.size()) {}

    core::Result<void> open() {
        for (auto* events : {&ready, &done}) {
            for (Event& event : *events) {
                auto made = makeEvent();
                if (!made) return tl::unexpected(made.error());
                event = std::move(*made);
            }
        }
        return {};
    }

    core::Meeting meeting;
    std::vector<core::CollectiveCall> calls;
    std::vector<Event> ready;  // by member: its input is written, and its output may be
    std::vector<Event> done;   // by member: its part has ended
};

/// What all ranks share.
struct Place {
    explicit Place(int count) : ranks(count) {}

    /// Made by the first member that comes. Events of its own: in one that another group recorded anew,
    /// a slower member would wait for that group's work.
    core::Result<Circle*> circleOf(const core::RankSet& group) {
        const std::lock_guard lock(mutex);
        auto& circle = circles[{group.first, group.count, group.stride}];
        if (circle) return circle.get();
        auto made = std::make_unique<Circle>(group.size(ranks), notice);
        if (auto opened = made->open(); !opened) return tl::unexpected(opened.error());
        circle = std::move(made);
        return circle.get();
    }

    void wakeAll() {
        const std::lock_guard lock(mutex);
        for (auto& [group, circle] : circles) {
            if (circle) circle->meeting.wakeAll();
        }
    }

    const int ranks;
    core::AbortNotice notice;
    std::mutex mutex;
    std::map<std::array<int32_t, 3>, std::unique_ptr<Circle>> circles;
};

class SameGpuCommunicator : public GpuCommunicator {
  public:
    SameGpuCommunicator(std::shared_ptr<Place> place, int device,
                        std::unique_ptr<core::Communicator> host)
        : GpuCommunicator(device, std::move(host)), place_(std::move(place)) {}

    core::Result<void> enqueue(std::span<const NamedCall> calls, cudaStream_t stream) override {
        const auto& [call, name] = calls.front();
        if (auto used = useDevice(device()); !used) return used;
        if (auto checked = core::checkCall(call, ranks(), rank()); !checked) {
            return giveUp(name, checked.error());
        }
        auto circle = place_->circleOf(call.group);
        if (!circle) return giveUp(name, circle.error());
        auto done = meetBefore(**circle, call, stream);
        if (done) done = exchange(**circle, call, stream);
        if (!done) return giveUp(name, done.error());
        return {};
    }

    void abort(const std::string& reason) override {
        place_->notice.raise(rank(), reason);
        place_->wakeAll();
        GpuCommunicator::abort(reason);
    }

  private:
    /// Shows this rank's buffers, waits for the peers on the host, and makes the stream wait for their
    /// streams. No event is recorded anew before every rank has waited for it: of the two meetings of a
    /// collective one always lies between.
    core::Result<void> meetBefore(Circle& circle, const core::CollectiveCall& call,
                                  cudaStream_t stream) {
        const auto own = static_cast<size_t>(call.group.indexOf(rank()));
        circle.calls[own] = call;
        if (auto recorded = check(cudaEventRecord(circle.ready[own].get(), stream)); !recorded) {
            return recorded;
        }
        if (auto met = arrive(circle); !met) return met;
        if (const auto mismatch = core::findMismatch(call.group, ranks(), [&](int member) {
                return shapeOf(circle.calls[static_cast<size_t>(member)]);
            })) {
            return core::failed(where(), *mismatch);
        }
        return waitForPeers(circle.ready, own, stream);
    }

    core::Result<void> exchange(Circle& circle, const core::CollectiveCall& call,
                                cudaStream_t stream) {
        const int own = call.group.indexOf(rank()), root = call.group.indexOf(call.root);
        if (auto started = check(enqueueMemberPart(circle.calls, own, root, stream)); !started) {
            return started;
        }
        const auto& done = circle.done;
        if (auto recorded = check(cudaEventRecord(done[static_cast<size_t>(own)].get(), stream));
            !recorded) {
            return recorded;
        }
        if (auto met = arrive(circle); !met) return met;
        return waitForPeers(done, static_cast<size_t>(own), stream);
    }

    core::Result<void> waitForPeers(const std::vector<Event>& events, size_t own,
                                    cudaStream_t stream) {
        for (size_t member = 0; member < events.size(); ++member) {
            if (member == own) continue;
            const auto waited = check(cudaStreamWaitEvent(stream, events[member].get(), 0));
            if (!waited) return waited;
        }
        return {};
    }

    core::Result<void> arrive(Circle& circle) {
        if (!place_->notice.raised() && circle.meeting.arrive()) return {};
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
    const auto place = std::make_shared<Place>(ranks);
    // Whoever cannot have events is told now and not in the first step.
    if (auto circle = place->circleOf({}); !circle) return tl::unexpected(circle.error());
    std::vector<std::unique_ptr<core::Communicator>> result;
    for (auto& host : core::makeInprocCommunicators(ranks)) {
        result.push_back(std::make_unique<SameGpuCommunicator>(place, device, std::move(host)));
    }
    return result;
}

}  // namespace shardscope::gpu
