#pragma once
// A product of the double's cuBLASLt, copied out of its handles. Internal to tests/doubles/cuda.

#include <cstdint>
#include <string>

#include "core/base/dtype.h"

namespace shardscope::doubles::cuda {

/// What algorithms may rely on for the addresses of matrices and workspace. Source: cublasLt.h,
/// CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, whose default nobody changes.
inline constexpr uintptr_t kProductAlignment = 256;

/// What hides behind cuBLASLt's opaque handles.
struct Layout {
    core::DType dtype = core::DType::Fp32;
    int64_t rows = 0, columns = 0, leading = 0;

    int64_t elements() const { return (columns - 1) * leading + rows; }
};

struct Description {
    bool transposeA = false, transposeB = false, bias = false, tf32 = false;
    core::DType biasType = core::DType::Fp32;
    const void* biasAddress = nullptr;
};

/// One product, copied out of its handles: they may be gone when it runs.
struct Multiplication {
    Description description;
    Layout a, b, c, d;
    const void *aAt = nullptr, *bAt = nullptr, *cAt = nullptr;
    void* dAt = nullptr;
    float alpha = 1.0F, beta = 0.0F;

    int64_t sums() const { return description.transposeA ? a.rows : a.columns; }
    /// A multiplication and an addition each for every term.
    double operations() const {
        return 2.0 * static_cast<double>(sums()) * static_cast<double>(d.rows) *
               static_cast<double>(d.columns);
    }
    /// Of an algorithm for these sizes.
    std::string kernelFor(uint64_t algorithm) const;
    bool agrees() const;
    bool sound() const;
    void run() const;
};

}  // namespace shardscope::doubles::cuda
