#pragma once
// Costs of a real machine: operations by roofline, collectives by NCCL's tuner model. The formulas are
// in cost/, the numbers in the hardware's files.

#include "core/sim/cost_model.h"
#include "core/sim/hardware.h"

namespace shardscope::core {

class RooflineCosts : public CostModel {
  public:
    explicit RooflineCosts(Hardware hardware) : hardware_(std::move(hardware)) {}

    int64_t hostLaunchNs() const override;
    int64_t hostEventNs() const override;
    OperationCost costOf(const Operation&, const Layout&, int microBatch) const override;
    CollectiveCost costOf(CollectiveKind, DType, int64_t elements, Participants who) const override;

    const Hardware& hardware() const { return hardware_; }

  private:
    Hardware hardware_;
};

}  // namespace shardscope::core
