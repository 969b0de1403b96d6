#pragma once
// Ranks that are slower than others: drawn from a seed, and only those simulated that matter. Pure.
//
// Every rank runs the same plan with its computation stretched by its own factor. A collective starts
// when all have arrived. Arrivals never fall when a factor grows, so the rank with the largest factor
// is last everywhere: it waits for nobody and can be simulated alone; any other rank waits for it.

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/sim/simulated_device.h"

namespace shardscope::core {

struct Stragglers {
    double sigma = 0.0;  ///< 0: all ranks alike
    uint64_t seed = 0;

    bool operator==(const Stragglers&) const = default;
};

/// "0.05" or "0.05,7". Errors: InvalidInput unless 0 <= sigma <= 1.
Result<Stragglers> parseStragglers(std::string_view text, std::string_view where);

/// Factors 1 + sigma·|z|, z normal, largest first. Ranks are alike but for their factors, so the
/// slowest may as well be called rank 0.
std::vector<double> drawSlowdowns(const Stragglers& stragglers, int ranks);

/// Up to so many simulated ranks get lanes of their own; of more, only those that matter do.
inline constexpr int kShownRanks = 8;

/// The ranks to simulate, in order. Up to @p shown ranks: all. Beyond: @p worst, the one that needs most,
/// and with stragglers one more, which then stands for the one in the middle.
std::vector<Rank> ranksThatMatter(const Stragglers& stragglers, int ranks, int shown, Rank worst);
/// Gives @p world the factors of @p ranks ranks of which those of @p simulated are simulated: the first of
/// these is the slowest. Nothing where all are alike.
void slowDown(const Stragglers& stragglers, int ranks, std::span<const Rank> simulated,
              SimulatedWorld& world);

}  // namespace shardscope::core
