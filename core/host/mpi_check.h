#pragma once
// MPI's return codes as Results. Compiled with SHARDSCOPE_MPI only.

#include <mpi.h>

#include <source_location>

#include "core/base/result.h"

namespace shardscope::core {

/// Errors: Failed with MPI's own words and the place of the call.
Result<void> check(int code, std::source_location place = std::source_location::current());

}  // namespace shardscope::core
