#pragma once
// The pool calls of a plan with their sizes left open: what plans that differ only in sizes share.

#include <cstdint>
#include <vector>

#include "core/plan/step_plan.h"

namespace shardscope::core {

struct PoolStep {
    int32_t buffer = -1;
    bool allocate = true;
    Phase phase = Phase::Setup;

    bool operator==(const PoolStep&) const = default;
};

struct PoolProgram {
    struct Buffer {
        Category category = Category::Workspace;
        StreamId home;
        BucketId bucket;

        bool operator==(const Buffer&) const = default;
    };
    std::vector<Buffer> buffers;
    std::vector<PoolStep> setup;
    /// The micro-batch body as it is first, in between and last; with G = 1 only `first` is used.
    std::vector<PoolStep> first, middle, last;
    std::vector<PoolStep> epilogue;  ///< with commit: memory is planned for steps that train

    bool operator==(const PoolProgram&) const = default;
};

/// @p setup and @p step are one rank's, of one problem.
PoolProgram poolProgramOf(const StepPlan& setup, const StepPlan& step);

}  // namespace shardscope::core
