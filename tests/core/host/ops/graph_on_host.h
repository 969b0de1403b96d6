#pragma once
// A whole model on the CPU without a plan: every tensor of its graph in memory of its own, one rank,
// every parameter a bucket of its own.

#include <memory>
#include <vector>

#include "core/config/dataset.h"
#include "core/host/execute.h"

namespace shardscope::core::test {

class GraphOnHost {
  public:
    /// Weights from the seeded initialiser; optimizer state zero. @p dataset is borrowed.
    GraphOnHost(const Workload& workload, const Dataset& dataset);

    void forward(int64_t step, int microBatch = 0);
    void backward(int64_t step, int microBatch = 0);
    /// Norm, clip factor, and AdamW on every parameter.
    void update(int64_t step);
    /// One operation, for those who time them.
    void run(const Operation& operation, int64_t step, int microBatch);

    const Graph& graph() const { return problem_.graph; }
    float loss(int microBatch = 0) const;
    /// Gradient norm before clipping, of the last update.
    float norm() const { return floats(scalars_)[0]; }
    /// As floats, whatever the dtype.
    std::vector<float> weight(ParameterId parameter) const;
    std::vector<float> gradient(ParameterId parameter) const;
    void setWeight(ParameterId parameter, const std::vector<float>& values);
    std::vector<Operation> updateOperations() const;
    /// Bytes that an operation reads and writes at least once.
    int64_t bytesOf(const Operation& operation) const;

  private:
    TensorId allocate(int64_t elements, DType dtype);
    void initialise(ParameterId parameter);
    std::vector<float> floats(TensorId tensor) const;
    void setFloats(TensorId tensor, const std::vector<float>& values);

    struct State {
        TensorId master, momentum, variance;
    };
    Problem problem_;
    const Dataset& dataset_;
    Layout layout_;
    std::vector<std::shared_ptr<char[]>> memory_;
    std::vector<State> states_;
    TensorId partials_, rankSums_, scalars_;
};

}  // namespace shardscope::core::test
