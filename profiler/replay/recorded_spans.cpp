#include "profiler/replay/recorded_spans.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/analysis/event_args.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

namespace {

using traces::Event;

class SpanReader {
  public:
    SpanReader(const traces::Recording& recording, std::vector<RankSpans>& ranks,
               const std::string& path)
        : recording_(recording),
          trace_(*recording.trace),
          args_(trace_),
          step_(args_.idOf("step")),
          microBatch_(args_.idOf("microBatch")),
          action_(args_.idOf("action")),
          wait_(args_.idOf("waitNs")),
          collective_(args_.idOf("Collective name")),
          kernels_(args_.idOf(traces::kKernelCategory)),
          memory_(args_.idOf(traces::kMemoryCategory)),
          stalls_(args_.idOf(traces::kStallCategory)),
          ranks_(ranks),
          path_(path) {}

    core::Result<void> read() {
        for (const Event& event : trace_.events) {
            if (event.pid < 1 || event.pid > ranks_.size()) continue;
            const int64_t step = args_.integer(event, step_, -1);
            if (step >= 0 && !measured(step)) continue;
            if (event.category == kernels_ && event.phase == traces::Phase::Complete) {
                if (auto done = addWork(event, step); !done) return done;
            } else if (event.category == memory_ && step >= 0) {
                addSpot(event, step);
            } else if (event.category == stalls_ && step >= 0) {
                ranks_[event.pid - 1].stalls.push_back({event.tsNs, event.tsNs + event.durNs});
            }
        }
        return {};
    }

  private:
    bool measured(int64_t step) const {
        return std::ranges::find(recording_.measured, step) != recording_.measured.end();
    }

    core::Result<void> addWork(const Event& event, int64_t step) {
        RankSpans& rank = ranks_[event.pid - 1];
        const int64_t index = args_.integer(event, action_, -1);
        const core::Action* action = rank.plans.action(step, index);
        if (!action || !isThat(event, *action)) return otherPlan(event, index, action);
        const int64_t wait = std::clamp<int64_t>(args_.integer(event, wait_, 0), 0, event.durNs);
        rank.work.push_back({.action = action,
                             .step = step,
                             .microBatch = static_cast<int>(args_.integer(event, microBatch_, -1)),
                             .beginNs = event.tsNs + wait,
                             .endNs = event.tsNs + event.durNs,
                             .arrivedNs = event.tsNs});
        return {};
    }

    bool isThat(const Event& event, const core::Action& action) const {
        if (args_.has(event, collective_)) {
            return std::holds_alternative<core::Collective>(action.what);
        }
        return trace_.text(event.name) == eventNameOf(action);
    }

    core::Result<void> otherPlan(const Event& event, int64_t index,
                                 const core::Action* action) const {
        return core::invalidInput(
            path_, fmt::format("is of another plan than this version makes of its workload: "
                               "action {} is \"{}\" there and {} here; record it again",
                               index, trace_.text(event.name),
                               action ? "\"" + action->name + "\"" : "nothing"));
    }

    void addSpot(const Event& event, int64_t step) {
        ranks_[event.pid - 1].host.push_back(
            {.step = step,
             .microBatch = static_cast<int>(args_.integer(event, microBatch_, -1)),
             .action = static_cast<int32_t>(args_.integer(event, action_, -1)),
             .timeNs = event.tsNs});
    }

    const traces::Recording& recording_;
    const traces::Trace& trace_;
    traces::EventArgs args_;
    traces::StringId step_, microBatch_, action_, wait_, collective_, kernels_, memory_, stalls_;
    std::vector<RankSpans>& ranks_;
    const std::string& path_;
};

}  // namespace

core::Result<std::vector<RankSpans>> spansOf(const traces::Recording& recording,
                                             const core::Problem& problem,
                                             const std::string& path) {
    std::vector<RankSpans> ranks;
    for (size_t r = 0; r < recording.ranks.size(); ++r) {
        auto plans = PlanLookup::make(problem, core::Rank{static_cast<int32_t>(r)});
        if (!plans) return tl::unexpected(plans.error());
        ranks.push_back({.plans = std::move(*plans)});
    }
    if (auto done = SpanReader(recording, ranks, path).read(); !done) {
        return tl::unexpected(done.error());
    }
    return ranks;
}

}  // namespace shardscope::profiler
