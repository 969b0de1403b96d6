#include "core/sim/simulated_device.h"

#include <algorithm>
#include <cmath>

#include "core/sim/stream_clocks.h"

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

class SimulatedDevice : public Device, private StreamWatcher {
  public:
    SimulatedDevice(const RunContext& context, Observer* observer,
                    std::shared_ptr<SimulatedWorld> world)
        : ranks_(context.ranks),
          overlaps_(context.problem && context.problem->strategy.overlap),
          observer_(observer),
          world_(std::move(world)),
          costs_(*world_->costs),
          memory_(world_->peakReservedBytes),
          clocks_(costs_.wakeUpNs()) {
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
        const bool beside = isBeside(stream, ref) && cost.besideNs > 0;
        const auto ns = static_cast<double>(beside ? cost.besideNs : cost.durationNs);
        clocks_.operate(stream, ref, afterLaunchNs(), std::llround(ns * slowdown_), cost);
    }

    void collective(StreamId stream, ActionRef ref, const CollectiveCall& call) override {
        const CollectiveCost& cost = collectiveCosts_.of(ref, [&] {
            const CollectiveCost alone =
                costs_.costOf(call.kind, call.dtype, call.elements,
                              {.ranks = call.group.size(ranks_), .stride = call.group.stride});
            return isBeside(stream, ref) ? alone.beside() : alone;
        });
        clocks_.communicate(stream, ref, afterLaunchNs(), cost);
    }

    void record(StreamId stream, ActionRef, EventId event) override {
        clocks_.record(stream, afterEventNs(), event);
    }

    void wait(StreamId stream, ActionRef ref, EventId event) override {
        clocks_.wait(stream, ref, afterEventNs(), event);
        if (clocks_.waiting() > kManyWaiting) clocks_.advance(*this);
    }

    void mark(StreamId stream, ActionRef ref) override {
        clocks_.mark(stream, ref, afterEventNs());
    }

    Result<void> synchronize() override {
        if (costs_.issuesFirst()) clocks_.hold(hostNs_);
        clocks_.finish(*this);
        for (const StreamId stream : {kCompute, kCommunication}) {
            hostNs_ = clocks_.goingOnNs(hostNs_, clocks_.reachedNs(stream));
        }
        return {};
    }

    Result<void> read(const void*, std::span<float> out) override {
        std::fill(out.begin(), out.end(), 0.0F);
        return synchronize();
    }

    uint64_t hashWeights(const void*, DType, BucketId, int64_t, int64_t) override { return 0; }

  private:
    static constexpr size_t kManyWaiting = 16384;  // issued and not placed: memory stays small

    void operated(ActionRef ref, StreamId stream, int64_t startNs, int64_t endNs) override {
        if (observer_) observer_->onOperation(ref, stream, startNs, endNs);
    }
    void communicated(ActionRef ref, StreamId stream, int64_t arrivedNs, int64_t startNs,
                      int64_t endNs) override {
        if (observer_) observer_->onCollective(ref, stream, arrivedNs, startNs, endNs);
    }
    void waited(ActionRef ref, StreamId stream, int64_t startNs, int64_t endNs) override {
        if (observer_) observer_->onWait(ref, stream, startNs, endNs);
    }
    void marked(ActionRef ref, StreamId stream, int64_t timeNs) override {
        if (observer_) observer_->onMark(ref, stream, timeNs);
    }

    /// When all ranks have arrived: the slowest has, which ran before and wrote it down.
    int64_t meetNs(int64_t arrivedNs, int64_t sinceNs) override {
        if (!world_->slowest.valid()) return arrivedNs + costs_.latenessNs(sinceNs);
        std::vector<int64_t>& starts = world_->slowestStartsNs;
        const size_t at = collectives_++;
        if (leads_) {
            starts.push_back(arrivedNs);
            return arrivedNs;
        }
        if (at >= starts.size()) broken("the slowest rank is simulated first");
        return std::max(arrivedNs, starts[at]);
    }

    int64_t afterLaunchNs() { return hostNs_ += costs_.hostLaunchNs(); }
    int64_t afterEventNs() { return hostNs_ += costs_.hostEventNs(); }

    /// Whether computation goes on while this is done, as far as the plan means it to.
    bool isBeside(StreamId stream, ActionRef ref) const {
        return overlaps_ && stream == kCommunication && ref.microBatch >= 0;
    }

    int ranks_;
    bool overlaps_;
    Observer* observer_;
    std::shared_ptr<SimulatedWorld> world_;
    const CostModel& costs_;
    CountingSource memory_;
    CostCache<OperationCost> operationCosts_;
    CostCache<CollectiveCost> collectiveCosts_;
    StreamClocks clocks_;
    double slowdown_ = 1.0;
    bool leads_ = false;
    size_t collectives_ = 0;
    int64_t hostNs_ = 0;
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
