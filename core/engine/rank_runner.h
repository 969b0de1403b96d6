#pragma once
// Running plans: one interpreter a rank, all ranks of a strategy in step.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/checkpoint_sink.h"
#include "core/engine/communicator.h"
#include "core/engine/device.h"
#include "core/engine/memory_pool.h"
#include "core/engine/observer.h"
#include "core/plan/planner.h"

namespace shardscope::core {

/// What a rank knows when its pool refused: enough to explain it without a debugger.
struct OutOfMemoryReport {
    Rank rank;
    int64_t step = -1;
    int microBatch = -1;
    Phase phase = Phase::Setup;
    BucketId bucket;
    std::string buffer;
    int64_t requested = 0;  ///< bytes
    PoolTotals totals;
    int64_t limit = 0;
    int64_t enough = 0;  ///< least limit under which the rank's plans run; 0 = not worked out
    CategoryBytes live{};
    struct Tensor {
        std::string name;
        Category category;
        int64_t bytes;
    };
    std::vector<Tensor> largest;  ///< ten largest live buffers
};

struct StepResult {
    double loss = 0.0;  ///< this rank's mean over micro-batches
    double gradientNorm = 0.0;
    bool skipped = false;
    double lossScale = 1.0;
    uint64_t weightHash = 0;  ///< whole copy (stages 0–2) or own shards (stage 3)
};

/// Interprets one rank's plans on one device. One thread at a time.
class RankRunner {
  public:
    struct Options {
        PoolPolicy policy = PoolPolicy::Expandable;
        int64_t memoryLimit = 0;  ///< reserved bytes; 0 = none
        bool hashWeights = true;
    };
    /// Borrows everything; @p observer may be null.
    RankRunner(const Problem& problem, Rank rank, Device& device, Communicator& communicator,
               Observer* observer, Options options);
    ~RankRunner();

    /// Plans, allocates and initialises. Errors: InvalidInput, OutOfMemory (see outOfMemory()).
    Result<void> setUp();
    /// Runs step @p step. Errors: OutOfMemory, Failed, Interrupted.
    Result<StepResult> step(int64_t step);

    /// Runs the plan's checkpoint after @p steps steps. @param sink borrowed; null: nothing is read.
    /// Errors: as step()'s, and the sink's.
    Result<void> saveCheckpoint(int64_t steps, CheckpointSink* sink);

    const std::optional<OutOfMemoryReport>& outOfMemory() const;
    const MemoryPool& pool() const;
    const StepPlan& setupPlan() const;
    const StepPlan& stepPlan() const;
    /// Whether a refusal below the limit ended the identity of pools across devices (rule 5).
    bool poolIdentity() const;
    double lossScale() const;
    /// Device address of a parameter's working weight between steps; stages 0–2 only.
    const void* weightAddress(ParameterId parameter) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace shardscope::core
