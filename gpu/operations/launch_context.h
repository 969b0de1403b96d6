#pragma once
// What a launch needs besides its operation. Internal to gpu/operations.

#include <cuda_runtime_api.h>

#include "core/engine/device.h"
#include "gpu/matmul/products.h"
#include "gpu/scratch.h"
#include "gpu/uploads.h"

namespace shardscope::gpu {

/// Borrowed for one call.
struct LaunchContext {
    const core::BoundOperation& bound;
    const core::RunContext& run;
    cudaStream_t stream;
    Products& products;
    Scratch& scratch;
    Uploads& uploads;
    bool tf32 = false;

    const core::Problem& problem() const { return *run.problem; }
    /// nullptr for an operand that the operation does without.
    template <class T = void>
    T* at(core::TensorId tensor) const {
        return tensor.valid() ? bound.at<T>(tensor) : nullptr;
    }
    core::DType dtypeOf(core::TensorId tensor) const { return bound.dtypeOf(tensor); }
    bool accumulates(core::Write write) const {
        return write == core::Write::Accumulate ||
               (write == core::Write::AccumulateAfterFirst && bound.scalars.microBatch > 0);
    }
};

}  // namespace shardscope::gpu
