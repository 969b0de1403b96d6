#include "profiler/calibrate/probe_times.h"

#include <algorithm>
#include <map>

#include "profiler/calibrate/asleep.h"
#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

class Taker {
  public:
    Taker(const core::StepPlan& plan, std::span<const Watch> watches, Samples& samples)
        : plan_(plan),
          actions_(plan.flat()),
          ranks_(static_cast<int>(watches.size())),
          steps_(typicalSteps(watches.front())),
          samples_(samples) {}

    void takeBeside(const Watch& watch) {
        for (const TimedAction& timed : watch.of(core::kCommunication)) {
            if (timed.ref.microBatch < 0 || !steps_.contains(timed.ref.step)) continue;
            if (timed.what == Did::Operation) {
                samples_.addKernelBeside(shapeOf(timed), ranks_, lengthOf(timed));
            } else if (timed.what == Did::Collective) {
                const auto& [kind, dtype, ranks, bytes] = transferOf(timed);
                samples_.addCollectiveBeside(kind, dtype, ranks, bytes, lengthOf(timed));
            }
        }
    }

    void take(const Watch& watch) {
        for (const core::StreamId stream : {core::kCompute, core::kCommunication}) {
            const TimedAction* before = nullptr;
            for (const TimedAction& timed : watch.of(stream)) {
                if (!steps_.contains(timed.ref.step)) continue;
                const bool follows = before && before->ref.step == timed.ref.step;
                takeOne(timed, follows ? before : nullptr, stream);
                before = &timed;
            }
        }
        takeWakeUps(watch.of(core::kCompute), watch.of(core::kCommunication));
        takeWakeUps(watch.of(core::kCommunication), watch.of(core::kCompute));
        takeMeetings(watch);
    }

  private:
    struct Transfer {
        core::CollectiveKind kind;
        core::DType dtype;
        int ranks;
        double bytes;
    };

    static double lengthOf(const TimedAction& timed) {
        return static_cast<double>(timed.endNs - timed.startNs);
    }

    const core::Action& actionOf(const TimedAction& timed) const {
        return *actions_[static_cast<size_t>(timed.ref.action)];
    }

    core::KernelShape shapeOf(const TimedAction& timed) const {
        const auto& operation = std::get<core::Launch>(actionOf(timed).what).operation;
        return core::kernelShapeOf(operation, plan_.layout, timed.ref.microBatch);
    }

    Transfer transferOf(const TimedAction& timed) const {
        const auto& collective = std::get<core::Collective>(actionOf(timed).what);
        return {
            .kind = collective.kind,
            .dtype = collective.dtype,
            .ranks = collective.group.size(ranks_),
            .bytes = static_cast<double>(collective.elements * core::bytesOf(collective.dtype))};
    }

    void takeOne(const TimedAction& timed, const TimedAction* before, core::StreamId stream) {
        if (timed.what == Did::Operation) {
            samples_.addKernel(shapeOf(timed), ranks_, lengthOf(timed));
            // Beside other ranks a gap may be a turn of theirs.
            const bool gap = before && before->what == Did::Operation && ranks_ == 1;
            if (gap && stream == core::kCompute) {
                samples_.addHandOver(static_cast<double>(timed.startNs - before->endNs));
            }
        } else if (timed.what == Did::Collective) {
            const auto& [kind, dtype, ranks, bytes] = transferOf(timed);
            samples_.addCollective(kind, dtype, ranks, bytes, lengthOf(timed));
        }
    }

    /// What lies between the end of the work that @p waiting waited for and its going on: nothing else
    /// runs on the other stream meanwhile, since a probe does not overlap.
    void takeWakeUps(const std::vector<TimedAction>& waiting,
                     const std::vector<TimedAction>& other) {
        size_t next = 0;
        int64_t endNs = 0;
        for (const TimedAction& wait : waiting) {
            if (wait.what != Did::Wait || !steps_.contains(wait.ref.step)) continue;
            for (; next < other.size() && other[next].endNs <= wait.endNs; ++next) {
                if (other[next].what != Did::Wait) endNs = other[next].endNs;
            }
            if (endNs - wait.startNs >= kAsleepNs) {
                samples_.addWakeUp(static_cast<double>(wait.endNs - endNs));
            }
        }
    }

    /// Ranks begin a step together, and meet at every collective.
    void takeMeetings(const Watch& watch) {
        std::map<int64_t, int64_t> metNs;
        for (const TimedStep& step : watch.steps()) metNs[step.step] = step.beginNs;
        for (const TimedAction& timed : watch.of(core::kCommunication)) {
            if (timed.what != Did::Collective || !steps_.contains(timed.ref.step)) continue;
            int64_t& met = metNs[timed.ref.step];
            samples_.addMeeting(static_cast<double>(timed.arrivedNs - met),
                                static_cast<double>(timed.startNs - timed.arrivedNs));
            met = timed.endNs;
        }
    }

    const core::StepPlan& plan_;
    std::vector<const core::Action*> actions_;
    int ranks_;
    std::set<int64_t> steps_;
    Samples& samples_;
};

}  // namespace

std::set<int64_t> typicalSteps(const Watch& watch) {
    std::vector<int64_t> lengths;
    for (const TimedStep& step : watch.steps()) lengths.push_back(step.endNs - step.beginNs);
    const std::vector<bool> inside = inMiddleHalf(lengths);
    std::set<int64_t> typical;
    for (size_t i = 0; i < inside.size(); ++i) {
        if (inside[i]) typical.insert(watch.steps()[i].step);
    }
    return typical;
}

void takeSamples(const core::StepPlan& plan, std::span<const Watch> watches, Samples& samples) {
    Taker taker(plan, watches, samples);
    for (const Watch& watch : watches) taker.take(watch);
}

void takeSamplesBeside(const core::StepPlan& plan, std::span<const Watch> watches,
                       Samples& samples) {
    Taker taker(plan, watches, samples);
    for (const Watch& watch : watches) taker.takeBeside(watch);
}

}  // namespace shardscope::profiler
