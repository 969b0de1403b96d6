#include "core/capacity/step_time.h"

#include <algorithm>

#include "core/sim/running_collectives.h"

namespace shardscope::core {

namespace {

/// The clocks of one rank: host, streams, events, and the collectives under way.
class Clocks {
  public:
    Clocks(const TimeProgram& program, const StepCosts& costs, const CostModel& model, int ranks)
        : costs_(costs),
          launchNs_(model.hostLaunchNs()),
          eventNs_(model.hostEventNs()),
          ranks_(ranks),
          events_(static_cast<size_t>(program.events), 0) {}

    void play(const std::vector<TimeStep>& steps, bool accumulates);
    void synchronize() { hostNs_ = std::max({hostNs_, streamNs_[0], streamNs_[1]}); }
    int64_t hostNs() const { return hostNs_; }
    /// When all that was issued is over.
    int64_t endNs() const { return std::max({hostNs_, streamNs_[0], streamNs_[1]}); }
    /// Whether nothing but the compute stream, or the host, has anything left to do: what comes next
    /// then depends on how far the host is ahead, and on nothing else.
    bool quiet() const {
        const int64_t now = std::max(hostNs_, streamNs_[kCompute.index()]);
        return streamNs_[kCommunication.index()] <= now && lastCollectiveNs_ <= now;
    }
    /// How far the streams are behind the host's issuing.
    int64_t leadNs() const { return endNs() - hostNs_; }
    /// The host has issued everything long ago.
    void forgetHost() { launchNs_ = eventNs_ = 0; }
    /// Adds @p times periods of @p streamNs and @p hostNs each.
    void skip(int64_t times, int64_t streamNs, int64_t hostNs) {
        for (int64_t& stream : streamNs_) stream += times * streamNs;
        for (int64_t& event : events_) event += times * streamNs;
        hostNs_ += times * hostNs;
        lastCollectiveNs_ = 0;
        running_ = {};
    }

  private:
    int64_t reachedNs(StreamId stream) const {
        return std::max(streamNs_[stream.index()], hostNs_);
    }
    void operate(const TimeStep& step, bool accumulates);
    void communicate(const TimeStep& step);

    const StepCosts& costs_;
    int64_t launchNs_, eventNs_;
    int ranks_;
    int64_t hostNs_ = 0;
    std::array<int64_t, kStreams> streamNs_{};
    std::vector<int64_t> events_;
    RunningCollectives running_;
    int64_t lastCollectiveNs_ = 0;  ///< end of the one that ends last
};

void Clocks::operate(const TimeStep& step, bool accumulates) {
    const SlotCosts* costs = costs_.operation(static_cast<size_t>(step.slot));
    if (!costs) return;
    const OperationCost& cost = (*costs)[accumulates ? 1 : 0];
    for (int i = 0; i < (step.perRank ? ranks_ : 1); ++i) {
        hostNs_ += launchNs_;
        const int64_t start = reachedNs(step.stream);
        int64_t end = start + cost.durationNs;
        if (step.stream == kCompute) {
            running_.forget(start);
            end = running_.endOf(start, cost.durationNs, cost.bound);
        }
        streamNs_[step.stream.index()] = end;
    }
}

void Clocks::communicate(const TimeStep& step) {
    const CollectiveCost& cost = costs_.others->collectives[static_cast<size_t>(step.slot)];
    hostNs_ += launchNs_;
    const int64_t start = reachedNs(step.stream);
    running_.add(start, cost);
    const int64_t end = start + cost.durationNs;
    streamNs_[step.stream.index()] = end;
    lastCollectiveNs_ = std::max(lastCollectiveNs_, end);
}

void Clocks::play(const std::vector<TimeStep>& steps, bool accumulates) {
    for (const TimeStep& step : steps) {
        switch (step.kind) {
            case TimeStep::Kind::Compute:
                operate(step, accumulates);
                break;
            case TimeStep::Kind::Collective:
                communicate(step);
                break;
            case TimeStep::Kind::Record:
                hostNs_ += eventNs_;
                events_[static_cast<size_t>(step.event)] = reachedNs(step.stream);
                break;
            case TimeStep::Kind::Wait:
                hostNs_ += eventNs_;
                streamNs_[step.stream.index()] =
                    std::max(reachedNs(step.stream), events_[static_cast<size_t>(step.event)]);
                break;
            case TimeStep::Kind::Mark:
                hostNs_ += eventNs_;
                break;
        }
    }
}

/// What a middle micro-batch takes when the host never holds it up: none takes less.
int64_t withoutHost(Clocks clocks, const TimeProgram& program) {
    clocks.forgetHost();
    const int64_t begin = clocks.endNs();
    clocks.play(program.middle, true);
    return clocks.endNs() - begin;
}

/// @p count micro-batches between the first and the last.
void playMiddle(Clocks& clocks, const TimeProgram& program, int count) {
    for (int m = 0; m < count; ++m) {
        const bool quietBefore = clocks.quiet();
        const int64_t begin = clocks.endNs(), host = clocks.hostNs(), lead = clocks.leadNs();
        clocks.play(program.middle, true);
        const int64_t took = clocks.endNs() - begin;
        if (!quietBefore || !clocks.quiet() || m + 1 == count) continue;
        const bool same = clocks.leadNs() == lead;
        if (!same && (clocks.leadNs() < lead || took != withoutHost(clocks, program))) continue;
        clocks.skip(count - m - 1, took, clocks.hostNs() - host);
        return;
    }
}

}  // namespace

int64_t stepTimeOf(const TimeProgram& program, const StepCosts& costs, const CostModel& model,
                   const Configuration& at) {
    Clocks clocks(program, costs, model, at.ranks);
    clocks.play(program.first, false);
    if (at.gradAccum > 1) {
        playMiddle(clocks, program, at.gradAccum - 2);
        clocks.play(program.last, true);
    }
    clocks.play(program.epilogue, false);
    if (program.branches) clocks.synchronize();
    clocks.play(program.commit, false);
    return clocks.endNs();
}

}  // namespace shardscope::core
