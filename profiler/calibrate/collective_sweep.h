#pragma once
// Times of in-process collectives over sizes, on buffers of their own.

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/engine/communicator.h"
#include "profiler/calibrate/samples.h"

namespace shardscope::profiler {

inline constexpr int64_t kLeastSweepBytes = int64_t{64} << 10;
inline constexpr int64_t kMostSweepBytes = int64_t{1} << 30;

/// What a sweep measures.
inline constexpr std::array kSweepKinds{
    core::CollectiveKind::ReduceScatter, core::CollectiveKind::AllGather,
    core::CollectiveKind::AllReduce, core::CollectiveKind::Reduce, core::CollectiveKind::Broadcast};
/// An array so small that a collective of it takes only the meeting.
inline constexpr int64_t kSmallestSweepBytes = 64;

/// One collective of @p bytes, rounded down to a multiple of the ranks, as @p rank calls it; an all-gather
/// in place, as weights are gathered. @p input and @p output hold @p bytes each.
core::CollectiveCall sweepCall(core::CollectiveKind kind, core::DType dtype, int64_t bytes,
                               int rank, int ranks, void* input, void* output);
/// How often one that took @p onceNs is repeated.
int sweepRepeats(double onceNs);

/// The largest array of a sweep: kMostSweepBytes, or less where an input and an output for each of
/// @p ranks would be more than a quarter of @p availableBytes. A power of two.
int64_t largestSweepBytes(int64_t availableBytes, int ranks);

/// All kinds and @p dtypes: 64 bytes, then kLeastSweepBytes and its quadruples up to @p largestBytes,
/// smallest first, until @p seconds are over; 4 MiB are reached in any case. @return the largest array that was measured, bytes.
core::Result<int64_t> sweepCollectives(int ranks, std::span<const core::DType> dtypes,
                                       int64_t largestBytes, double seconds, Samples& samples);

}  // namespace shardscope::profiler
