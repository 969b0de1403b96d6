#pragma once
// cuBLASLt, opened at run time behind one table of functions. Any thread.

#include <cublasLt.h>

#include <string>

#include "core/base/result.h"

namespace shardscope::gpu {

/// The functions that shardscope calls, with cublasLt.h's own types. Tests fill it with a double's.
struct CublasLtApi {
    std::string path;  ///< the file they come from
    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtGetVersion) getVersion = nullptr;
    decltype(&cublasLtGetStatusString) getStatusString = nullptr;
    decltype(&cublasLtMatmul) matmul = nullptr;
    decltype(&cublasLtMatmulDescCreate) matmulDescCreate = nullptr;
    decltype(&cublasLtMatmulDescDestroy) matmulDescDestroy = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) matmulDescSetAttribute = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) matrixLayoutCreate = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) matrixLayoutDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) preferenceCreate = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) preferenceDestroy = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) preferenceSetAttribute = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) algoGetHeuristic = nullptr;

    /// "13.1.0".
    std::string version() const;
};

/// The machine's cuBLASLt, opened on the first call. Errors: Failed with what was tried.
core::Result<const CublasLtApi*> cublasLt();

}  // namespace shardscope::gpu
