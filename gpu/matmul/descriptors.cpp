#include "gpu/matmul/descriptors.h"

#include <fmt/format.h>

namespace shardscope::gpu {

namespace {

cudaDataType_t typeOf(core::DType dtype) {
    if (dtype == core::DType::Fp32) return CUDA_R_32F;
    if (dtype == core::DType::Bf16) return CUDA_R_16BF;
    if (dtype == core::DType::Fp16) return CUDA_R_16F;
    core::broken("a matrix product of integers");
}

}  // namespace

core::Result<void> checkLt(const CublasLtApi& api, cublasStatus_t status, const char* attempt) {
    if (status == CUBLAS_STATUS_SUCCESS) return {};
    return core::failed("cuBLASLt", fmt::format("{}: {}", attempt, api.getStatusString(status)));
}

ProductShape packedProduct(int64_t m, int64_t n, int64_t k, bool transposeA, bool transposeB,
                           core::DType inputs, core::DType output) {
    return {.m = m,
            .n = n,
            .k = k,
            .transposeA = transposeA,
            .transposeB = transposeB,
            .rowA = transposeA ? m : k,
            .rowB = transposeB ? k : n,
            .rowC = n,
            .inputs = inputs,
            .output = output};
}

core::Result<std::unique_ptr<Descriptors>> Descriptors::make(const CublasLtApi& api,
                                                             const ProductShape& shape) {
    std::unique_ptr<Descriptors> made(new Descriptors(api));
    if (auto built = made->build(shape); !built) return tl::unexpected(built.error());
    return made;
}

Descriptors::~Descriptors() {
    for (cublasLtMatrixLayout_t layout : {a_, b_, c_}) {
        if (layout) api_.matrixLayoutDestroy(layout);
    }
    if (product_) api_.matmulDescDestroy(product_);
}

template <class T>
core::Result<void> Descriptors::set(cublasLtMatmulDescAttributes_t attribute, const T& value) {
    return checkLt(api_, api_.matmulDescSetAttribute(product_, attribute, &value, sizeof(value)),
                   "an attribute of a product");
}

// A row-major matrix of `rows` x `columns` is a column-major one of `columns` x `rows`.
core::Result<void> Descriptors::layOut(cublasLtMatrixLayout_t& layout, core::DType dtype,
                                       int64_t rows, int64_t columns, int64_t row) {
    return checkLt(api_,
                   api_.matrixLayoutCreate(&layout, typeOf(dtype), static_cast<uint64_t>(columns),
                                           static_cast<uint64_t>(rows), row),
                   "a matrix layout");
}

core::Result<void> Descriptors::build(const ProductShape& s) {
    const auto compute = s.tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    auto done = checkLt(api_, api_.matmulDescCreate(&product_, compute, CUDA_R_32F), "a product");
    const cublasOperation_t opFirst = s.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasOperation_t opSecond = s.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (done) done = set(CUBLASLT_MATMUL_DESC_TRANSA, opFirst);
    if (done) done = set(CUBLASLT_MATMUL_DESC_TRANSB, opSecond);
    if (done && s.bias) {
        const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
        done = set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
        if (done) done = set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, typeOf(s.output));
    }
    if (done) {
        done = layOut(a_, s.inputs, s.transposeA ? s.k : s.m, s.transposeA ? s.m : s.k, s.rowA);
    }
    if (done) {
        done = layOut(b_, s.inputs, s.transposeB ? s.n : s.k, s.transposeB ? s.k : s.n, s.rowB);
    }
    if (done) done = layOut(c_, s.output, s.m, s.n, s.rowC);
    return done;
}

core::Result<void> Descriptors::setBias(const void* bias) {
    return set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
}

}  // namespace shardscope::gpu
