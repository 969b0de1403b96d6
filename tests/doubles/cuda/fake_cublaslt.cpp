// cuBLASLt: products of column-major matrices by plain loops.

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "tests/doubles/cuda/activity.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/fake_machine.h"
#include "tests/doubles/cuda/fake_product.h"
#include "tests/doubles/cuda/fake_work.h"

namespace shardscope::doubles::cuda {

namespace {

struct Preference {
    size_t workspace = 0;
    uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_MASK;
};

/// Algorithms by their first word. The first needs no workspace, the second some.
enum : uint64_t { kNoAlgorithm = 0, kWhole = 1, kSplit = 2, kUnordered = 3 };
constexpr size_t kSplitWorkspace = size_t{1} << 20;

std::optional<core::DType> dtypeOf(cudaDataType_t type) {
    switch (type) {
        case CUDA_R_32F:
            return core::DType::Fp32;
        case CUDA_R_16BF:
            return core::DType::Bf16;
        case CUDA_R_16F:
            return core::DType::Fp16;
        default:
            return std::nullopt;
    }
}

template <class T, class Opaque>
T& behind(Opaque* handle) {
    return *reinterpret_cast<T*>(handle);
}

template <class T>
bool take(T& value, const void* from, size_t bytes) {
    if (bytes != sizeof value) return false;
    std::memcpy(&value, from, sizeof value);
    return true;
}

cublasStatus_t answered(bool good) {
    return good ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t create(cublasLtHandle_t* handle) {
    *handle = reinterpret_cast<cublasLtHandle_t>(new int(currentDevice()));
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t destroy(cublasLtHandle_t handle) {
    delete reinterpret_cast<int*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}
size_t getVersion() { return 130100; }
const char* getStatusString(cublasStatus_t status) {
    switch (status) {
        case CUBLAS_STATUS_SUCCESS:
            return "CUBLAS_STATUS_SUCCESS";
        case CUBLAS_STATUS_NOT_SUPPORTED:
            return "CUBLAS_STATUS_NOT_SUPPORTED";
        default:
            return "CUBLAS_STATUS_INVALID_VALUE";
    }
}

cublasStatus_t describe(cublasLtMatmulDesc_t* handle, cublasComputeType_t compute,
                        cudaDataType_t scale) {
    const bool known = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_FAST_TF32;
    if (!known || scale != CUDA_R_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
    auto* description = new Description();
    description->tf32 = compute == CUBLAS_COMPUTE_32F_FAST_TF32;
    *handle = reinterpret_cast<cublasLtMatmulDesc_t>(description);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t undescribe(cublasLtMatmulDesc_t handle) {
    delete reinterpret_cast<Description*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t setDescription(cublasLtMatmulDesc_t handle, cublasLtMatmulDescAttributes_t attribute,
                              const void* value, size_t bytes) {
    auto& description = behind<Description>(handle);
    cublasOperation_t operation = CUBLAS_OP_N;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    cudaDataType_t type = CUDA_R_32F;
    switch (attribute) {
        case CUBLASLT_MATMUL_DESC_TRANSA:
        case CUBLASLT_MATMUL_DESC_TRANSB: {
            if (!take(operation, value, bytes)) return CUBLAS_STATUS_INVALID_VALUE;
            const bool a = attribute == CUBLASLT_MATMUL_DESC_TRANSA;
            (a ? description.transposeA : description.transposeB) = operation == CUBLAS_OP_T;
            return CUBLAS_STATUS_SUCCESS;
        }
        case CUBLASLT_MATMUL_DESC_EPILOGUE:
            if (!take(epilogue, value, bytes)) return CUBLAS_STATUS_INVALID_VALUE;
            description.bias = epilogue == CUBLASLT_EPILOGUE_BIAS;
            return answered(description.bias || epilogue == CUBLASLT_EPILOGUE_DEFAULT);
        case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
            return answered(take(description.biasAddress, value, bytes));
        case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
            if (!take(type, value, bytes) || !dtypeOf(type)) return CUBLAS_STATUS_INVALID_VALUE;
            description.biasType = *dtypeOf(type);
            return CUBLAS_STATUS_SUCCESS;
        default:
            violation("cublasLtMatmulDescSetAttribute: an attribute that the double does not know");
            return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

cublasStatus_t layOut(cublasLtMatrixLayout_t* handle, cudaDataType_t type, uint64_t rows,
                      uint64_t columns, int64_t leading) {
    const auto dtype = dtypeOf(type);
    if (!dtype || leading < static_cast<int64_t>(rows)) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = reinterpret_cast<cublasLtMatrixLayout_t>(
        new Layout{.dtype = *dtype,
                   .rows = static_cast<int64_t>(rows),
                   .columns = static_cast<int64_t>(columns),
                   .leading = leading});
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t removeLayout(cublasLtMatrixLayout_t handle) {
    delete reinterpret_cast<Layout*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t prefer(cublasLtMatmulPreference_t* handle) {
    *handle = reinterpret_cast<cublasLtMatmulPreference_t>(new Preference());
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t unprefer(cublasLtMatmulPreference_t handle) {
    delete reinterpret_cast<Preference*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t setPreference(cublasLtMatmulPreference_t handle,
                             cublasLtMatmulPreferenceAttributes_t attribute, const void* value,
                             size_t bytes) {
    auto& preference = behind<Preference>(handle);
    switch (attribute) {
        case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
            return answered(take(preference.workspace, value, bytes));
        case CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK:
            return answered(take(preference.reductions, value, bytes));
        default:
            violation("cublasLtMatmulPreferenceSetAttribute: one that the double does not know");
            return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

/// Of the results only those whose own state is success are algorithms; the first is none.
cublasStatus_t choose(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                      cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                      cublasLtMatmulPreference_t preferred, int wanted,
                      cublasLtMatmulHeuristicResult_t results[], int* found) {
    if (drills().noAlgorithm) return CUBLAS_STATUS_NOT_SUPPORTED;
    const auto& preference = behind<Preference>(preferred);
    std::vector<uint64_t> offered{kNoAlgorithm, kWhole};
    if (preference.workspace >= kSplitWorkspace) offered.push_back(kSplit);
    const bool inPlace = (preference.reductions & CUBLASLT_REDUCTION_SCHEME_INPLACE) != 0;
    if (inPlace) offered.push_back(kUnordered);
    *found = std::min(wanted, static_cast<int>(offered.size()));
    for (int i = 0; i < *found; ++i) {
        const uint64_t algorithm = offered[static_cast<size_t>(i)];
        results[i] = {};
        results[i].state =
            algorithm == kNoAlgorithm ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
        results[i].algo.data[0] = algorithm;
        results[i].workspaceSize = algorithm == kSplit ? kSplitWorkspace : 0;
    }
    return CUBLAS_STATUS_SUCCESS;
}

/// Whether @p algorithm is one, and has the workspace that it needs.
bool canRun(const cublasLtMatmulAlgo_t& algorithm, const void* workspace, size_t bytes) {
    const uint64_t which = algorithm.data[0];
    if (which == kUnordered) violation("cublasLtMatmul: adds in an order that changes");
    if (which == kNoAlgorithm || which > kUnordered) return false;
    if (which == kSplit && bytes < kSplitWorkspace) return false;
    return bytes == 0 || (reinterpret_cast<uintptr_t>(workspace) % kProductAlignment == 0 &&
                          checkRange("product's workspace", workspace, bytes));
}

const char* kernelNameOf(uint64_t algorithm) {
    if (algorithm == kSplit) return "double_gemm_split";
    return algorithm == kUnordered ? "double_gemm_any_order" : "double_gemm";
}

/// One kernel of a product; the first does the work.
void launch(const std::shared_ptr<FakeStream>& stream, const char* name, double operations,
            std::function<void()> work) {
    const activity::Call call = activity::onDriverCall(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                                       CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    enqueueWork(stream, [=, work = std::move(work)](const WorkClock& clock) {
        if (startsLaunch(*stream)) return;
        const int64_t startNs = clock.start();
        if (work) work();
        const int64_t endNs = clock.end(startNs, {.kernel = name, .amount = operations});
        activity::onKernel(call, {stream.get(), startNs, endNs}, name, {dim3(1), dim3(128), 0});
    });
}

cublasStatus_t multiply(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                        const void* alpha, const void* a, cublasLtMatrixLayout_t aLayout,
                        const void* b, cublasLtMatrixLayout_t bLayout, const void* beta,
                        const void* c, cublasLtMatrixLayout_t cLayout, void* d,
                        cublasLtMatrixLayout_t dLayout, const cublasLtMatmulAlgo_t* algorithm,
                        void* workspace, size_t workspaceBytes, cudaStream_t onStream) {
    if (enter() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
    const auto stream = FakeMachine::get().streamOf(onStream);
    if (!stream || algorithm == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (stream->device != currentDevice() || *reinterpret_cast<int*>(handle) != currentDevice()) {
        violation("cublasLtMatmul: the stream, the handle and the thread are not on one device");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    const Multiplication product{.description = behind<Description>(description),
                                 .a = behind<Layout>(aLayout),
                                 .b = behind<Layout>(bLayout),
                                 .c = behind<Layout>(cLayout),
                                 .d = behind<Layout>(dLayout),
                                 .aAt = a,
                                 .bAt = b,
                                 .cAt = c,
                                 .dAt = d,
                                 .alpha = *static_cast<const float*>(alpha),
                                 .beta = *static_cast<const float*>(beta)};
    if (!product.agrees()) return CUBLAS_STATUS_INVALID_VALUE;
    if (!product.sound()) return CUBLAS_STATUS_INVALID_VALUE;
    if (!canRun(*algorithm, workspace, workspaceBytes)) return CUBLAS_STATUS_INVALID_VALUE;
    FakeMachine::get().load(currentDevice(), product.kernelFor(algorithm->data[0]));
    ++FakeMachine::get().products;
    if (product.description.tf32) ++FakeMachine::get().tf32Products;
    launch(stream, kernelNameOf(algorithm->data[0]), product.operations(), [product] {
        if (product.sound()) product.run();
    });
    const bool split = product.sums() >= 4 * std::max(product.d.rows, product.d.columns);
    if (split) launch(stream, "double_splitk_reduce", 0, {});
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

const gpu::CublasLtApi& cublasLtDouble() {
    static const gpu::CublasLtApi table{
        .path = "the double",
        .create = create,
        .destroy = destroy,
        .getVersion = getVersion,
        .getStatusString = getStatusString,
        .matmul = multiply,
        .matmulDescCreate = describe,
        .matmulDescDestroy = undescribe,
        .matmulDescSetAttribute = setDescription,
        .matrixLayoutCreate = layOut,
        .matrixLayoutDestroy = removeLayout,
        .preferenceCreate = prefer,
        .preferenceDestroy = unprefer,
        .preferenceSetAttribute = setPreference,
        .algoGetHeuristic = choose,
    };
    return table;
}

}  // namespace shardscope::doubles::cuda
