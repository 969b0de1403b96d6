#pragma once
// A workbench for single operations: tensors of any type, filled and read as doubles.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/host/execute.h"

namespace shardscope::core::test {

using Values = std::vector<double>;

/// Binds @p operation to the addresses of its operands, as the interpreter does.
BoundOperation bindOperands(const Operation& operation, const Layout& layout,
                            const std::function<void*(TensorId)>& addressOf,
                            const StepScalars& scalars);

/// Seeded normal values.
Values randomValues(int64_t count, uint64_t seed, double deviation = 1.0);

class Workbench {
  public:
    /// A tensor of @p values rounded to @p dtype.
    TensorId tensor(const Values& values, DType dtype = DType::Fp32);
    TensorId random(int64_t count, uint64_t seed, DType dtype = DType::Fp32) {
        return tensor(randomValues(count, seed), dtype);
    }
    /// An output of @p count elements; starts as NaN, so that an element left out is seen.
    TensorId output(int64_t count, DType dtype = DType::Fp32);
    TensorId integers(const std::vector<int32_t>& values);

    void set(TensorId tensor, const Values& values);
    Values get(TensorId tensor) const;
    std::vector<uint16_t> bits16(TensorId tensor) const;
    void* address(TensorId tensor) const { return memory_[tensor.index()].get(); }

    void run(const Operation& operation) const;

    StepScalars scalars;
    RunContext context;
    std::shared_ptr<Problem> problem = std::make_shared<Problem>();

  private:
    Layout layout_;
    std::vector<std::shared_ptr<char[]>> memory_;
};

/// Checks a backward: with loss = Σ weight·out, @p gradient of @p input must be the loss's central
/// difference under @p forward. @p weights are what backward was given as dOut.
void expectGradient(Workbench& bench, TensorId input, TensorId out, const Values& weights,
                    const Values& gradient, const std::function<void()>& forward,
                    double tolerance = 2e-3, double step = 1e-2);

/// Largest |a - b| / (1 + |b|).
double largestError(const Values& a, const Values& b);

}  // namespace shardscope::core::test
