#pragma once
// One rank's matrix products: descriptions made once a shape, and a workspace outside the pool for the
// stream that they run on. Interpreter thread.

#include <map>
#include <memory>

#include "gpu/handles.h"
#include "gpu/matmul/algorithms.h"
#include "gpu/matmul/product.h"
#include "gpu/memory_ledger.h"

namespace shardscope::gpu {

class Products {
  public:
    /// On the current device. @p api borrowed. Errors: Failed when cuBLASLt or the GPU refuses.
    /// @param entry counts the workspace.
    static core::Result<std::unique_ptr<Products>> make(const CublasLtApi& api,
                                                        LedgerEntry entry = {});
    ~Products();
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;

    /// Enqueues @p product on @p stream. All products of this object go to one stream, since they
    /// share the workspace.
    core::Result<void> enqueue(const Product& product, cudaStream_t stream);

  private:
    Products(const CublasLtApi& api, LedgerEntry entry) : api_(api), entry_(std::move(entry)) {}

    struct Prepared {
        std::unique_ptr<Descriptors> described;
        cublasLtMatmulAlgo_t algorithm{};
    };
    core::Result<Prepared*> prepare(const Product& product);

    const CublasLtApi& api_;
    cublasLtHandle_t handle_ = nullptr;
    DeviceBytes workspace_;  // made by the first product
    LedgerEntry entry_;
    std::map<ProductShape, Prepared> prepared_;
};

}  // namespace shardscope::gpu
