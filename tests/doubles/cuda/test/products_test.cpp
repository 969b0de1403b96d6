// The double's cuBLASLt is as strict as the real one: what that would answer with an error, or with garbage.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/test/violations.h"

namespace shardscope::doubles::cuda {
namespace {

constexpr uint64_t kSide = 4;
constexpr size_t kWorkspace = size_t{2} << 20;

/// 4 x 4 matrices of fp32, one after another in one block of device memory.
class FakeProducts : public testing::Test {
  protected:
    void SetUp() override {
        reset();
        ASSERT_EQ(lt_.create(&handle_), CUBLAS_STATUS_SUCCESS);
        ASSERT_EQ(lt_.matmulDescCreate(&product_, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                  CUBLAS_STATUS_SUCCESS);
        ASSERT_EQ(lt_.matrixLayoutCreate(&square_, CUDA_R_32F, kSide, kSide, kSide),
                  CUBLAS_STATUS_SUCCESS);
        ASSERT_EQ(lt_.preferenceCreate(&preference_), CUBLAS_STATUS_SUCCESS);
        void* block = nullptr;
        ASSERT_EQ(cudaMalloc(&block, size_t{4} << 10), cudaSuccess);
        ASSERT_EQ(cudaMalloc(&workspace_, kWorkspace), cudaSuccess);
        matrices_ = static_cast<std::byte*>(block);
    }
    void TearDown() override {
        lt_.preferenceDestroy(preference_);
        lt_.matrixLayoutDestroy(square_);
        lt_.matmulDescDestroy(product_);
        lt_.destroy(handle_);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    }

    template <class T>
    void prefer(cublasLtMatmulPreferenceAttributes_t attribute, const T& value) {
        ASSERT_EQ(lt_.preferenceSetAttribute(preference_, attribute, &value, sizeof value),
                  CUBLAS_STATUS_SUCCESS);
    }
    std::vector<cublasLtMatmulHeuristicResult_t> results() {
        std::vector<cublasLtMatmulHeuristicResult_t> found(8);
        int count = 0;
        EXPECT_EQ(lt_.algoGetHeuristic(handle_, product_, square_, square_, square_, square_,
                                       preference_, 8, found.data(), &count),
                  CUBLAS_STATUS_SUCCESS);
        found.resize(static_cast<size_t>(count));
        return found;
    }
    cublasStatus_t multiply(const cublasLtMatmulAlgo_t& algorithm, size_t offset = 0,
                            size_t workspaceBytes = kWorkspace) {
        const float one = 1.0F, zero = 0.0F;
        return lt_.matmul(handle_, product_, &one, matrices_ + offset, square_, matrices_ + 1024,
                          square_, &zero, matrices_ + 2048, square_, matrices_ + 2048, square_,
                          &algorithm, workspace_, workspaceBytes, nullptr);
    }

    const gpu::CublasLtApi& lt_ = cublasLtDouble();
    cublasLtHandle_t handle_ = nullptr;
    cublasLtMatmulDesc_t product_ = nullptr;
    cublasLtMatrixLayout_t square_ = nullptr;
    cublasLtMatmulPreference_t preference_ = nullptr;
    std::byte* matrices_ = nullptr;
    void* workspace_ = nullptr;
};

TEST_F(FakeProducts, OnlyResultsThatSaySoAreAlgorithms) {
    const auto found = results();
    ASSERT_GE(found.size(), 2U);
    EXPECT_NE(found[0].state, CUBLAS_STATUS_SUCCESS);
    EXPECT_EQ(multiply(found[0].algo), CUBLAS_STATUS_INVALID_VALUE);
    EXPECT_EQ(found[1].state, CUBLAS_STATUS_SUCCESS);
    EXPECT_EQ(multiply(found[1].algo), CUBLAS_STATUS_SUCCESS);
}

TEST_F(FakeProducts, AnAlgorithmHasTheWorkspaceThatItAskedFor) {
    prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, uint32_t{CUBLASLT_REDUCTION_SCHEME_NONE});
    const size_t without = results().size();
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspace);
    const auto found = results();
    ASSERT_EQ(found.size(), without + 1);
    EXPECT_EQ(multiply(found.back().algo, 0, 16), CUBLAS_STATUS_INVALID_VALUE);
    EXPECT_EQ(multiply(found.back().algo), CUBLAS_STATUS_SUCCESS);
}

TEST_F(FakeProducts, OneThatAddsInNoOrderIsOfferedUnlessItIsRuledOut) {
    Violations violations;
    EXPECT_EQ(multiply(results().back().algo), CUBLAS_STATUS_SUCCESS);
    EXPECT_TRUE(violations.lastSays("an order that changes"));
}

TEST_F(FakeProducts, MatricesAreAlignedAsItWasPromised) {
    Violations violations;
    EXPECT_EQ(multiply(results()[1].algo, 128), CUBLAS_STATUS_INVALID_VALUE);
    EXPECT_TRUE(violations.lastSays("aligned to 256 bytes"));
}

}  // namespace
}  // namespace shardscope::doubles::cuda
