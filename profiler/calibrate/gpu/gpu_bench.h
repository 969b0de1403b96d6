#pragma once
// Single operations on a GPU, one after the other on one stream, out of any plan: what a kernel takes when
// it stands alone, what lies between kernels, and what the host needs to issue them. One thread.

#include <functional>
#include <memory>

#include "core/engine/accelerator.h"
#include "core/plan/planner.h"
#include "core/plan/step_plan.h"
#include "profiler/calibrate/watch.h"

namespace shardscope::profiler {

/// Makes a rank's tags; empty: CUDA events time the work.
using MakeTags = std::function<std::unique_ptr<core::ActivityTags>()>;

/// Nanoseconds, each a middle over repeats.
struct KernelPace {
    double ns = 0;     ///< from the first kernel's start to the last one's end
    double gapNs = 0;  ///< from there to the next operation's start

    double periodNs() const { return ns + gapNs; }
};

struct HostPace {
    double launchUs = 0;  ///< the host issues an operation
    double eventUs = 0;   ///< it records an event
};

class GpuBench {
  public:
    /// One for each of @p accelerator's ranks, which is borrowed like @p problem, of one rank, whose
    /// weights fill the arenas: a GPU is quicker with zeros than with numbers.
    /// Errors: OutOfMemory; Failed when the GPU refuses.
    static core::Result<std::vector<std::unique_ptr<GpuBench>>> openAll(
        core::Accelerator& accelerator, const MakeTags& makeTags, const core::Problem& problem,
        int64_t arenaBytes);
    ~GpuBench();

    core::SegmentSource& memory() { return device_->memory(); }
    int64_t arenaBytes() const { return arenaBytes_; }
    /// Where an operation's tensors lie: one behind the other in the arena, from its start on.
    core::Result<KernelPace> paceOf(const core::Operation& operation,
                                    const std::vector<core::TensorSpec>& tensors, int repeats);
    /// Of the smallest kernel, with enough before it on the stream that the host is ahead.
    core::Result<KernelPace> smallestKernel();
    core::Result<HostPace> hostPace();

  private:
    GpuBench(const core::Problem& problem, int64_t arenaBytes);
    core::Result<void> open(core::Accelerator& accelerator,
                            std::unique_ptr<core::Communicator> communicator,
                            const MakeTags& makeTags);
    core::Result<void> fillArena(const core::Problem& problem);
    /// Enough fills that the host has time to issue @p count small operations behind them.
    core::Result<int> fillsFor(int count);
    core::BoundOperation bind(const core::Operation& operation,
                              const std::vector<core::TensorSpec>& tensors);
    void launch(const core::BoundOperation& bound, int action);
    core::Result<void> synchronize();

    core::RunContext context_;
    int64_t arenaBytes_ = 0;
    core::Layout layout_;
    Watch watch_;
    std::unique_ptr<core::Communicator> communicator_;
    std::unique_ptr<core::Device> device_;
    int32_t rounds_ = 0;  ///< of repeats: the "steps" of the bench
};

}  // namespace shardscope::profiler
