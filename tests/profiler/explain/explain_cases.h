#pragma once
// Questions as the command asks them, in a line each.

#include <string>
#include <vector>

#include "profiler/cli/explain/explain.h"
#include "profiler/cli/explain/timeline.h"

namespace shardscope::explain {

inline core::Strategy preset(int stage, int inFlight = 2, core::Omit omit = core::Omit::Nothing) {
    core::Strategy strategy = core::presetNamed("zero-" + std::to_string(stage), "test").value();
    strategy.inFlight = inFlight;
    strategy.omit = omit;
    return strategy;
}

/// The command's default: a model whose plan fits a screen or two.
inline core::Workload smallWorkload(int gradAccum = 1) {
    core::Workload workload;
    workload.model.name = "mlp";
    workload.model.layers = 3;
    workload.gradAccum = gradAccum;
    return workload;
}

inline PlanQuestion plans(int left, int right, int gradAccum = 1,
                          Language language = Language::English) {
    return {.workload = smallWorkload(gradAccum),
            .left = preset(left),
            .right = preset(right),
            .language = language};
}

inline PictureQuestion picture(const std::vector<int>& stages, int ranks = 3, int buckets = 3,
                               Language language = Language::English, int gradAccum = 1) {
    PictureQuestion question{.workload = smallWorkload(gradAccum),
                             .strategies = {},
                             .ranks = ranks,
                             .buckets = buckets,
                             .language = language};
    for (int stage : stages) question.strategies.push_back(preset(stage));
    return question;
}

inline core::Problem pictured(const core::Strategy& strategy, int ranks, int buckets,
                              int gradAccum = 1) {
    const core::Workload workload = pictureWorkload(smallWorkload(gradAccum), buckets);
    return core::makeProblem(workload, strategy, ranks).value();
}

inline std::string textOf(const PlanQuestion& question) { return explainPlans(question).value(); }
inline std::string textOf(const PictureQuestion& question) {
    return explainPicture(question).value();
}

inline std::vector<std::string> linesOfText(const std::string& text) {
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size();) {
        const size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end == std::string::npos ? text.size() : end + 1;
    }
    return lines;
}

}  // namespace shardscope::explain
