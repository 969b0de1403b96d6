#pragma once
// CUDA runtime status codes as our errors. Any thread.

#include <cuda_runtime_api.h>

#include <source_location>
#include <string>

#include "core/base/result.h"

namespace shardscope::gpu {

/// Errors: Failed with the runtime's name and words for @p status, and the line that asked.
core::Result<void> check(cudaError_t status,
                         std::source_location where = std::source_location::current());
/// The same, saying what was attempted: "copy of 4 B to the host: invalid argument (…)".
core::Error errorOf(cudaError_t status, const std::string& attempt);

}  // namespace shardscope::gpu
