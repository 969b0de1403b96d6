#pragma once
// What work costs on a simulated device. Implementations are pure: the same work has the same cost,
// whatever the clock says; the device applies what depends on what else is running. Any thread.

#include <cstdint>

#include "core/plan/step_plan.h"

namespace shardscope::core {

/// The slow-down of computation that gets nothing at all: not endless, so that clocks go on.
inline constexpr double kStandstill = 1e4;

/// What an operation waits for: arithmetic units, or memory.
enum class Bound : uint8_t { Arithmetic, Memory };

struct OperationCost {
    int64_t durationNs = 0;  ///< alone on the device
    Bound bound = Bound::Arithmetic;
    int64_t besideNs = 0;      ///< on the communication stream beside computation; 0 = the same
    double memoryShare = 0.0;  ///< of the memory's bandwidth, which it takes alone; 0 = not known
};

/// A collective, and what it does to computation while it runs. Factors are at least 1.
struct CollectiveCost {
    int64_t durationNs = 0;
    double arithmeticSlowdown = 1.0, memorySlowdown = 1.0;
    int64_t besideNs = 0;      ///< beside computation; 0 = the same
    double memoryShare = 0.0;  ///< as an operation's

    /// The same beside computation, from which it takes as much time in all.
    CollectiveCost beside() const;
    double slowdown(Bound bound) const {
        return bound == Bound::Memory ? memorySlowdown : arithmeticSlowdown;
    }
};

/// How much longer each takes while both run. Memory is shared by what each asks for: where both together
/// want more than there is, both are slowed alike.
struct Slowdowns {
    double operation = 1.0, collective = 1.0;
};
Slowdowns together(const OperationCost& operation, const CollectiveCost& collective);

/// Which ranks take part: @p ranks of them, @p stride apart (hybrid sharding's replicas are).
struct Participants {
    int ranks = 1;
    int stride = 1;
};

class CostModel {
  public:
    virtual ~CostModel() = default;
    /// The host issues a launch or a collective; a record, wait or mark.
    virtual int64_t hostLaunchNs() const = 0;
    virtual int64_t hostEventNs() const = 0;
    /// Whether the host has no core beside the streams': they begin when it has issued all and waits.
    virtual bool issuesFirst() const { return false; }
    /// A stream, or the host, that sleeps goes on this long after what it waited for.
    virtual int64_t wakeUpNs() const { return 0; }
    /// Ranks that are alike still do not come together: how long one waits for the last to come to a
    /// collective, @p sinceNs after they met.
    virtual int64_t latenessNs(int64_t /*sinceNs*/) const { return 0; }
    /// @param microBatch decides whether an accumulated gradient is read.
    virtual OperationCost costOf(const Operation&, const Layout&, int microBatch) const = 0;
    /// @param elements of the whole array. @param who more than one rank.
    virtual CollectiveCost costOf(CollectiveKind, DType, int64_t elements,
                                  Participants who) const = 0;
};

}  // namespace shardscope::core
