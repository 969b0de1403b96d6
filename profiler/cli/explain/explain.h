#pragma once
// `shardscope explain`: the lesson in text. Pure functions of the plans; nothing is run.

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/workload.h"
#include "core/plan/strategy.h"
#include "profiler/cli/explain/messages.h"

namespace shardscope::explain {

/// Two strategies' step plans of rank 0, aligned.
struct PlanQuestion {
    core::Workload workload;
    core::Strategy left, right;
    int ranks = 4;
    bool full = false;  ///< every action; else what both do alike is folded
    Language language = Language::English;
};

/// What every rank holds, instant by instant, under one strategy or several.
struct PictureQuestion {
    core::Workload workload;  ///< its model is replaced by one with as many layers as buckets
    std::vector<core::Strategy> strategies;
    int ranks = 3;    ///< 1 … 8
    int buckets = 3;  ///< 1 … 8
    Language language = Language::English;
};

/// Lines of at most 100 columns, each ended; ASCII in English. Errors: InvalidInput as makeProblem.
core::Result<std::string> explainPlans(const PlanQuestion& question);
core::Result<std::string> explainPicture(const PictureQuestion& question);

/// `mlp` with one layer a bucket, wide enough that every shard of 8 ranks holds parameters.
core::Workload pictureWorkload(const core::Workload& base, int buckets);

}  // namespace shardscope::explain
