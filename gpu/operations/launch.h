#pragma once
// Operation values to kernels and cuBLASLt: one launch() an operation, found by type. Each enqueues on
// the context's stream and returns. Errors: Failed in the runtime's or cuBLASLt's words.

#include "gpu/operations/launch_context.h"

namespace shardscope::gpu {

/// Enqueues the bound operation, whichever it is.
core::Result<void> launchOperation(const LaunchContext& context);

}  // namespace shardscope::gpu
