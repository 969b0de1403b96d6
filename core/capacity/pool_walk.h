#pragma once
// Memory of a plan without running it: its pool calls, made on the engine's own pool.
//
// Micro-batches and steps are skipped from where the pool's state comes back: the same calls on the
// same state give the same again. Any thread; values only.

#include <cstdint>
#include <span>

#include "core/base/category.h"
#include "core/capacity/pool_program.h"
#include "core/engine/memory_pool.h"

namespace shardscope::core {

/// Peaks over set-up and all steps, in the words of `shardscope.report/1`. Bytes.
struct MemoryFootprint {
    int64_t peakBytes = 0;  ///< requested
    Phase peakPhase = Phase::Setup;
    int64_t peakStep = -1;  ///< 0-based; -1 = set-up
    CategoryBytes atPeak{};
    int64_t allocatedPeakBytes = 0, reservedPeakBytes = 0;
    int64_t roundedPeakBytes =
        0;  ///< of requests rounded to 512 B: no limit below it can hold them

    bool operator==(const MemoryFootprint&) const = default;
};

/// What is walked. Borrows the program and the sizes.
struct PoolQuestion {
    const PoolProgram& program;
    std::span<const int64_t> bytes;  ///< requested, by buffer
    int gradAccum = 1;
    int64_t steps = 1;
    PoolPolicy policy = PoolPolicy::Expandable;
};

struct WalkedFootprint {
    MemoryFootprint memory;
    /// The pool does the same for every G from here on; 0 = known for the G that was asked only.
    int sameFromGradAccum = 0;
};

/// Without a limit.
WalkedFootprint footprintOf(const PoolQuestion& question);
/// What a budget decides that lies between what is rounded and what is reserved at the peak.
struct UnderBudget {
    bool fits = false;
    int64_t smallestLimitBytes = 0;  ///< where it fits
    int sameFromGradAccum = 0;       ///< as a footprint's
};
/// Whether the calls succeed under @p budgetBytes of reserved memory, as the engine would make them:
/// releasing what is wholly free and trying once more. @p footprint without a limit.
UnderBudget underBudget(const PoolQuestion& question, const MemoryFootprint& footprint,
                        int64_t budgetBytes);
/// Least limit in steps of 2 MiB; equal to smallestLimit() of the recorded calls.
int64_t smallestLimitOf(const PoolQuestion& question, const MemoryFootprint& footprint);

}  // namespace shardscope::core
