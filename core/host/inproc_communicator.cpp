#include "core/host/inproc_communicator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <variant>

#include "core/host/collective_shape.h"
#include "core/host/host_device.h"
#include "core/host/meeting.h"
#include "core/host/rank_sum.h"

namespace shardscope::core {

namespace {

/// What one rank shows the others while they are in one collective.
struct alignas(64) Published {
    CollectiveCall call{};
    int64_t arrivedNs = 0;
};

/// What one rank shows the others between steps.
using HostValue = std::variant<std::monostate, double, uint64_t>;

std::string_view nameOf(const HostValue& value) {
    constexpr std::array<std::string_view, 3> kNames{"barrier", "gather of a double",
                                                     "gather of a uint64"};
    return kNames[value.index()];
}

/// Shared by all ranks' communicators.
struct Place {
    explicit Place(int count)
        : ranks(count), published(static_cast<size_t>(count)), values(published.size()) {}

    void abort(Rank by, const std::string& reason) {
        notice.raise(by, reason);
        gate.close();
        collectives.wakeAll();
        host.wakeAll();
        const std::lock_guard lock(groupsMutex);
        for (auto& [group, meeting] : groups) meeting->wakeAll();
    }

    /// Where the members of @p group meet; made by the first one that comes.
    Meeting& meetingOf(const RankSet& group) {
        if (group.count == 0) return collectives;
        const std::lock_guard lock(groupsMutex);
        auto& meeting = groups[{group.first, group.count, group.stride}];
        if (!meeting) meeting = std::make_unique<Meeting>(group.count, notice);
        return *meeting;
    }

    const int ranks;
    AbortNotice notice;
    ReadGate gate;
    Meeting collectives{ranks, notice};
    Meeting host{ranks, notice};
    std::mutex groupsMutex;
    std::map<std::array<int32_t, 3>, std::unique_ptr<Meeting>> groups;
    std::vector<Published> published;
    std::vector<HostValue> values;
};

class InprocCommunicator : public Communicator {
  public:
    InprocCommunicator(std::shared_ptr<Place> place, Rank rank)
        : place_(std::move(place)), rank_(rank) {}

    int ranks() const override { return place_->ranks; }
    Rank rank() const override { return rank_; }

    Result<CollectiveTimes> run(const CollectiveCall& call) override {
        if (auto checked = checkCall(call, ranks(), rank_); !checked) {
            abort(checked.error().message);
            return tl::unexpected(checked.error());
        }
        Meeting& meeting = place_->meetingOf(call.group);
        auto start = meetBefore(call, meeting);
        if (!start || !exchange(call, meeting) || !meeting.arrive()) return leaveAborted();
        return CollectiveTimes{.startNs = *start, .endNs = hostNowNs()};
    }

    Result<void> barrier() override {
        if (auto values = exchangeValues(std::monostate{}); !values) {
            return tl::unexpected(values.error());
        }
        return {};
    }
    Result<std::vector<double>> gather(double value) override { return gatherOf(value); }
    Result<std::vector<uint64_t>> gather(uint64_t value) override { return gatherOf(value); }

    void abort(const std::string& reason) override { place_->abort(rank_, reason); }

  private:
    // Shows this rank's buffers and waits for the peers'. @return when the last one arrived.
    std::optional<int64_t> meetBefore(const CollectiveCall& call, Meeting& meeting) {
        if (place_->notice.raised()) return std::nullopt;
        place_->published[rank_.index()] = {.call = call, .arrivedNs = hostNowNs()};
        if (!meeting.arrive()) return std::nullopt;
        const auto mismatch = findMismatch(
            call.group, ranks(), [&](int index) { return shapeOf(member(call, index).call); });
        if (mismatch) {
            abort(*mismatch);
            return std::nullopt;
        }
        int64_t start = 0;
        for (int i = 0; i < sizeOf(call); ++i) start = std::max(start, member(call, i).arrivedNs);
        return start;
    }

    // A peer may be reading this rank's buffers: after an abort too, they stay until it has left.
    tl::unexpected<Error> leaveAborted() {
        place_->gate.awaitEmpty();
        return tl::unexpected(place_->notice.errorFor(rank_));
    }

    // Reads peers' buffers. @return false when the communicator was aborted before or in between.
    bool exchange(const CollectiveCall& call, Meeting& meeting) {
        const Slice whole{.first = 0, .elements = call.elements};
        const Slice mine = sliceOf(call.elements, sizeOf(call), Rank{call.group.indexOf(rank_)});
        switch (call.kind) {
            case CollectiveKind::ReduceScatter:
                return reading([&] { sum(call, mine, call.output); });
            case CollectiveKind::AllGather:
                return reading([&] { copyParts(call); });
            case CollectiveKind::AllReduce:
                return call.elements <= kTinyElements ? reduceTiny(call, meeting)
                                                      : reduceInSlices(call, mine, meeting);
            case CollectiveKind::Reduce:
                return reading(
                    [&] { sum(call, mine, at(rootOf(call).call.output, call.dtype, mine.first)); });
            case CollectiveKind::Broadcast:
                return reading([&] { copyElements(rootOf(call).call.input, 0, call, whole); });
        }
        broken("unknown collective");
    }

