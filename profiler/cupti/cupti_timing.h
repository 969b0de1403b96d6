#pragma once
// CUPTI as what times a run's GPUs.

#include <memory>

#include "profiler/cupti/cupti_library.h"
#include "profiler/run/gpu_backend.h"

namespace shardscope::profiler::cupti {

/// Starts recording; the process's one session ends with the last owner. @p library is borrowed.
/// Errors: as CuptiSession::start, with the way around it.
core::Result<std::shared_ptr<GpuTiming>> startCuptiTiming(const CuptiLibrary& library);

}  // namespace shardscope::profiler::cupti
