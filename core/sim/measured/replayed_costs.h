#pragma once
// Costs that are the times of a recorded run, for other plans of the same work. Pure; any thread.

#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/plan/planner.h"
#include "core/sim/measured/operation_times.h"
#include "core/sim/measured/transfer_times.h"

namespace shardscope::core {

class ReplayedCosts : public CostModel {
  public:
    explicit ReplayedCosts(RecordedTimes times);

    int64_t hostLaunchNs() const override;
    int64_t hostEventNs() const override;
    int64_t wakeUpNs() const override;
    int64_t latenessNs(int64_t sinceNs) const override;
    /// Only of problems that assumptionsFor() takes.
    OperationCost costOf(const Operation&, const Layout&, int microBatch) const override;
    CollectiveCost costOf(CollectiveKind, DType, int64_t elements, Participants who) const override;

    /// What stands for the times that @p problem's set-up and steps need and the recording does not
    /// have; empty when it has them all. @param ranks whose plans are looked at.
    /// Errors: InvalidInput (at @p where) naming an operation or collective for which nothing stands.
    Result<std::vector<std::string>> assumptionsFor(const Problem& problem,
                                                    std::span<const Rank> ranks,
                                                    const std::string& where) const;

  private:
    OperationTimes operations_;
    TransferTimes transfers_;
    double launchNs_, eventNs_, handOverNs_, wakeUpNs_, lateness_;
};

}  // namespace shardscope::core
