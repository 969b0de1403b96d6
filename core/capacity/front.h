#pragma once
// The Pareto front of memory against time, and what a row costs. Pure functions; any thread.

#include <cstddef>
#include <vector>

#include "core/capacity/question.h"

namespace shardscope::core {

/// What a row is judged by, next to its memory.
enum class CostBasis : uint8_t {
    StepTime,     ///< nanoseconds of one rank a sequence
    MachineTime,  ///< nanoseconds of the one machine that all ranks share a sequence
    SentBytes     ///< wire bytes a rank sends a sequence: where no step time is known
};

/// Per sequence of the global batch and times the ranks, so that rows with different batches and
/// numbers of ranks compare: what a sequence costs all GPUs together. (Not times the ranks where they
/// share a machine.)
double costOf(const PlanRow& row, CostBasis basis);

/// Rows (indices into @p rows) that no other row with as many ranks beats: none needs as little
/// memory and costs as little, one of them less. Of equal rows the first. By ranks, then memory.
/// @param candidates the rows that count, each with a result.
std::vector<size_t> frontOf(const std::vector<PlanRow>& rows, const std::vector<size_t>& candidates,
                            CostBasis basis);

}  // namespace shardscope::core
