#pragma once
// A played run in one line: `PlayedRun(2, {.ranks = 4})` is two steps of ZeRO-2 on four ranks, seen
// by rank 1.

#include <gtest/gtest.h>

#include "profiler/recorder.h"
#include "tests/profiler/recorder_events.h"
#include "tests/profiler/recorder_player.h"
#include "traces/vocabulary.h"

namespace shardscope::profiler {

struct RunShape {
    int ranks = 2;
    int gradAccum = 1;
    int steps = 2;
    int64_t transferNs = 5000;
    core::DType dtype = core::DType::Bf16;
    bool overlap = true;
};

inline core::Problem problemOf(int stage, const RunShape& shape) {
    core::Workload workload;
    workload.model = {.name = "mlp", .layers = 4, .hidden = 32, .vocab = 64, .sequence = 8};
    workload.gradAccum = shape.gradAccum;
    workload.dtype = shape.dtype;
    core::Strategy strategy = *core::presetNamed("zero-" + std::to_string(stage), "test");
    strategy.overlap = shape.overlap;
    return *core::makeProblem(workload, strategy, shape.ranks);
}

/// The run's values, recorder and trace of its last rank.
struct PlayedRun {
    core::Problem problem;
    core::Rank rank;
    core::StepPlan setup, step;
    Recorder recorder;
    traces::Trace trace;
    int64_t unmatched = 0;

    explicit PlayedRun(int stage, const RunShape& shape = {})
        : problem(problemOf(stage, shape)),
          rank{shape.ranks - 1},
          setup(*core::planSetup(problem, rank)),
          step(*core::planStep(problem, rank)),
          recorder(rank) {
        Player player(recorder, setup, step, shape.transferNs);
        recorder.reserve(setup);
        player.setUp();
        for (int32_t at = 0; at < shape.steps; ++at) {
            recorder.reserve(step);
            player.step(at);
        }
        emit();
    }

    void emit(int64_t offsetNs = 0) {
        traces::TraceBuilder builder;
        unmatched = recorder.emit(problem, setup, step, offsetNs, builder).unmatched;
        trace = builder.finish();
    }
    std::vector<Seen> gradients(std::string_view name) const {
        return lifetimesOf(trace, traces::kGradientCategory, name);
    }
    std::vector<Seen> parameters(std::string_view name) const {
        return lifetimesOf(trace, traces::kParameterCategory, name);
    }
    std::vector<Seen> collectives(const std::string& kind) const {
        std::vector<Seen> found;
        for (Seen& event : eventsOf(trace, traces::kKernelCategory)) {
            if (event.text("Collective name") == kind) found.push_back(event);
        }
        return found;
    }
    int buckets() const { return problem.buckets.count(); }
};

inline std::vector<Seen> ofStep(std::vector<Seen> events, int64_t step) {
    std::erase_if(events, [step](const Seen& event) { return event["step"] != step; });
    return events;
}

}  // namespace shardscope::profiler
