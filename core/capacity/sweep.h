#pragma once
// Evaluates the rows of a question on all cores.

#include <atomic>
#include <functional>

#include "core/capacity/question.h"

namespace shardscope::core {

/// Rows that are done, of all. Called from the caller's thread, a few times a second.
using SweepProgress = std::function<void(size_t done, size_t all)>;

/// Fills results and reasons. @param threads 0 = as many as the machine has. @param stop may be null;
/// once set, rows that nobody has begun stay without result, and their reason says so.
void evaluate(Evaluator& evaluator, std::vector<PlanRow>& rows, int threads,
              const SweepProgress& progress, const std::atomic<bool>* stop);

/// Works out what each row with a result needs at least (Evaluation::smallestLimitBytes), which takes
/// longer than to say whether it fits. Parameters as evaluate()'s.
void findLimits(Evaluator& evaluator, std::vector<PlanRow>& rows, int threads,
                const std::atomic<bool>* stop);

}  // namespace shardscope::core
