#pragma once
// What `shardscope run` was asked to do, after options and workload file are merged and checked.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/memory_pool.h"
#include "core/model/workload.h"
#include "core/plan/planner.h"
#include "core/plan/strategy.h"
#include "core/sim/hardware.h"
#include "core/sim/stragglers.h"
#include "profiler/replay/replay.h"
#include "profiler/run/gpu_backend.h"

namespace shardscope::profiler {

enum class DeviceKind : uint8_t { Host, Cuda, Simulated };
/// How ranks are spread over processes: all in this one, or one each.
enum class CommKind : uint8_t { Inproc, Mpi };
/// What times a GPU's work.
enum class GpuTimingKind : uint8_t { Cupti, Events };

struct RunRequest {
    core::Workload workload;  ///< gradAccum is overridden by each of gradAccums
    std::string
        modelName;  ///< as the catalogue or the user's file names it; empty: workload.model's
    std::vector<core::Strategy> strategies;
    std::vector<int> gradAccums{1};  ///< --grad-accum 1,4: every strategy under each
    int ranks = 4;
    DeviceKind device = DeviceKind::Host;
    CommKind comm = CommKind::Inproc;
    core::GpuComm gpuComm = core::GpuComm::Auto;
    GpuTimingKind timing = GpuTimingKind::Cupti;
    bool tf32 = false;        ///< fp32 matrix products of a GPU by matrix units
    GpuBackend gpu;           ///< empty in a build without gpu/
    int64_t memoryLimit = 0;  ///< bytes a rank, 0 = none
    core::PoolPolicy policy = core::PoolPolicy::Expandable;
    std::string out;  ///< folder of the recordings, created by the run
    bool record = true;
    /// After the last step: into `<out>/<name>.checkpoint/`, or, simulated, as its memory and times alone.
    core::CheckpointKind checkpoint = core::CheckpointKind::None;
    /// Simulated device: what it stands for; none = unit costs.
    std::optional<core::Hardware> hardware;
    /// Simulated device: the recording whose times it takes instead.
    std::shared_ptr<const Replay> replay;
    core::Stragglers stragglers;
    std::string commandLine;  ///< as typed, for the report
    /// What was understood of the user's files, and what of them does nothing: for stderr.
    std::vector<std::string> notes;
};

/// What a run tells while it goes on; called from the run's own threads, one at a time.
struct Progress {
    std::string strategy;  ///< "zero-2"
    int gradAccum = 1;
    int64_t step = 0;   ///< steps finished over all strategies
    int64_t steps = 0;  ///< steps in all
    double loss = 0.0;  ///< not a number where there is none: a simulated step, one that failed
    double tokensPerSecond = 0.0;
    int64_t liveBytes = 0;  ///< of rank 0, when the step has ended
    int64_t peakBytes = 0;  ///< of rank 0, the most within the step
    int64_t etaNs = 0;
};
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace shardscope::profiler
