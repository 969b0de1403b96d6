#pragma once
// What the GPU check measures on, and the same for a CPU's patience.

#include <string>
#include <vector>

#include "core/plan/planner.h"

namespace shardscope::checks {

struct Named {
    std::string name;  ///< one word
    core::Problem problem;
};

/// Whose matrix products are raced: GPT-2 XL's, which the step's target is about, and Llama 3.1 8B's layer.
std::vector<Named> productWorkloads(bool small);
/// What four ranks of stage 2 do with and without the recorder: run's default workload, and GPT-2 small.
std::vector<Named> recorderWorkloads(bool small);

}  // namespace shardscope::checks
