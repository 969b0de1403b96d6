#pragma once
// Layers that models share, beside those of graph_builder.h: matrices stored [out, in], RMSNorm, and
// attention in every kind. Internal to model/.

#include <string>

#include "core/model/graph_builder.h"

namespace shardscope::core {

/// A linear layer y[rows,out] = x[rows,in] · W[out,in]ᵀ (+ b[out]), as torch.nn.Linear stores it.
struct Projection {
    std::string name;
    ParameterId weight, bias;  ///< bias may be invalid
    int64_t in = 0, out = 0;

    static Projection declare(GraphBuilder& builder, const std::string& name, int64_t in,
                              int64_t out, int bucketGroup, double deviation, bool hasBias = false);
    /// @p output names the result; empty: the layer's name.
    TensorId forward(GraphBuilder& builder, TensorId x, int64_t rows,
                     const std::string& output = {}) const;
    /// Writes dX (a new tensor), dW and db.
    TensorId backward(GraphBuilder& builder, TensorId x, TensorId dY, int64_t rows) const;
    /// The same into @p dX, which another layer with the same input has begun under Accumulate.
    void backwardInto(GraphBuilder& builder, TensorId x, TensorId dY, TensorId dX, Write write,
                      int64_t rows) const;
};

/// RMSNorm with its saved statistic.
struct RmsNorm {
    std::string name;
    ParameterId gamma;
    int64_t hidden = 0;

    struct Saved {
        TensorId in, out, rstd;
    };
    static RmsNorm declare(GraphBuilder& builder, const std::string& name, int64_t hidden,
                           int bucketGroup);
    Saved forward(GraphBuilder& builder, TensorId x, int64_t rows) const;
    /// Adds to, or writes, @p dX.
    void backward(GraphBuilder& builder, const Saved& saved, TensorId dOut, TensorId dX,
                  bool addToInput, int64_t rows) const;
};

/// Causal attention of the workload's kind, between its projections.
struct SelfAttention {
    std::string name;
    AttentionShape shape{};
    TensorId q, k, v;  ///< one tensor thrice: packed
    TensorId kept;     ///< probabilities, or flash's log-sum-exp
    TensorId out;

    struct Gradients {
        TensorId q, k, v;
    };
    static SelfAttention forward(GraphBuilder& builder, const std::string& name, TensorId q,
                                 TensorId k, TensorId v);
    /// The gradients are new tensors; one thrice when packed.
    Gradients backward(GraphBuilder& builder, TensorId dOut) const;

  private:
    bool packed() const { return q == k; }
    void materializedForward(GraphBuilder& builder) const;
    void materializedBackward(GraphBuilder& builder, TensorId dOut, TensorId dScores,
                              const Gradients& gradients) const;
};

/// out = a + b, a new tensor.
TensorId residualAdd(GraphBuilder& builder, TensorId a, TensorId b, int64_t elements,
                     const std::string& name);

}  // namespace shardscope::core
