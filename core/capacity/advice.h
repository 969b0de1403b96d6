#pragma once
// What to choose, what would have to change when nothing fits, and what more ranks do not help. Each
// sentence is computed from the rows.

#include "core/capacity/front.h"
#include "core/capacity/sweep.h"

namespace shardscope::core {

/// "layer", "25000000" (elements), "25MiB".
std::string wordOf(const BucketSize& size);
/// "zero-2, 8 ranks, micro-batch 1, G 4, bucket layer, in-flight 2": as the options name it.
std::string wordsOf(const Configuration& at);

/// StepTime when every row with a result has one.
CostBasis basisOf(const std::vector<PlanRow>& rows);
/// Rows with a result that fit; without a budget all with a result.
std::vector<size_t> fittingRows(const std::vector<PlanRow>& rows);

struct Recommendation {
    size_t row = 0;
    std::string reason;  ///< one sentence, without its full stop
    // What it says, for whoever says it in another language:
    size_t fitting = 0;  ///< rows that it was chosen from
    CostBasis basis = CostBasis::SentBytes;
    int64_t cost = 0;             ///< ns a step, or bytes that a rank sends a sequence
    std::optional<size_t> lower;  ///< the same settings one stage lower, where that does not fit
};
/// The cheapest row that fits (costOf; then fewer ranks, then less memory). nullopt when none does.
std::optional<Recommendation> recommend(const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows);

/// A change under which a row fits.
struct Change {
    std::string what;  ///< "--stage 2 (from zero-1)"
    PlanRow row;
};
struct NothingFits {
    size_t closest = 0;           ///< the row that needs least
    std::vector<Change> changes;  ///< each alone is enough, the smallest first; or one of several
    bool together = false;        ///< no single change is enough: `changes` has them in one
};
/// Searches the settings around the row that needs least. nullopt when no row has a result.
std::optional<NothingFits> whatWouldFit(Evaluator& evaluator, const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows);

struct Term {
    Category category = Category::Weights;
    int64_t bytes = 0;  ///< at the peak
};
/// Categories that eight times the ranks leave at nine tenths or more, largest first.
std::vector<Term> termsThatStay(Evaluator& evaluator, const Configuration& at);

}  // namespace shardscope::core
