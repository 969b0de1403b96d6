#pragma once
// From what a probe's ranks did to samples: kernels, transfers, and what lies between them. Pure.

#include <set>
#include <span>

#include "core/plan/step_plan.h"
#include "profiler/calibrate/samples.h"
#include "profiler/calibrate/watch.h"

namespace shardscope::profiler {

/// Steps of the middle half by their length.
std::set<int64_t> typicalSteps(const Watch& watch);

/// Adds the typical steps: those of the middle half by their length, on the first rank.
/// @param watches one a rank, of steps that followed @p plan, which does not overlap.
void takeSamples(const core::StepPlan& plan, std::span<const Watch> watches, Samples& samples);

/// Of steps that do: what the communication stream did while micro-batches were computed.
void takeSamplesBeside(const core::StepPlan& plan, std::span<const Watch> watches,
                       Samples& samples);

}  // namespace shardscope::profiler
