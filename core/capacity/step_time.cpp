#include "core/capacity/step_time.h"

#include <algorithm>

#include "core/sim/stream_clocks.h"

namespace shardscope::core {

namespace {

/// The clocks of one rank: the host's, and its streams'.
class Clocks : private StreamWatcher {
  public:
    Clocks(const StepCosts& costs, const CostModel& model, int ranks)
        : costs_(costs),
          model_(model),
          launchNs_(model.hostLaunchNs()),
          eventNs_(model.hostEventNs()),
          ranks_(ranks),
          streams_(model.wakeUpNs()) {}

    void play(const std::vector<TimeStep>& steps, bool accumulates);
    /// Places what nothing that comes later can change. Where no collective is under way that is all:
    /// what computation is left runs alone, but for the first collective of what comes next.
    void settle();
    void synchronize() {
        streams_.finish(*this);
        for (const StreamId stream : {kCompute, kCommunication}) {
            hostNs_ = streams_.goingOnNs(hostNs_, streams_.reachedNs(stream));
        }
    }
    int64_t hostNs() const { return hostNs_; }
    /// When all that is placed is over.
    int64_t endNs() const { return std::max(hostNs_, computeNs()); }
    /// Whether nothing but the compute stream, or the host, has anything left to do: what comes next
    /// then depends on how far the host is ahead, and on nothing else.
    bool quiet() const {
        return streams_.placed(kCompute) && streams_.placed(kCommunication) &&
               streams_.reachedNs(kCommunication) <= endNs();
    }
    /// How far the streams are behind the host's issuing.
    int64_t leadNs() const { return endNs() - hostNs_; }
    /// The host has issued everything long ago.
    void forgetHost() { launchNs_ = eventNs_ = 0; }
    /// Adds @p times periods of @p streamNs and @p hostNs each.
    void skip(int64_t times, int64_t streamNs, int64_t hostNs) {
        streams_.shift(times * streamNs);
        hostNs_ += times * hostNs;
    }

  private:
    int64_t meetNs(int64_t arrivedNs, int64_t sinceNs) override {
        return arrivedNs + model_.latenessNs(sinceNs);
    }
    int64_t computeNs() const { return streams_.reachedNs(kCompute); }
    void issue(const TimeStep& step, bool accumulates);
    void operate(const TimeStep& step, bool accumulates);

    const StepCosts& costs_;
    const CostModel& model_;
    int64_t launchNs_, eventNs_;
    int ranks_;
    int64_t hostNs_ = 0;
    StreamClocks streams_;
};

void Clocks::operate(const TimeStep& step, bool accumulates) {
    const SlotCosts* costs = costs_.operation(static_cast<size_t>(step.slot));
    if (!costs) return;
    const OperationCost& cost = (*costs)[accumulates ? 1 : 0];
    const int64_t first = hostNs_ + launchNs_, times = step.perRank ? ranks_ : 1;
    hostNs_ += times * launchNs_;
    streams_.operate(step.stream, {}, first, times * cost.durationNs, cost,
                     hostNs_ + cost.durationNs);
}

void Clocks::issue(const TimeStep& step, bool accumulates) {
    switch (step.kind) {
        case TimeStep::Kind::Compute:
            return operate(step, accumulates);
        case TimeStep::Kind::Collective:
            return streams_.communicate(step.stream, {}, hostNs_ += launchNs_,
                                        costs_.others->collectives[static_cast<size_t>(step.slot)]);
        case TimeStep::Kind::Record:
            return streams_.record(step.stream, hostNs_ += eventNs_, EventId{step.event});
        case TimeStep::Kind::Wait:
            return streams_.wait(step.stream, {}, hostNs_ += eventNs_, EventId{step.event});
        case TimeStep::Kind::Mark:
            hostNs_ += eventNs_;
    }
}

void Clocks::play(const std::vector<TimeStep>& steps, bool accumulates) {
    for (const TimeStep& step : steps) issue(step, accumulates);
}

void Clocks::settle() {
    streams_.advance(*this);
    if (streams_.placed(kCommunication)) streams_.finish(*this);
}

/// What a middle micro-batch takes when the host never holds it up: none takes less.
int64_t withoutHost(Clocks clocks, const TimeProgram& program) {
    clocks.forgetHost();
    const int64_t begin = clocks.endNs();
    clocks.play(program.middle, true);
    clocks.settle();
    return clocks.endNs() - begin;
}

/// A middle micro-batch that all later ones repeat.
struct Repeat {
    int64_t ns = 0;
    bool withHost = false;  ///< and the host is as far ahead each time; else further and further
};

/// @p count micro-batches between the first and the last, but for one. @return what they came to repeat.
std::optional<Repeat> playMiddle(Clocks& clocks, const TimeProgram& program, int count) {
    if (count > 1) clocks.settle();
    for (int m = 0; m + 1 < count; ++m) {
        const bool quietBefore = clocks.quiet();
        const int64_t begin = clocks.endNs(), host = clocks.hostNs(), lead = clocks.leadNs();
        clocks.play(program.middle, true);
        clocks.settle();
        const int64_t took = clocks.endNs() - begin;
        if (!quietBefore || !clocks.quiet()) continue;
        const bool same = clocks.leadNs() == lead;
        if (!same && (clocks.leadNs() < lead || took != withoutHost(clocks, program))) continue;
        clocks.skip(count - m - 2, took, clocks.hostNs() - host);
        return Repeat{.ns = took, .withHost = same};
    }
    return std::nullopt;
}

/// What comes behind them. @return when all is over.
int64_t playEnd(Clocks& clocks, const TimeProgram& program, int gradAccum) {
    if (gradAccum > 2) clocks.play(program.middle, true);
    if (gradAccum > 1) clocks.play(program.last, true);
    clocks.play(program.epilogue, false);
    if (program.branches) clocks.synchronize();
    clocks.play(program.commit, false);
    clocks.synchronize();
    return clocks.hostNs();
}

int64_t endWithoutHost(Clocks clocks, const TimeProgram& program, int gradAccum) {
    clocks.forgetHost();
    return playEnd(clocks, program, gradAccum);
}

}  // namespace

StepTime stepTimeOf(const TimeProgram& program, const StepCosts& costs, const CostModel& model,
                    const Configuration& at) {
    Clocks clocks(costs, model, at.ranks);
    clocks.play(program.first, false);
    const auto repeat = playMiddle(clocks, program, at.gradAccum - 2);
    if (!repeat) return {.ns = playEnd(clocks, program, at.gradAccum)};
    const Clocks before = clocks;
    const int64_t ns = playEnd(clocks, program, at.gradAccum);
    // With more micro-batches the host is further ahead: that must not matter.
    const bool goesOn = repeat->withHost || endWithoutHost(before, program, at.gradAccum) == ns;
    return {.ns = ns, .periodNs = goesOn ? std::optional(repeat->ns) : std::nullopt};
}

}  // namespace shardscope::core
