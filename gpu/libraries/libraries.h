#pragma once
// The function tables that a GPU run works with: this machine's, or a double's in tests. Values that
// borrow; the tables outlive every run.

#include <functional>

#include "gpu/libraries/cublaslt.h"
#include "gpu/libraries/cuda_driver.h"
#include "gpu/libraries/nccl.h"
#include "gpu/libraries/nvml.h"

namespace shardscope::gpu {

struct Libraries {
    core::Result<const CublasLtApi*> cublasLt;
    core::Result<const CudaDriverApi*> driver;
    std::function<core::Result<const NcclApi*>()> nccl;  ///< opened only by runs that use it
    core::Result<const NvmlApi*> nvml;                   ///< runs do without, and say so

    static Libraries ofThisMachine() {
        return {gpu::cublasLt(), cudaDriver(), gpu::nccl, gpu::nvml()};
    }
};

}  // namespace shardscope::gpu
