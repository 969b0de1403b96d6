#pragma once
// Collectives between the ranks of one run, as seen by one rank.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/plan/step_plan.h"

namespace shardscope::core {

/// One collective with addresses. Counts and types as in Collective.
struct CollectiveCall {
    CollectiveKind kind;
    DType dtype;
    int64_t elements = 0;  ///< of the whole array
    const void* input = nullptr;
    void* output = nullptr;
    Rank root{0};   ///< reduce, broadcast
    RankSet group;  ///< who takes part; every member calls, others do not
};

struct CollectiveTimes {
    int64_t startNs = 0;  ///< all ranks had arrived
    int64_t endNs = 0;    ///< output written, and no peer will read this rank's input again
};

/// Executed on a stream's thread of the rank's device; blocks that thread until complete. Every rank
/// issues the same calls in the same order; of a group's, every member does. Sums are accumulated in
/// fp32 in rank order and rounded once. abort() may come from any thread and wakes every rank.
class Communicator {
  public:
    virtual ~Communicator() = default;
    virtual int ranks() const = 0;
    virtual Rank rank() const = 0;
    /// Errors: Failed when a rank aborted or died, naming it.
    virtual Result<CollectiveTimes> run(const CollectiveCall& call) = 0;
    /// Host-side meeting of all ranks between steps (never in measured time).
    virtual Result<void> barrier() = 0;
    /// Host-side exchange of one value a rank between steps: weight hashes, losses.
    /// @return ranks() values in rank order, equal on all ranks.
    virtual Result<std::vector<double>> gather(double value) = 0;
    virtual Result<std::vector<uint64_t>> gather(uint64_t value) = 0;
    /// Ends every pending and later call of all ranks with an error that names this rank.
    virtual void abort(const std::string& reason) = 0;
    /// Why a rank gave up, as far as this rank has been told; does not wait for word. For who waits in
    /// calls that an abort does not end. Any thread.
    virtual std::optional<Error> heardAbort() { return std::nullopt; }
    /// Bytes of staging outside the pool (MPI), for device-used.
    virtual int64_t stagingBytes() const { return 0; }
};

}  // namespace shardscope::core
