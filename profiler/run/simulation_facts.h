#pragma once
// What a simulated run says of itself beside its recording: the memory of the whole device, whether that
// fits, and everything that was assumed. Pure.

#include <span>

#include "core/plan/planner.h"
#include "core/sim/hardware.h"
#include "core/sim/simulated_device.h"
#include "core/sim/stragglers.h"
#include "profiler/replay/replay.h"
#include "profiler/run/run_metadata.h"

namespace shardscope::profiler {

/// Fills deviceUsedPeakBytes, deviceMemory, fits, peakFlops and assumptions of @p facts.
/// @param world after the run.
void addSimulationFacts(const core::Problem& problem, const core::Hardware& hardware,
                        const core::Stragglers& stragglers, const core::SimulatedWorld& world,
                        RunFacts& facts);

/// The same of a run at a recording's times: peakFlops, assumptions and validatedOn of @p facts.
/// @param simulated the ranks that are.
void addReplayFacts(const core::Problem& problem, const Replay& replay,
                    std::span<const core::Rank> simulated, const core::Stragglers& stragglers,
                    RunFacts& facts);

/// NCCL communicators of a process: one of all ranks, and where ranks shard in groups one of its group and
/// one of those that hold the same part. 0 of a rank that is alone.
int communicatorsOf(int ranks, int shardGroup);

/// What replicating the optimizer costs on many ranks for the sake of equal bits; empty where it does not.
std::string slicedNormText(const core::Strategy& strategy, int ranks);

/// 6P + 12·L·h·s, with P all parameters, embeddings included. Recomputation is not counted.
/// Source: PaLM, arXiv 2204.02311, appendix B; the convention of llm-foundry's benchmarks.
double modelFlopsPerToken(const core::Problem& problem);

}  // namespace shardscope::profiler
