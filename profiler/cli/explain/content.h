#pragma once
// What a range of a buffer holds, as far as the lesson goes: not numbers, but whose micro-batches
// are summed in a gradient, and how many updates a weight has seen. Values.

#include <cstdint>
#include <vector>

namespace shardscope::explain {

struct Content {
    enum class Kind : uint8_t {
        Nothing,   ///< allocated, and nothing of use in it
        Zeros,     ///< neutral in every sum
        Gradient,  ///< of `microBatches`
        State,     ///< a weight, master weight or moment
    };
    Kind kind = Kind::Nothing;
    /// By rank: how many of its micro-batches are summed in. A state's are those of its last update.
    std::vector<int> microBatches;
    int updates = 0;  ///< State: optimizer updates so far

    bool operator==(const Content&) const = default;
};

/// One micro-batch's gradient of @p rank, of @p ranks.
Content gradientOf(int rank, int ranks);
/// Element by element; a sum with nothing is nothing.
Content sumOf(const Content& a, const Content& b);
/// What @p state is after an update with @p gradient.
Content updated(const Content& state, const Content& gradient);
/// Whether every rank's micro-batches are in it (one rank's own gradient is not such a sum).
bool hasEveryRank(const Content& content);
/// Whether exactly @p gradAccum micro-batches of every rank are in it.
bool isWhole(const Content& content, int gradAccum);

}  // namespace shardscope::explain
