#pragma once
// Library calls as pieces of a probe's step: their kernels are not ours, so only that they are seen and
// belong to their operation can be checked.

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>

#include "core/base/result.h"
#include "gpu/libraries/cublaslt.h"
#include "gpu/libraries/nccl.h"

namespace shardscope::probe {

using Work = std::function<core::Result<void>(cudaStream_t)>;

/// A bf16 product of 1024 × 1024 matrices, on memory of its own.
core::Result<Work> matrixProduct(const gpu::CublasLtApi& api);
/// An all-reduce in place on a communicator of one rank, which launches no kernel.
core::Result<Work> loneAllReduce(const gpu::NcclApi& api);

}  // namespace shardscope::probe
