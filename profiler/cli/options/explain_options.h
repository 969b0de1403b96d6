#pragma once
// What `explain` was asked: which strategies, on what workload, as plans or as a picture.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "profiler/cli/explain/messages.h"
#include "profiler/run/run_request.h"

namespace shardscope::cli {

using explain::Language;

struct ExplainRequest {
    profiler::RunRequest request;  ///< workload, ranks, gradAccums (one) and strategies
    bool picture = false;          ///< instant by instant, rank by rank
    bool full = false;             ///< every action of the plans
    int buckets = 3;               ///< of the picture
    Language language = Language::English;
};

/// nullopt when the help was printed. Defaults: stages 1 and 2, G = 1, `mlp` with 3 layers; the
/// picture has 3 ranks and a model of its own. Errors: InvalidInput as options.h, and unless there
/// are two to four strategies (the picture: one to four) and one G.
core::Result<std::optional<ExplainRequest>> parseExplain(const std::vector<std::string>& args);

}  // namespace shardscope::cli
