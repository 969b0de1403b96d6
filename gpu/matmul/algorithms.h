#pragma once
// Which algorithm each product shape uses: chosen once a process, shared by its ranks and strategies, so
// that stages agree to the bit (design rule 12). Any thread.

#include <cuda_runtime_api.h>

#include <future>
#include <map>
#include <mutex>

#include "gpu/libraries/cublaslt.h"
#include "gpu/matmul/descriptors.h"

namespace shardscope::gpu {

/// Workspace of every product: what cuBLASLt's documentation recommends for Hopper.
inline constexpr size_t kProductWorkspaceBytes = size_t{32} << 20;

class Algorithms {
  public:
    /// The process's.
    static Algorithms& shared();

    /// The first call for @p shape lists cuBLASLt's candidates, times them on the GPU in scratch
    /// memory of their own, and keeps the fastest; calls that come meanwhile wait for it, those for other
    /// shapes do not. Algorithms that add partial products with atomics, whose order changes from run to
    /// run, are not candidates. Without room for the scratch the first candidate is kept.
    /// @param described @p shape's; its bias's address is the caller's to set afterwards.
    /// Errors: Failed when cuBLASLt has no algorithm for the shape; the next call asks it again.
    core::Result<cublasLtMatmulAlgo_t> of(const CublasLtApi& api, cublasLtHandle_t handle,
                                          const ProductShape& shape, Descriptors& described);

  private:
    std::mutex mutex_;
    std::map<ProductShape, std::shared_future<core::Result<cublasLtMatmulAlgo_t>>> choices_;
};

}  // namespace shardscope::gpu
