#include "core/sim/simulate_step.h"

#include <algorithm>

#include "core/engine/rank_runner.h"

namespace shardscope::core {

namespace {

/// Adds up one step. Operations of the compute stream and collectives each come in order of time, so
/// the time that both run is found by walking along.
class StepMeter : public Observer {
  public:
    SimulatedStep step;
    bool measuring = false;

    void onAllocate(ActionRef, const PoolCall&, const PoolTotals& totals, int64_t) override {
        step.livePeakBytes = std::max(step.livePeakBytes, totals.requested);
        step.reservedPeakBytes = std::max(step.reservedPeakBytes, totals.reserved);
    }
    void onFree(ActionRef, const PoolCall&, const PoolTotals&, int64_t) override {}
    void onOperation(ActionRef, StreamId stream, int64_t startNs, int64_t endNs) override {
        if (!measuring || stream != kCompute) return;
        step.computeNs += endNs - startNs;
        if (!busy_.empty() && busy_.back().endNs == startNs)
            busy_.back().endNs = endNs;
        else
            busy_.push_back({startNs, endNs});
    }
    void onCollective(ActionRef, StreamId, int64_t arrivedNs, int64_t startNs,
                      int64_t endNs) override {
        if (!measuring) return;
        ++step.collectives;
        step.waitingNs += startNs - arrivedNs;
        step.communicationNs += endNs - startNs;
        transfers_.push_back({startNs, endNs});
    }
    void onWait(ActionRef, StreamId, int64_t, int64_t) override {}
    void onMark(ActionRef, StreamId, int64_t) override {}
    void onStep(int32_t, int64_t beginNs, int64_t endNs) override {
        if (!measuring) return;
        step.stepNs = endNs - beginNs;
        step.exposedNs = step.communicationNs - hiddenNs();
    }

  private:
    struct Span {
        int64_t startNs, endNs;
    };

    int64_t hiddenNs() const {
        int64_t hidden = 0;
        size_t from = 0;
        for (const Span& transfer : transfers_) {
            while (from < busy_.size() && busy_[from].endNs <= transfer.startNs) ++from;
            for (size_t i = from; i < busy_.size() && busy_[i].startNs < transfer.endNs; ++i) {
                hidden += std::min(transfer.endNs, busy_[i].endNs) -
                          std::max(transfer.startNs, busy_[i].startNs);
            }
        }
        return hidden;
    }

    std::vector<Span> busy_, transfers_;
};

}  // namespace

Result<SimulatedStep> simulateStep(const Problem& problem, const SimulationOptions& options) {
    const int ranks = problem.buckets.ranks;
    StepMeter meter;
    auto world = std::make_shared<SimulatedWorld>();
    if (options.costs) world->costs = options.costs;
    const std::array<Rank, 1> first{Rank{0}};
    const auto communicators = makeSimulatedCommunicators(ranks, first);
    const RunContext context{.problem = &problem, .rank = Rank{0}, .ranks = ranks};
    const auto device = makeSimulatedDevice(context, &meter, world);
    RankRunner runner(
        problem, Rank{0}, *device, *communicators.front(), &meter,
        {.policy = options.policy, .memoryLimit = options.memoryLimit, .hashWeights = false});
    if (auto done = runner.setUp(); !done) return tl::unexpected(done.error());
    for (int s = 0; s <= options.warmUpSteps; ++s) {
        meter.measuring = s == options.warmUpSteps;
        if (auto done = runner.step(s); !done) return tl::unexpected(done.error());
    }
    return meter.step;
}

}  // namespace shardscope::core
