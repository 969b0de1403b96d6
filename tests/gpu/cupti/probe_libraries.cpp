#include "tests/gpu/cupti/probe_libraries.h"

#include <fmt/format.h>

namespace shardscope::probe {

namespace {

constexpr uint64_t kSide = 1024;
constexpr size_t kWorkspace = size_t{32} << 20;

template <class Status>
core::Result<void> check(Status status, Status good, const char* what) {
    if (status == good) return {};
    return core::failed("probe", fmt::format("{}: status {}", what, static_cast<int>(status)));
}

/// A product's handles, made once. They live as long as the work.
struct Product {
    const gpu::CublasLtApi& api;
    cublasLtHandle_t handle = nullptr;
    cublasLtMatmulDesc_t product = nullptr;
    cublasLtMatrixLayout_t matrix = nullptr;
    cublasLtMatmulPreference_t preference = nullptr;
    cublasLtMatmulHeuristicResult_t choice{};
    std::byte* memory = nullptr;  // A, B, C, workspace

    explicit Product(const gpu::CublasLtApi& table) : api(table) {}
    ~Product() {
        if (preference != nullptr) api.preferenceDestroy(preference);
        if (matrix != nullptr) api.matrixLayoutDestroy(matrix);
        if (product != nullptr) api.matmulDescDestroy(product);
        if (handle != nullptr) api.destroy(handle);
        (void)cudaFree(memory);
    }

    core::Result<void> make();
    core::Result<void> choose();
    core::Result<void> run(cudaStream_t stream) const;
};

core::Result<void> Product::make() {
    const auto good = CUBLAS_STATUS_SUCCESS;
    auto made = check(api.create(&handle), good, "cublasLtCreate");
    if (made) {
        made = check(api.matmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F), good,
                     "cublasLtMatmulDescCreate");
    }
    if (made) {
        made = check(api.matrixLayoutCreate(&matrix, CUDA_R_16BF, kSide, kSide, kSide), good,
                     "cublasLtMatrixLayoutCreate");
    }
    if (made) {
        made = check(api.preferenceCreate(&preference), good, "cublasLtMatmulPreferenceCreate");
    }
    if (made) made = choose();
    const size_t bytes = 3 * kSide * kSide * sizeof(uint16_t) + kWorkspace;
    void* address = nullptr;
    if (made) made = check(cudaMalloc(&address, bytes), cudaSuccess, "memory of a product");
    if (made) made = check(cudaMemset(address, 0, bytes), cudaSuccess, "memory of a product");
    memory = static_cast<std::byte*>(address);
    return made;
}

core::Result<void> Product::choose() {
    int found = 0;
    auto done =
        check(api.preferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                         &kWorkspace, sizeof kWorkspace),
              CUBLAS_STATUS_SUCCESS, "workspace of a product");
    if (done) {
        done = check(api.algoGetHeuristic(handle, product, matrix, matrix, matrix, matrix,
                                          preference, 1, &choice, &found),
                     CUBLAS_STATUS_SUCCESS, "cublasLtMatmulAlgoGetHeuristic");
    }
    if (done && found == 0) return core::failed("probe", "cuBLASLt knows no way to multiply");
    return done;
}

core::Result<void> Product::run(cudaStream_t stream) const {
    const float one = 1.0F, zero = 0.0F;
    const size_t bytes = kSide * kSide * sizeof(uint16_t);
    return check(api.matmul(handle, product, &one, memory, matrix, memory + bytes, matrix, &zero,
                            memory + 2 * bytes, matrix, memory + 2 * bytes, matrix, &choice.algo,
                            memory + 3 * bytes, kWorkspace, stream),
                 CUBLAS_STATUS_SUCCESS, "cublasLtMatmul");
}

/// A communicator of one rank and its buffer.
struct Lone {
    const gpu::NcclApi& api;
    ncclComm_t comm = nullptr;
    void* memory = nullptr;

    explicit Lone(const gpu::NcclApi& table) : api(table) {}
    ~Lone() {
        if (comm != nullptr) api.commDestroy(comm);
        (void)cudaFree(memory);
    }
};

constexpr size_t kSummed = size_t{1} << 18;  // floats

}  // namespace

core::Result<Work> matrixProduct(const gpu::CublasLtApi& api) {
    const auto product = std::make_shared<Product>(api);
    if (auto made = product->make(); !made) return tl::unexpected(made.error());
    return Work([product](cudaStream_t stream) { return product->run(stream); });
}

core::Result<Work> loneAllReduce(const gpu::NcclApi& api) {
    const auto lone = std::make_shared<Lone>(api);
    ncclUniqueId id{};
    auto made = check(api.getUniqueId(&id), ncclSuccess, "ncclGetUniqueId");
    if (made)
        made = check(api.commInitRank(&lone->comm, 1, id, 0), ncclSuccess, "ncclCommInitRank");
    if (made) {
        made = check(cudaMalloc(&lone->memory, kSummed * sizeof(float)), cudaSuccess,
                     "memory of a collective");
    }
    if (!made) return tl::unexpected(made.error());
    return Work([lone](cudaStream_t stream) {
        return check(lone->api.allReduce(lone->memory, lone->memory, kSummed, ncclFloat, ncclSum,
                                         lone->comm, stream),
                     ncclSuccess, "ncclAllReduce");
    });
}

}  // namespace shardscope::probe
