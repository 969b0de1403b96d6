#pragma once
// One rank's device: FIFO streams, events, memory, and the execution of operations.
//
// The interpreter thread alone calls it. launch, collective, record, wait and mark return before the
// work is done; synchronize waits for all of it. The first failure on a stream makes later work a
// no-op and is returned by synchronize.

#include <array>
#include <cstdint>
#include <span>

#include "core/engine/communicator.h"
#include "core/engine/memory_pool.h"
#include "core/engine/observer.h"
#include "core/model/graph.h"
#include "core/plan/planner.h"

namespace shardscope::core {

class Dataset;

/// What operations need besides their tensors; constant over a run.
struct RunContext {
    const Problem* problem = nullptr;
    const Dataset* dataset = nullptr;
    Rank rank;
    int ranks = 1;
};

/// Host-side scalars at the time of a launch.
struct StepScalars {
    int64_t step = 0;  ///< 0-based
    int microBatch = 0;
    double lossScale = 1.0;
    double learningRate = 0.0;
    int64_t updates =
        0;  ///< optimizer updates applied before this one (skipped steps do not count)
};

inline constexpr size_t kMaxOperands = 12;

/// An operation with everything it needs to run later on a stream's thread.
struct BoundOperation {
    const Operation* operation = nullptr;  ///< borrowed from the plan
    const Layout* layout = nullptr;        ///< borrowed from the plan
    std::array<TensorId, kMaxOperands> ids{};
    std::array<void*, kMaxOperands> addresses{};
    int count = 0;
    StepScalars scalars;

    /// Address of @p tensor, which is one of the operation's; aborts otherwise.
    template <class T>
    T* at(TensorId tensor) const {
        return static_cast<T*>(addressOf(tensor));
    }
    void* addressOf(TensorId tensor) const;
    DType dtypeOf(TensorId tensor) const { return (*layout)[tensor].dtype; }
};

class Device {
  public:
    virtual ~Device() = default;
    virtual SegmentSource& memory() = 0;
    /// The device's clock now, as the host thread sees it.
    virtual int64_t nowNs() = 0;

    virtual void launch(StreamId, ActionRef, const BoundOperation&) = 0;
    virtual void collective(StreamId, ActionRef, const CollectiveCall&) = 0;
    virtual void record(StreamId, ActionRef, EventId) = 0;
    virtual void wait(StreamId, ActionRef, EventId) = 0;
    virtual void mark(StreamId, ActionRef) = 0;
    /// Waits until all streams are empty. Errors: the first failure on any stream.
    virtual Result<void> synchronize() = 0;
    /// Copies @p count floats from device memory after synchronising; zeros on a simulated device.
    virtual Result<void> read(const void* address, std::span<float> out) = 0;
    /// Σ of weight-block hashes (design rule 14) over [first, first+elements) of a bucket's tensor, as
    /// working weights: fp32 shards that are cast when they are gathered are rounded first;
    /// 0 on a simulated device, or where the next synchronize() fails. Streams must be empty.
    virtual uint64_t hashWeights(const void* address, DType, BucketId, int64_t first,
                                 int64_t elements) = 0;
};

}  // namespace shardscope::core
