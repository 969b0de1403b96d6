#pragma once
// What recording costs a step: the same steps with CUPTI and the recorder, and without either. One process
// measures one of the two, since CUPTI stays in a process that has used it; tests/gpu/check.sh runs them in
// turn and compares them pair by pair. Main thread.

#include "core/plan/planner.h"
#include "profiler/run/gpu_backend.h"

namespace shardscope::recorder {

struct CostRun {
    int ranks = 4;  ///< on one GPU
    int64_t warmUp = 4, steps = 30;
};

struct Cost {
    int64_t medianNs =
        0;  ///< of a step, by the host's clock, what the recorder does at its end included
    int64_t events = 0;  ///< recorded; 0 without the recorder
};

/// @param problem with as many ranks as @p run. Errors: the GPU's and CUPTI's.
core::Result<Cost> costOf(const profiler::GpuBackend& gpu, const core::Problem& problem,
                          const CostRun& run, bool recorded);

}  // namespace shardscope::recorder
