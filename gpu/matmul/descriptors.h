#pragma once
// cuBLASLt's description of one product shape, in its column-major words: c transposed = b transposed
// times a transposed. Not shared between threads: the bias address is part of it.

#include <memory>

#include "gpu/libraries/cublaslt.h"
#include "gpu/matmul/product.h"

namespace shardscope::gpu {

/// Errors: Failed in cuBLASLt's words.
core::Result<void> checkLt(const CublasLtApi& api, cublasStatus_t status, const char* attempt);

class Descriptors {
  public:
    /// @p api borrowed. Errors: Failed.
    static core::Result<std::unique_ptr<Descriptors>> make(const CublasLtApi& api,
                                                           const ProductShape& shape);
    ~Descriptors();
    Descriptors(const Descriptors&) = delete;
    Descriptors& operator=(const Descriptors&) = delete;

    core::Result<void> setBias(const void* bias);
    cublasLtMatmulDesc_t product() const { return product_; }
    /// cuBLASLt's A is our b, its B our a, its C and D our c.
    cublasLtMatrixLayout_t first() const { return b_; }
    cublasLtMatrixLayout_t second() const { return a_; }
    cublasLtMatrixLayout_t result() const { return c_; }

  private:
    explicit Descriptors(const CublasLtApi& api) : api_(api) {}
    core::Result<void> build(const ProductShape& shape);
    core::Result<void> layOut(cublasLtMatrixLayout_t& layout, core::DType dtype, int64_t rows,
                              int64_t columns, int64_t row);
    template <class T>
    core::Result<void> set(cublasLtMatmulDescAttributes_t attribute, const T& value);

    const CublasLtApi& api_;
    cublasLtMatmulDesc_t product_ = nullptr;
    cublasLtMatrixLayout_t a_ = nullptr, b_ = nullptr, c_ = nullptr;
};

}  // namespace shardscope::gpu
