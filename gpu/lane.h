#pragma once
// One stream of a rank's GPU and what its operations use. Interpreter thread.

#include <memory>

#include "gpu/handles.h"
#include "gpu/matmul/products.h"
#include "gpu/memory_ledger.h"
#include "gpu/scratch.h"
#include "gpu/uploads.h"

namespace shardscope::gpu {

struct Lane {
    Stream stream;  ///< none until it was opened
    std::unique_ptr<Products> products;
    std::unique_ptr<Scratch> scratch;
    std::unique_ptr<Uploads> uploads;

    /// On the current device. @p ledger may be null. Errors: Failed when the GPU or cuBLASLt refuses.
    core::Result<void> open(const CublasLtApi& cublasLt, int priority,
                            const std::shared_ptr<MemoryLedger>& ledger);
};

}  // namespace shardscope::gpu
