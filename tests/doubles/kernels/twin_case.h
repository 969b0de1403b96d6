#pragma once
// One operation done twice from the same tensors: by the host device, and by a kernel's launcher whose
// kernels run as their CPU twins. Internal to the twins' tests.

#include "gpu/kernels/math/gradient.h"
#include "tests/core/host/ops/bench.h"
#include "tests/doubles/kernels/launch_on_cpu.h"

namespace shardscope::doubles::test {

using core::DType;
using core::TensorId;
using core::test::Values;
using core::test::Workbench;

inline constexpr DType kFloats[] = {DType::Fp32, DType::Bf16, DType::Fp16};

/// A tensor of the host's and its copy for the kernel.
struct Twice {
    TensorId host, kernel;
};

class TwinCase {
  public:
    Twice random(int64_t count, DType dtype, double deviation = 1.0) {
        return both(core::test::randomValues(count, ++seed_, deviation), dtype);
    }
    Twice both(const Values& values, DType dtype = DType::Fp32) {
        return {bench.tensor(values, dtype), bench.tensor(values, dtype)};
    }
    Twice output(int64_t count, DType dtype = DType::Fp32) {
        return {bench.output(count, dtype), bench.output(count, dtype)};
    }
    Twice integers(int64_t count, int32_t below) {
        std::vector<int32_t> values(static_cast<size_t>(count));
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<int32_t>((i * 2654435761u >> 7) % static_cast<size_t>(below));
        return {bench.integers(values), bench.integers(values)};
    }
    /// The kernel's address.
    template <class T = void>
    T* at(Twice tensor) const {
        return static_cast<T*>(bench.address(tensor.kernel));
    }
    template <class Launch>
    void launch(const Launch& launcher) {
        const LaunchOnCpu onCpu;
        EXPECT_EQ(launcher(), cudaSuccess);
    }
    void expectSame(Twice tensor) const { EXPECT_EQ(get(tensor.kernel), get(tensor.host)); }
    /// Within @p units of the type's relative unit, of the value or of 1.
    void expectNear(Twice tensor, DType dtype, double units) const {
        const double unit = dtype == DType::Bf16   ? 0x1p-8
                            : dtype == DType::Fp16 ? 0x1p-11
                                                   : 0x1p-23;
        EXPECT_LE(core::test::largestError(get(tensor.kernel), get(tensor.host)), units * unit);
    }

    Workbench bench;

  private:
    Values get(TensorId id) const { return bench.get(id); }
    uint64_t seed_ = 0;
};

}  // namespace shardscope::doubles::test
