#pragma once
// Measures an NVIDIA GPU, and its ranks' communicator, and says them as a hardware file of kind "gpu".

#include <atomic>
#include <string>
#include <vector>

#include "profiler/calibrate/calibrate.h"
#include "profiler/run/gpu_backend.h"
#include "profiler/run/run_request.h"

namespace shardscope::profiler {

struct GpuCalibrationRequest {
    std::vector<core::Workload> workloads;  ///< whose kernels are measured; one dtype
    double seconds = 60;                    ///< roughly, in all
    int ranks = 0;  ///< whose collectives are measured; 0 = as many as GPUs are seen
    core::GpuComm comm = core::GpuComm::Auto;
    GpuTimingKind timing = GpuTimingKind::Cupti;
    bool tf32 = false;     ///< what fp32 products are
    std::string relative;  ///< --gpu: the nearest of the catalogue; empty: found by the GPU's name
    GpuBackend gpu;
    const std::atomic<bool>* stop = nullptr;  ///< asked between measurements; may be null
};

/// Errors: InvalidInput for workloads that cannot be planned or do not fit, and without a relative in the
/// catalogue; Failed as `run --device cuda` has it, and when the GPU refuses; OutOfMemory; Interrupted.
core::Result<Calibration> calibrateGpu(const GpuCalibrationRequest& request,
                                       const CalibrationProgress& progress);

}  // namespace shardscope::profiler
