#pragma once
// Builds a Graph: parameters first, then layers as operations over named tensors. Internal to model/.

#include <string>
#include <utility>
#include <vector>

#include "core/model/graph.h"

namespace shardscope::core {

/// Parameters must all be declared before the first value, since tensor ids follow from their count.
class GraphBuilder {
  public:
    explicit GraphBuilder(const Workload& workload) : workload_(workload) {}

    ParameterId parameter(Parameter parameter);
    /// Fixes the parameter list: weights and gradients become the first tensors.
    void sealParameters();

    /// A tensor of one micro-batch.
    TensorId value(std::string name, int64_t elements, DType dtype,
                   Category category = Category::Activations);
    TensorId activation(std::string name, int64_t elements) {
        return value(std::move(name), elements, workload_.dtype);
    }
    TensorId activationGradient(std::string name, int64_t elements) {
        return value(std::move(name), elements, workload_.dtype, Category::ActivationGradients);
    }
    const GraphTensor& tensor(TensorId id) const { return graph_.tensors[id.index()]; }
    TensorId weight(ParameterId p) const { return graph_.weightOf(p); }
    TensorId gradient(ParameterId p) const { return graph_.gradientOf(p); }

    void layer(int index) { layer_ = index; }
    void forward(Operation operation, std::string name);
    void backward(Operation operation, std::string name);

    const Workload& workload() const { return workload_; }
    Graph finish(TensorId losses);

  private:
    const Workload& workload_;
    Graph graph_;
    int layer_ = 0;
};

/// A linear layer y[rows,out] = x[rows,in] · W[in,out] + b[out] of a model being built.
struct Linear {
    std::string name;
    ParameterId weight, bias;  ///< bias may be invalid
    int64_t in = 0, out = 0;

    static Linear declare(GraphBuilder& builder, const std::string& name, int64_t in, int64_t out,
                          int bucketGroup, double deviation);
    TensorId forward(GraphBuilder& builder, TensorId x, int64_t rows) const;
    /// Writes dX (a new tensor), dW and db.
    TensorId backward(GraphBuilder& builder, TensorId x, TensorId dY, int64_t rows) const;
};

/// LayerNorm with its saved statistics.
struct LayerNorm {
    std::string name;
    ParameterId gamma, beta;
    int64_t hidden = 0;

    struct Saved {
        TensorId in, out, mean, rstd;
    };
    static LayerNorm declare(GraphBuilder& builder, const std::string& name, int64_t hidden,
                             int bucketGroup);
    Saved forward(GraphBuilder& builder, TensorId x, int64_t rows) const;
    /// Adds to, or writes, @p dX.
    void backward(GraphBuilder& builder, const Saved& saved, TensorId dOut, TensorId dX,
                  bool addToInput, int64_t rows) const;
};

/// tokens and targets of a micro-batch, loaded first.
struct Batch {
    TensorId tokens, targets;
    static Batch load(GraphBuilder& builder);
};

/// The loss of logits[rows,vocab], and its gradient, as the workload's `logits` say.
struct CrossEntropy {
    TensorId logits, targets, logSumExp, losses;  ///< logits: what the loss reads
    static CrossEntropy forward(GraphBuilder& builder, TensorId logits, TensorId targets,
                                int64_t rows);
    TensorId backward(GraphBuilder& builder, int64_t rows) const;
};

}  // namespace shardscope::core