    // Every rank sums everything; outputs are written when nobody reads inputs any more.
    bool reduceTiny(const CollectiveCall& call, Meeting& meeting) {
        std::array<std::byte, kTinyElements * sizeof(float)> result;
        const bool read =
            reading([&] { sum(call, {.first = 0, .elements = call.elements}, result.data()); });
        if (!read || !meeting.arrive()) return false;
        std::memcpy(call.output, result.data(),
                    static_cast<size_t>(call.elements * bytesOf(call.dtype)));
        return true;
    }

    bool reduceInSlices(const CollectiveCall& call, Slice mine, Meeting& meeting) {
        const bool read =
            reading([&] { sum(call, mine, at(call.output, call.dtype, mine.first)); });
        if (!read || !meeting.arrive()) return false;
        return reading([&] { copyReducedSlices(call); });
    }

    template <class Read>
    bool reading(Read&& read) {
        if (!place_->gate.enter()) return false;
        read();
        place_->gate.leave();
        return true;
    }

    int sizeOf(const CollectiveCall& call) const { return call.group.size(ranks()); }
    const Published& member(const CollectiveCall& call, int index) const {
        return place_->published[call.group.member(index).index()];
    }
    const Published& rootOf(const CollectiveCall& call) const {
        return place_->published[call.root.index()];
    }

    void sum(const CollectiveCall& call, Slice slice, void* output) {
        inputs_.clear();
        for (int i = 0; i < sizeOf(call); ++i) {
            inputs_.push_back(at(member(call, i).call.input, call.dtype, slice.first));
        }
        sumInRankOrder(call.dtype, inputs_, slice.elements, output);
    }

    // Own part first, then the next member's: peers do not all read one rank at a time.
    template <class Copy>
    void forEachMember(const CollectiveCall& call, Copy&& copyFrom) {
        const int own = call.group.indexOf(rank_);
        for (int i = 0; i < sizeOf(call); ++i) copyFrom((own + i) % sizeOf(call));
    }

    void copyParts(const CollectiveCall& call) {
        forEachMember(call, [&](int from) {
            const Slice slice = sliceOf(call.elements, sizeOf(call), Rank{from});
            copyElements(member(call, from).call.input, 0, call, slice);
        });
    }

    void copyReducedSlices(const CollectiveCall& call) {
        forEachMember(call, [&](int from) {
            const Slice slice = sliceOf(call.elements, sizeOf(call), Rank{from});
            copyElements(member(call, from).call.output, slice.first, call, slice);
        });
    }

    // source[first …] → this rank's output[slice], unless they are the same place.
    static void copyElements(const void* source, int64_t first, const CollectiveCall& call,
                             Slice slice) {
        const std::byte* from = at(source, call.dtype, first);
        std::byte* to = at(call.output, call.dtype, slice.first);
        if (from == to) return;
        std::memcpy(to, from, static_cast<size_t>(slice.elements * bytesOf(call.dtype)));
    }

    // Two meetings, as for a collective, in a place of its own: a stream may be in one too.
    Result<std::vector<HostValue>> exchangeValues(const HostValue& mine) {
        const auto aborted = [&] { return tl::unexpected(place_->notice.errorFor(rank_)); };
        if (place_->notice.raised()) return aborted();
        place_->values[rank_.index()] = mine;
        if (!place_->host.arrive()) return aborted();
        std::vector<HostValue> all = place_->values;
        for (int r = 0; r < ranks(); ++r) {
            if (all[static_cast<size_t>(r)].index() == mine.index()) continue;
            abort(fmt::format("ranks disagree: rank {} called {}, rank {} called {}", rank_.value,
                              nameOf(mine), r, nameOf(all[static_cast<size_t>(r)])));
        }
        if (!place_->host.arrive()) return aborted();
        return all;
    }

    template <class T>
    Result<std::vector<T>> gatherOf(T value) {
        auto values = exchangeValues(value);
        if (!values) return tl::unexpected(values.error());
        std::vector<T> result;
        for (const HostValue& each : *values) result.push_back(std::get<T>(each));
        return result;
    }

    std::shared_ptr<Place> place_;
    const Rank rank_;
    std::vector<const void*> inputs_;  // scratch of sum()
};

}  // namespace

std::vector<std::unique_ptr<Communicator>> makeInprocCommunicators(int ranks) {
    const auto place = std::make_shared<Place>(ranks);
    std::vector<std::unique_ptr<Communicator>> result;
    for (int r = 0; r < ranks; ++r) {
        result.push_back(std::make_unique<InprocCommunicator>(place, Rank{r}));
    }
    return result;
}

}  // namespace shardscope::core
