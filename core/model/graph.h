#pragma once
// A model as data: its parameters, the tensors of one micro-batch, and the operations of forward and
// backward over them. Built by hand for each architecture; a pure function of the workload.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/category.h"
#include "core/base/ids.h"
#include "core/model/operation.h"
#include "core/model/workload.h"

namespace shardscope::core {

enum class Initializer : uint8_t { Normal, Zeros, Ones, Integers };

struct Parameter {
    std::string name;  ///< Hugging Face's: "h.0.attn.c_attn.weight"
    std::vector<int64_t> shape;
    int bucketGroup = 0;  ///< `--bucket layer`: parameters of one group share a bucket
    Initializer initializer = Initializer::Normal;
    double deviation = 0.02;  ///< Normal: standard deviation
    bool decay = false;       ///< weight decay applies (matrices)
    bool tied = false;        ///< two contributions to its gradient: a bucket of its own

    int64_t elements() const;
};

enum class TensorRole : uint8_t { Weight, Gradient, Value };

struct GraphTensor {
    std::string name;
    TensorRole role = TensorRole::Value;
    ParameterId parameter;  ///< of a weight or gradient
    int64_t elements = 0;
    DType dtype = DType::Fp32;
    Category category = Category::Activations;
    bool persistent = false;  ///< lives outside micro-batches (losses)
};

struct Node {
    Operation operation;
    std::string name;         ///< "h.3.mlp.c_fc", for lanes
    int layer = 0;            ///< 0 embedding, 1 … layers, layers + 1 head
    bool recomputed = false;  ///< a forward operation that backward runs again
};

struct Graph {
    std::vector<Parameter> parameters;
    /// Weights of parameters 0 … P-1, then their gradients, then values.
    std::vector<GraphTensor> tensors;
    std::vector<Node> forward;
    std::vector<Node> backward;
    TensorId losses;  ///< [G] fp32, persistent

    TensorId weightOf(ParameterId p) const { return TensorId{p.value}; }
    TensorId gradientOf(ParameterId p) const {
        return TensorId{p.value + static_cast<int32_t>(parameters.size())};
    }
    /// Ψ.
    int64_t parameterCount() const;
};

/// Errors: InvalidInput for an unknown model name or sizes that do not fit.
Result<Graph> buildGraph(const Workload& workload);

}  // namespace shardscope::core
