#pragma once
// Footprints that configurations of one blueprint share although their G differs: from some G on the
// pool does the same, and what grows with G (one loss a micro-batch) shifts every instant alike.

#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "core/capacity/blueprint.h"
#include "core/capacity/pool_walk.h"

namespace shardscope::core {

/// Any thread.
class FootprintCache {
  public:
    /// The footprint of sizes @p bytes under @p at, when one that was kept says what it is.
    std::optional<MemoryFootprint> find(const Blueprint& blueprint, const Configuration& at,
                                        std::span<const int64_t> bytes);
    void keep(const Blueprint& blueprint, const Configuration& at, std::span<const int64_t> bytes,
              const WalkedFootprint& walked);
    /// The same of what a budget decides; there is one budget a number of ranks.
    std::optional<UnderBudget> findUnderBudget(const Blueprint& blueprint, const Configuration& at,
                                               std::span<const int64_t> bytes);
    void keep(const Blueprint& blueprint, const Configuration& at, std::span<const int64_t> bytes,
              const UnderBudget& decided);

  private:
    template <class Walked>
    struct Kept {
        int gradAccum = 1;
        std::vector<int64_t> shiftingBytes;  ///< of the blueprint's shifting buffers
        Walked walked;
    };
    using Key = std::tuple<const Blueprint*, int, int64_t>;  ///< ranks, micro-batch

    std::mutex mutex_;
    std::map<Key, std::vector<Kept<WalkedFootprint>>> kept_;
    std::map<Key, std::vector<Kept<UnderBudget>>> underBudget_;
};

}  // namespace shardscope::core
