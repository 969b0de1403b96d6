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

/// Three digits: "304 ms", "1.41 s".
std::string stepText(int64_t ns);

/// Time when every row with a result has one: MachineTime where ranks share one machine.
CostBasis basisOf(const PlanQuestion& question, const std::vector<PlanRow>& rows);
/// Rows with a result that fit; without a budget all with a result.
std::vector<size_t> fittingRows(const std::vector<PlanRow>& rows);

/// Mean error of estimated step times where they were held against measured ones: closer than that, two
/// rows are not told apart.
inline constexpr double kTimeError = 0.05;
/// Traffic that differs by less is padding's doing, and alike.
inline constexpr double kAlikeTraffic = 0.01;

/// Share of the budget that stays free where a row is preferred among those alike in time: what is not
/// counted (fragmentation by what runs beside, libraries' own growth) has room there. The measured bar of
/// such plans is an error of 1.4 % at worst (SimuMax v1.2, 43 cases).
inline constexpr double kHeadroom = 0.05;

struct Recommendation {
    size_t row = 0;
    std::string reason;  ///< one sentence, without its full stop
    // What it says, for whoever says it in another language:
    size_t fitting = 0;  ///< rows that it was chosen from
    CostBasis basis = CostBasis::SentBytes;
    int64_t cost = 0;    ///< ns a step, or bytes that a rank sends a sequence
    size_t alike = 1;    ///< rows within kTimeError of the cheapest, this one included
    bool roomy = false;  ///< alike rows with less than kHeadroom free were left out
    bool tight = false;  ///< it has less than that itself
    bool fewestRanks = false, leastTraffic = false,
         mostFree = false;        ///< what decided between them
    std::optional<size_t> lower;  ///< the same settings one stage lower, where that does not fit
};
/// The cheapest row that fits (costOf). Times within kTimeError are alike: then those with kHeadroom free,
/// then fewer ranks, then less traffic, then less memory. nullopt when none does.
std::optional<Recommendation> recommend(const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows);

/// A change under which a row fits.
struct Change {
    std::string what;  ///< "--stage 2 (from zero-1)", "--ranks 8 --checkpointing full"
    PlanRow row;
    size_t options = 1;  ///< how many settings it changes
};
struct NothingFits {
    size_t closest = 0;  ///< the row that needs least
    std::vector<Change>
        changes;            ///< up to three, each enough, the cheapest first: nearest ranks first
    bool together = false;  ///< no single setting is enough: each change is of several
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
