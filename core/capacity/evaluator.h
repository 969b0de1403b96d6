#pragma once
// Memory and traffic of many configurations of one workload. Structures are planned once and shared.

#include <memory>
#include <optional>

#include "core/capacity/blueprint_cache.h"
#include "core/capacity/footprint_cache.h"
#include "core/capacity/pool_walk.h"
#include "core/capacity/step_times.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

struct Evaluation {
    MemoryFootprint memory;  ///< of the rank with the largest peak; ranks are alike
    Sent sent;
    int64_t parameters = 0;
    std::optional<int64_t> stepNs;  ///< nothing where no cost model says
    bool fits = true;               ///< under the budget; true without one
    /// Worked out where it decides (the budget lies between live and reserved peak) and by findLimits(),
    /// else 0.
    int64_t smallestLimitBytes = 0;
};

/// @return what each of @p ranks may reserve of @p budgetBytes, which they share on @p oneMachine;
/// 0 = no limit.
int64_t budgetOfRank(int64_t budgetBytes, bool oneMachine, int ranks);

class Evaluator {
  public:
    struct Options {
        PoolPolicy policy = PoolPolicy::Expandable;
        int64_t budgetBytes = 0;                 ///< a rank's reserved bytes; 0 = none
        std::shared_ptr<const CostModel> costs;  ///< null = steps are not timed
        /// Instead of costs: one machine whose ranks share budgetBytes and cores. What work costs depends
        /// on their number, so that a step is simulated.
        std::shared_ptr<const Hardware> machine{};
    };
    Evaluator(Workload base, Options options)
        : base_(std::move(base)), options_(std::move(options)) {
        if (options_.costs) stepTimes_.emplace(base_, *options_.costs);
    }

    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// Any thread. Errors: InvalidInput that says why the configuration cannot be.
    Result<Evaluation> evaluate(const Configuration& configuration);
    /// Least limit of one configuration; takes several times as long as evaluate().
    Result<int64_t> smallestLimit(const Configuration& configuration);
    const Workload& base() const { return base_; }
    const Options& options() const { return options_; }

  private:
    PoolQuestion questionOf(const Blueprint& blueprint, const Configuration& configuration,
                            std::vector<int64_t>& bytes) const;

    MemoryFootprint memoryOf(const Blueprint& blueprint, const Configuration& configuration,
                             const PoolQuestion& question);
    UnderBudget decidedBy(int64_t budgetBytes, const Blueprint& blueprint,
                          const Configuration& configuration, const PoolQuestion& question,
                          const MemoryFootprint& memory);
    std::optional<int64_t> stepOf(const Blueprint& blueprint, const Configuration& configuration);

    Workload base_;
    Options options_;
    BlueprintCache blueprints_{base_, options_.costs != nullptr};
    std::optional<StepTimes> stepTimes_;
    FootprintCache footprints_;
};

}  // namespace shardscope::core
