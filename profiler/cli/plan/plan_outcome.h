#pragma once
// What a plan found, before it is text: rows, front, recommendation or changes, assumptions.

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "core/capacity/advice.h"
#include "profiler/cli/plan/plan_options.h"
#include "profiler/cli/plan/slide_facts.h"

namespace shardscope::cli {

struct PlanOutcome {
    int64_t parameters = 0;
    std::vector<core::PlanRow> rows;
    core::CostBasis basis = core::CostBasis::SentBytes;
    std::vector<size_t> front;
    std::optional<core::Recommendation> recommendation;
    std::optional<core::NothingFits> nothing;  ///< where nothing fits
    core::Possible possible;  ///< where no row can be: what is next to what was asked for
    bool noneFits = false;    ///< a budget was given and no row is within it, or no row can be
    size_t about = 0;         ///< the row that `terms` are of
    std::vector<core::Term> terms;    ///< what more ranks do not make smaller
    std::optional<SlideFacts> slide;  ///< where one was asked for
    std::vector<std::string> assumptions;

    size_t count(bool fits) const;  ///< of rows with a result
    size_t refused() const;         ///< rows without
};

/// Evaluates @p request. Errors: InvalidInput of a model that cannot be.
core::Result<PlanOutcome> planned(const PlanRequest& request, const core::SweepProgress& progress,
                                  const std::atomic<bool>& stop);

/// Bytes that the budget leaves, negative when it is too small.
int64_t marginOf(const PlanRequest& request, const core::PlanRow& row);
/// Why step times are null.
std::string_view whyNoStepTime();

}  // namespace shardscope::cli
