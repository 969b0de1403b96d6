#pragma once
// Measures the machine it runs on and says it as a hardware file of kind "host".

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/workload.h"
#include "core/sim/hardware_file.h"

namespace shardscope::profiler {

struct CalibrationRequest {
    std::vector<core::Workload> workloads;  ///< whose kernels are measured; one dtype
    double seconds = 40;                    ///< roughly, in all
    int ranks = 0;  ///< most that are measured at once; 0 = the cores, at most 8
};

/// A piece of the work, before it starts: "llama, zero-2, 2 ranks"; @p done of the planned time, 0 … 1.
using CalibrationProgress = std::function<void(const std::string& what, double done)>;

struct Calibration {
    core::HardwareDocument document;
    std::vector<std::string> notes;  ///< what was left out, and why
};

/// Errors: InvalidInput for workloads that cannot be planned or do not fit this machine; Failed.
core::Result<Calibration> calibrate(const CalibrationRequest& request,
                                    const CalibrationProgress& progress);

}  // namespace shardscope::profiler
