#pragma once
// Where a timing's tensors lie: one behind the other in the arena.

#include "gpu/kernels/math/element.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

/// Elements of a timing's large tensors.
inline constexpr int64_t kElements = int64_t{1} << 28;

/// Places tensors of an arena one behind the other.
class Placement {
  public:
    explicit Placement(const Arena& arena) : arena_(arena) {}
    /// 512-byte aligned. Ends the process when the arena is too small.
    char* take(int64_t bytes);
    char* take(core::DType dtype, int64_t elements);
    /// Fresh random numbers of @p dtype in [-1, 1).
    char* random(core::DType dtype, int64_t elements);

  private:
    const Arena& arena_;
    int64_t used_ = 0;
};

inline float* floats(char* address) { return reinterpret_cast<float*>(address); }
inline int32_t* integers(char* address) { return reinterpret_cast<int32_t*>(address); }
inline double size(core::DType dtype) { return static_cast<double>(gpu::elementBytes(dtype)); }

}  // namespace shardscope::bench
