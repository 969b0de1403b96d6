#pragma once
// Costs of a CPU whose ranks are threads, from times measured on it. Pure; any thread.
//
// Two streams of a rank are two threads. Where the threads of all ranks outnumber the cores, a
// collective's transfer takes cores away from computation: as many as there are ranks. Its meetings
// are sleep. Ranks beyond the number of cores take turns, at the file's sharing factor.

#include <string>
#include <vector>

#include "core/plan/planner.h"
#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

class MeasuredCosts : public CostModel {
  public:
    /// @param ranks of the run.
    MeasuredCosts(Hardware hardware, int ranks);

    int64_t hostLaunchNs() const override;
    int64_t hostEventNs() const override;
    bool issuesFirst() const override;
    int64_t wakeUpNs() const override;
    int64_t latenessNs(int64_t sinceNs) const override;
    OperationCost costOf(const Operation&, const Layout&, int microBatch) const override;
    CollectiveCost costOf(CollectiveKind, DType, int64_t elements, Participants who) const override;

  private:
    /// How often a core changes hands for one rank's work to be done once.
    double turns() const;

    Hardware hardware_;
    int ranks_;
};

/// Kernels of @p problem's steps that @p hardware has no measurement of, and whose times are by its
/// memory bandwidth and peaks instead; in order of first use.
std::vector<std::string> unmeasuredKernels(const Hardware& hardware, const Problem& problem);

}  // namespace shardscope::core
