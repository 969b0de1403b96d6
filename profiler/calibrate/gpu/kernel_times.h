#pragma once
// What the kernels of a GPU's training steps took, by kind: from which follows how near each kind comes to the
// GPU's rates, weighted by the time it has in a step. Pure; one thread.

#include <map>
#include <span>
#include <vector>

#include "core/plan/step_plan.h"
#include "core/sim/cost/matmul.h"
#include "core/sim/cost/work.h"
#include "profiler/calibrate/watch.h"

namespace shardscope::profiler {

/// Sums over operations.
struct KindTimes {
    double bytes = 0, flops = 0, ns = 0;
    double kernels = 0, operations = 0;

    /// Nanoseconds without what every kernel takes, @p launchNs each; an operation's own time ends before
    /// the gap to the next one, @p gapNs.
    double workNs(double launchNs, double gapNs) const {
        return ns + operations * gapNs - kernels * launchNs;
    }
};

/// One shape of products.
struct ProductTimes {
    core::MatmulShape shape;
    double bytes = 0;  ///< of one
    double ns = 0;     ///< of all
    double count = 0;
};

class KernelTimes {
  public:
    /// @param ns it took.
    void add(const core::Operation& operation, const core::Layout& layout, int microBatch,
             double ns);
    /// Every operation of a plan's typical steps, on the first rank.
    void add(const core::StepPlan& plan, std::span<const Watch> watches);

    /// By what memory and arithmetic they need; products apart.
    const std::map<core::KernelKind, KindTimes>& kinds() const { return kinds_; }
    std::vector<ProductTimes> products() const;

  private:
    std::map<core::KernelKind, KindTimes> kinds_;
    std::map<std::array<int64_t, 4>, ProductTimes> products_;  // by m, n, k and dtype
};

}  // namespace shardscope::profiler
