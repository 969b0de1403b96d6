#include "core/sim/simulated_device.h"

#include <algorithm>
#include <cmath>

#include "core/sim/running_collectives.h"

namespace shardscope::core {

namespace {

/// Memory that is only counted.
class CountingSource : public PhantomSource {
  public:
    explicit CountingSource(int64_t& peak) : peak_(peak) {}

    bool map(int32_t, int64_t, int64_t bytes, int64_t) override {
        mapped_ += bytes;
        peak_ = std::max(peak_, mapped_);
        return true;
    }
    void unmap(int32_t, int64_t, int64_t bytes) override { mapped_ -= bytes; }

  private:
    int64_t& peak_;
    int64_t mapped_ = 0;
};

/// Costs of a step's actions, asked for once: the same action costs the same in every step.
template <class Cost>
class CostCache {
  public:
    template <class Ask>
    const Cost& of(ActionRef ref, const Ask& ask) {
        if (ref.step < 0) return once_ = ask();
        const size_t at = 2 * static_cast<size_t>(ref.action) + (ref.microBatch > 0 ? 1 : 0);
        if (costs_.size() <= at) costs_.resize(at + 1, Cost{.durationNs = -1});
        if (costs_[at].durationNs < 0) costs_[at] = ask();
        return costs_[at];
    }

  private:
    std::vector<Cost> costs_;
    Cost once_;
};

class SimulatedDevice : public Device {
  public:
    SimulatedDevice(const RunContext& context, Observer* observer,
                    std::shared_ptr<SimulatedWorld> world)
        : ranks_(context.ranks),
          overlaps_(context.problem && context.problem->strategy.overlap),
          observer_(observer),
          world_(std::move(world)),
          costs_(*world_->costs),
          memory_(world_->peakReservedBytes) {
        const auto& slowdowns = world_->slowdowns;
        if (!slowdowns.empty()) slowdown_ = slowdowns[context.rank.index()];
        leads_ = context.rank == world_->slowest;
    }

    SegmentSource& memory() override { return memory_; }
    int64_t nowNs() override { return hostNs_; }

    void launch(StreamId stream, ActionRef ref, const BoundOperation& bound) override {
        const OperationCost& cost = operationCosts_.of(ref, [&] {
            return costs_.costOf(*bound.operation, *bound.layout, bound.scalars.microBatch);
        });
        hostNs_ += costs_.hostLaunchNs();
        const int64_t start = wokenNs(stream);
        const bool beside = isBeside(stream, ref) && cost.besideNs > 0;
        const auto ns = static_cast<double>(beside ? cost.besideNs : cost.durationNs);
        const int64_t alone = std::llround(ns * slowdown_);
        int64_t end = start + alone;
        if (stream == kCompute) {
            running_.forget(start);
            end = running_.endOf(start, alone, cost.bound);
        }
        streamNs_[stream.index()] = end;
        if (observer_) observer_->onOperation(ref, stream, start, end);
    }

    void collective(StreamId stream, ActionRef ref, const CollectiveCall& call) override {
        const CollectiveCost& cost = collectiveCosts_.of(ref, [&] {
            const CollectiveCost alone =
                costs_.costOf(call.kind, call.dtype, call.elements,
                              {.ranks = call.group.size(ranks_), .stride = call.group.stride});
            return isBeside(stream, ref) ? alone.beside() : alone;
        });
        hostNs_ += costs_.hostLaunchNs();
        const int64_t arrived = wokenNs(stream);
        const int64_t start = startOf(arrived);
        running_.add(start, cost);
        metNs_ = streamNs_[stream.index()] = start + cost.durationNs;
        if (observer_) {
            observer_->onCollective(ref, stream, arrived, start, start + cost.durationNs);
        }
    }

    void record(StreamId stream, ActionRef, EventId event) override {
        hostNs_ += costs_.hostEventNs();
        if (events_.size() <= event.index()) events_.resize(event.index() + 1, 0);
        events_[event.index()] = reachedNs(stream);
    }

    void wait(StreamId stream, ActionRef ref, EventId event) override {
        hostNs_ += costs_.hostEventNs();
        const int64_t reached = reachedNs(stream);
        const int64_t until = goingOnNs(reached, events_[event.index()]);
        streamNs_[stream.index()] = until;
        if (observer_) observer_->onWait(ref, stream, reached, until);
    }

    void mark(StreamId stream, ActionRef ref) override {
        hostNs_ += costs_.hostEventNs();
        if (observer_) observer_->onMark(ref, stream, reachedNs(stream));
    }

    Result<void> synchronize() override {
        for (const int64_t ns : streamNs_) hostNs_ = goingOnNs(hostNs_, ns);
        return {};
    }

    Result<void> read(const void*, std::span<float> out) override {
        std::fill(out.begin(), out.end(), 0.0F);
        return synchronize();
    }

    uint64_t hashWeights(const void*, DType, BucketId, int64_t, int64_t) override { return 0; }

  private:
    int64_t reachedNs(StreamId stream) const {
        return std::max(streamNs_[stream.index()], hostNs_);
    }

    /// Whether computation goes on while this is done, as far as the plan means it to: what will be
    /// issued later is not known.
    bool isBeside(StreamId stream, ActionRef ref) const {
        return overlaps_ && stream == kCommunication && ref.microBatch >= 0;
    }

    /// When who waits since @p sinceNs for what happens at @p whenNs goes on. Whoever waits longer than
    /// waking up takes has gone to sleep.
    int64_t goingOnNs(int64_t sinceNs, int64_t whenNs) const {
        if (whenNs <= sinceNs) return sinceNs;
        const int64_t wakeUp = costs_.wakeUpNs();
        return whenNs - sinceNs > wakeUp ? whenNs + wakeUp : whenNs;
    }

    /// When @p stream begins what the host issues now.
    int64_t wokenNs(StreamId stream) const { return goingOnNs(streamNs_[stream.index()], hostNs_); }

    /// When all ranks have arrived: the slowest has, which ran before and wrote it down.
    int64_t startOf(int64_t arrivedNs) {
        if (!world_->slowest.valid()) {
            return arrivedNs + costs_.latenessNs(std::max<int64_t>(0, arrivedNs - metNs_));
        }
        std::vector<int64_t>& starts = world_->slowestStartsNs;
        const size_t at = collectives_++;
        if (leads_) {
            starts.push_back(arrivedNs);
            return arrivedNs;
        }
        if (at >= starts.size()) broken("the slowest rank is simulated first");
        return std::max(arrivedNs, starts[at]);
    }

    int ranks_;
    bool overlaps_;
    Observer* observer_;
    std::shared_ptr<SimulatedWorld> world_;
    const CostModel& costs_;
    CountingSource memory_;
    CostCache<OperationCost> operationCosts_;
    CostCache<CollectiveCost> collectiveCosts_;
    double slowdown_ = 1.0;
    bool leads_ = false;
    size_t collectives_ = 0;
    RunningCollectives running_;
    int64_t hostNs_ = 0;
    int64_t metNs_ = 0;  ///< end of the last collective
    std::array<int64_t, kStreams> streamNs_{};
    std::vector<int64_t> events_;
};

}  // namespace

std::unique_ptr<Device> makeSimulatedDevice(const RunContext& context, Observer* observer,
                                            std::shared_ptr<SimulatedWorld> world) {
    return std::make_unique<SimulatedDevice>(context, observer, std::move(world));
}

std::unique_ptr<Device> makeSimulatedDevice(const RunContext& context, Observer* observer) {
    return makeSimulatedDevice(context, observer, std::make_shared<SimulatedWorld>());
}

}  // namespace shardscope::core
