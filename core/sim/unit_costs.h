#pragma once
// Costs of a made-up machine, round numbers: for tests, and for runs in which only order matters.

#include "core/sim/cost_model.h"

namespace shardscope::core {

/// Nanoseconds; per-byte and per-FLOP costs as reciprocals.
struct UnitCosts {
    int64_t hostCallNs = 100;     ///< the host issues one action
    int64_t launchNs = 1000;      ///< least duration of an operation
    int64_t flopsPerNs = 1000;    ///< 1 TFLOP/s
    int64_t collectiveNs = 2000;  ///< least duration of a collective
    int64_t wireBytesPerNs = 10;  ///< 10 GB/s, times the ring factor of the collective
};

class UnitCostModel : public CostModel {
  public:
    explicit UnitCostModel(UnitCosts costs = {}) : costs_(costs) {}

    int64_t hostLaunchNs() const override { return costs_.hostCallNs; }
    int64_t hostEventNs() const override { return costs_.hostCallNs; }
    OperationCost costOf(const Operation&, const Layout&, int microBatch) const override;
    /// Source of the ring factors: nccl-tests' PERFORMANCE.md.
    CollectiveCost costOf(CollectiveKind, DType, int64_t elements, Participants who) const override;

  private:
    UnitCosts costs_;
};

}  // namespace shardscope::core
