#include "core/sim/simulated_device.h"

#include <algorithm>

namespace shardscope::core {

namespace {

class SimulatedDevice : public Device {
  public:
    SimulatedDevice(const RunContext& context, Observer* observer, UnitCosts costs)
        : ranks_(context.ranks), observer_(observer), costs_(costs) {}

    SegmentSource& memory() override { return memory_; }
    int64_t nowNs() override { return hostNs_; }

    void launch(StreamId stream, ActionRef ref, const BoundOperation& bound) override {
        const Span span = run(stream, durationOf(costs_, *bound.operation));
        if (observer_) observer_->onOperation(ref, stream, span.startNs, span.endNs);
    }

    void collective(StreamId stream, ActionRef ref, const CollectiveCall& call) override {
        const Span span = run(stream, durationOf(costs_, call, call.group.size(ranks_)));
        if (observer_) {
            observer_->onCollective(ref, stream, span.startNs, span.startNs, span.endNs);
        }
    }

    void record(StreamId stream, ActionRef, EventId event) override {
        hostNs_ += costs_.hostCallNs;
        if (events_.size() <= event.index()) events_.resize(event.index() + 1, 0);
        events_[event.index()] = std::max(streamNs_[stream.index()], hostNs_);
    }

    void wait(StreamId stream, ActionRef ref, EventId event) override {
        hostNs_ += costs_.hostCallNs;
        const int64_t reached = std::max(streamNs_[stream.index()], hostNs_);
        const int64_t until = std::max(reached, events_[event.index()]);
        streamNs_[stream.index()] = until;
        if (observer_) observer_->onWait(ref, stream, reached, until);
    }

    void mark(StreamId stream, ActionRef ref) override {
        hostNs_ += costs_.hostCallNs;
        if (!observer_) return;
        observer_->onMark(ref, stream, std::max(streamNs_[stream.index()], hostNs_));
    }

    Result<void> synchronize() override {
        for (int64_t ns : streamNs_) hostNs_ = std::max(hostNs_, ns);
        return {};
    }

    Result<void> read(const void*, std::span<float> out) override {
        std::fill(out.begin(), out.end(), 0.0F);
        return synchronize();
    }

    uint64_t hashWeights(const void*, DType, BucketId, int64_t, int64_t) override { return 0; }

  private:
    struct Span {
        int64_t startNs, endNs;
    };

    Span run(StreamId stream, int64_t durationNs) {
        hostNs_ += costs_.hostCallNs;
        const int64_t start = std::max(streamNs_[stream.index()], hostNs_);
        streamNs_[stream.index()] = start + durationNs;
        return {start, start + durationNs};
    }

    int ranks_;
    Observer* observer_;
    UnitCosts costs_;
    PhantomSource memory_;
    int64_t hostNs_ = 0;
    std::array<int64_t, kStreams> streamNs_{};
    std::vector<int64_t> events_;
};

class SimulatedCommunicator : public Communicator {
  public:
    SimulatedCommunicator(Rank rank, int ranks) : rank_(rank), ranks_(ranks) {}

    int ranks() const override { return ranks_; }
    Rank rank() const override { return rank_; }
    Result<CollectiveTimes> run(const CollectiveCall&) override {
        broken("a simulated device runs no collective");
    }
    Result<void> barrier() override { return {}; }
    Result<std::vector<double>> gather(double value) override {
        return std::vector<double>(static_cast<size_t>(ranks_), value);
    }
    Result<std::vector<uint64_t>> gather(uint64_t value) override {
        return std::vector<uint64_t>(static_cast<size_t>(ranks_), value);
    }
    void abort(const std::string&) override {}

  private:
    Rank rank_;
    int ranks_;
};

}  // namespace

int64_t durationOf(const UnitCosts& costs, const Operation& operation) {
    return costs.launchNs + flopsOf(operation) / costs.flopsPerNs;
}

int64_t durationOf(const UnitCosts& costs, const CollectiveCall& call, int ranks) {
    const int64_t bytes = call.elements * bytesOf(call.dtype);
    int64_t wire = bytes;
    if (call.kind == CollectiveKind::AllReduce) wire = 2 * bytes * (ranks - 1) / ranks;
    if (call.kind == CollectiveKind::ReduceScatter || call.kind == CollectiveKind::AllGather) {
        wire = bytes * (ranks - 1) / ranks;
    }
    return costs.collectiveNs + wire / costs.wireBytesPerNs;
}

std::unique_ptr<Device> makeSimulatedDevice(const RunContext& context, Observer* observer,
                                            UnitCosts costs) {
    return std::make_unique<SimulatedDevice>(context, observer, costs);
}

std::vector<std::unique_ptr<Communicator>> makeSimulatedCommunicators(int ranks) {
    std::vector<std::unique_ptr<Communicator>> all;
    for (int r = 0; r < ranks; ++r) {
        all.push_back(std::make_unique<SimulatedCommunicator>(Rank{r}, ranks));
    }
    return all;
}

}  // namespace shardscope::core
