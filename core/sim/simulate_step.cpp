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

    /// The next step is the one in numbers. @p plan is borrowed.
    void measure(const StepPlan& plan) {
        measuring_ = true;
        actions_ = plan.flat();
    }

    void onAllocate(ActionRef, const PoolCall& call, const PoolTotals& totals, int64_t) override {
        step.livePeakBytes = std::max(step.livePeakBytes, totals.requested);
        step.reservedPeakBytes = std::max(step.reservedPeakBytes, totals.reserved);
        if (holdsGradients(call)) gradientBytes_ += call.requested;
        step.gradientBytes = std::max(step.gradientBytes, gradientBytes_);
    }
    void onFree(ActionRef, const PoolCall& call, const PoolTotals&, int64_t) override {
        if (holdsGradients(call)) gradientBytes_ -= call.requested;
    }
    void onOperation(ActionRef ref, StreamId stream, int64_t startNs, int64_t endNs) override {
        if (!measuring_ || stream != kCompute) return;
        step.computeNs += endNs - startNs;
        if (actionOf(ref).phase == Phase::Backward) backwardEndNs_ = endNs;
        if (!busy_.empty() && busy_.back().endNs == startNs)
            busy_.back().endNs = endNs;
        else
            busy_.push_back({startNs, endNs});
    }
    void onCollective(ActionRef ref, StreamId, int64_t arrivedNs, int64_t startNs,
                      int64_t endNs) override {
        if (!measuring_) return;
        if (std::get<Collective>(actionOf(ref).what).purpose == Purpose::Gradient) {
            reducedNs_ = endNs;
        }
        ++step.collectives;
        step.waitingNs += startNs - arrivedNs;
        step.communicationNs += endNs - startNs;
        transfers_.push_back({startNs, endNs});
    }
    void onWait(ActionRef, StreamId, int64_t, int64_t) override {}
    void onMark(ActionRef, StreamId, int64_t) override {}
    void onStep(int32_t, int64_t beginNs, int64_t endNs) override {
        if (!measuring_) return;
        step.stepNs = endNs - beginNs;
        step.exposedNs = step.communicationNs - hiddenNs();
        step.tailNs = std::max<int64_t>(0, reducedNs_ - backwardEndNs_);
    }

  private:
    struct Span {
        int64_t startNs, endNs;
    };

    static bool holdsGradients(const PoolCall& call) {
        return call.tag == Category::Gradients || call.tag == Category::Buckets;
    }
    const Action& actionOf(ActionRef ref) const {
        return *actions_[static_cast<size_t>(ref.action)];
    }
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

    std::vector<const Action*> actions_;  ///< of a step, by index
    std::vector<Span> busy_, transfers_;
    bool measuring_ = false;
    int64_t gradientBytes_ = 0, backwardEndNs_ = 0, reducedNs_ = 0;
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
        if (s == options.warmUpSteps) meter.measure(runner.stepPlan());
        if (auto done = runner.step(s); !done) return tl::unexpected(done.error());
    }
    return meter.step;
}

}  // namespace shardscope::core
