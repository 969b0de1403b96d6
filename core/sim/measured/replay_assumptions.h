#pragma once
// Which of a plan's times a recording does not have, and what stands for them, in sentences. One thread.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/plan/step_plan.h"
#include "core/sim/measured/operation_times.h"
#include "core/sim/measured/transfer_times.h"

namespace shardscope::core {

class ReplayAssumptions {
  public:
    /// Borrows the tables. @param ranks of the run. @param where the recording, for errors.
    ReplayAssumptions(const OperationTimes& operations, const TransferTimes& transfers, int ranks,
                      std::string where)
        : operations_(operations), transfers_(transfers), ranks_(ranks), where_(std::move(where)) {}

    /// Errors: InvalidInput for the first operation or collective that has no time.
    Result<void> add(const StepPlan& plan);
    std::vector<std::string> sentences() const;

  private:
    Result<void> addOperation(const Action& action, const Launch& launch, const Layout& layout,
                              int microBatch);
    Result<void> addCollective(const Action& action, const Collective& collective);
    std::string operationSentence(TimeBasis basis, const std::set<std::string>& kernels) const;
    std::string lineSentence(CollectiveKind kind) const;

    const OperationTimes& operations_;
    const TransferTimes& transfers_;
    int ranks_;
    std::string where_;
    std::map<TimeBasis, std::set<std::string>> kernels_;  ///< "cast (as residual add)"
    std::map<CollectiveKind, Participants> fitted_;       ///< used in sizes that were not recorded
    std::map<CollectiveKind, std::vector<CollectiveKind>> standIns_;
    std::map<CollectiveKind, double> mostBytes_;
    bool otherRanks_ = false;
};

}  // namespace shardscope::core
