#include "profiler/cli/explain/rank_program.h"

namespace shardscope::explain {

using namespace core;  // NOLINT(google-build-using-namespace): the plan's action types

namespace {

StreamId streamOf(const Action& action, const Layout& layout) {
    return std::visit(
        [&](const auto& a) {
            if constexpr (requires { a.stream; }) {
                return a.stream;
            } else {
                return layout[a.buffer].home;
            }
        },
        action.what);
}

class ProgramBuilder {
  public:
    ProgramBuilder(const Layout& layout, int events)
        : layout_(layout), recorded_(static_cast<size_t>(events)) {}

    void add(const Action& action, int microBatch, int step) {
        const StreamId stream = streamOf(action, layout_);
        auto& entries = out_.streams[stream.index()];
        entries.push_back({.action = &action,
                           .microBatch = microBatch,
                           .step = step,
                           .waitsFor = {},
                           .order = out_.planned.size()});
        out_.planned.push_back({.stream = stream, .position = entries.size() - 1});
        if (const auto* record = std::get_if<RecordEvent>(&action.what)) {
            recorded_[record->event.index()] = {.stream = stream, .position = entries.size()};
        } else if (const auto* wait = std::get_if<WaitEvent>(&action.what)) {
            entries.back().waitsFor = recorded_[wait->event.index()];
        } else if (std::holds_alternative<Collective>(action.what)) {
            out_.collectives.push_back(entries.size() - 1);
        }
    }
    RankProgram build() && { return std::move(out_); }

  private:
    const Layout& layout_;
    std::vector<std::optional<Progress>> recorded_;
    RankProgram out_;
};

}  // namespace

RankProgram programOf(const StepPlan& setup, const StepPlan& step) {
    ProgramBuilder builder(step.layout, step.events);
    forEachAction(setup, true, [&](const Action& a, int m) { builder.add(a, m, -1); });
    forEachAction(step, true, [&](const Action& a, int m) { builder.add(a, m, 0); });
    for (const Action& action : step.microBatch) {
        if (action.phase != Phase::Forward) break;
        if (happens(action.when, 0, step.gradAccum)) builder.add(action, 0, 1);
    }
    return std::move(builder).build();
}

}  // namespace shardscope::explain
