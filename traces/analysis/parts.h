#pragma once
// The parts of an analysis: each a pure function of the recording, each in a file of its name.

#include "traces/analysis/recording.h"
#include "traces/analysis/report.h"

namespace shardscope::traces {

/// Peaks over plan order (memory.cpp). The worst rank is Peak::rank.
MemoryReport memoryOf(const Recording& recording);
/// Adds smallestLimitBytes and callSequenceHash of the worst rank (pool.cpp).
void addPoolFacts(const Recording& recording, MemoryReport& memory);
/// Adds what the ZeRO paper's formula says (states.cpp).
void addPaperStates(const Recording& recording, MemoryReport& memory);
/// Lifetimes of gradients (gradients.cpp).
GradientReport gradientsOf(const Recording& recording, int worstRank);
/// What one rank sends in one step (traffic.cpp).
TrafficReport trafficOf(const Recording& recording);
/// The window of rank @p rows' step of median length, the shorter of two in the middle (split.cpp).
/// @param measured not empty.
const StepRow& medianStep(const RankRows& rows, const std::vector<int64_t>& measured);
/// One step of the slowest rank taken apart (split.cpp).
/// @param rank whose rows are @p rows. @param measured not empty.
StepSplit splitOf(const RankRows& rows, int rank, const std::vector<int64_t>& measured);
/// Where a step's time goes (time.cpp).
TimeReport timeOf(const Recording& recording);
/// TimeReport::hostBoundNs (host_bound.cpp).
std::optional<int64_t> hostBoundOf(const Recording& recording);
/// RunReport::recorderShare (recorder_share.cpp).
std::optional<double> recorderShareOf(const Recording& recording, const TimeReport& time);
/// Whether full-size gradients pile up over steps or micro-batches (growth.cpp).
LiveGrowth growthOf(const Recording& recording, const RankRows& rows);
/// What the run did, whatever its label says (observed.cpp).
Observed observedOf(const Recording& recording, int worstRank);
/// Full-size gradient bytes over the step of median length (curve.cpp).
GradientCurve curveOf(const Recording& recording, int worstRank);

}  // namespace shardscope::traces
