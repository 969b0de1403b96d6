#pragma once
// A transformer block of llama. Internal to model/llama.cpp.

#include <string>

#include "core/model/layers.h"

namespace shardscope::core {

/// Standard deviation of every matrix. Source: Hugging Face LlamaConfig's initializer_range.
inline constexpr double kLlamaDeviation = 0.02;

/// Queries or keys: projection, Qwen3's norm of each head when there is one, rotation.
struct LlamaRotated {
    Projection projection;
    RmsNorm norm;
    bool normalises = false;
    int64_t heads = 0;
    RmsNorm::Saved saved;

    /// The norm is declared apart, since Hugging Face lists it after all projections.
    void declareNorm(GraphBuilder& builder, const std::string& name, int index);
    TensorId forward(GraphBuilder& builder, TensorId x);
    /// From the gradient of what was rotated, which is turned back in place, to dX.
    void backward(GraphBuilder& builder, TensorId x, TensorId dRotated, TensorId dX,
                  Write write) const;
};

/// One transformer block: its parameters, and what forward saves for backward.
struct LlamaBlock {
    std::string name;
    LlamaRotated query, key;
    Projection value, output, gate, up, down;
    RmsNorm norm1, norm2;
    RmsNorm::Saved saved1, saved2;
    SelfAttention attention;
    TensorId gated, lifted, activated;

    static LlamaBlock declare(GraphBuilder& builder, int index);
    void declareAttention(GraphBuilder& builder, int index);
    TensorId forward(GraphBuilder& builder, TensorId x);
    TensorId feedForward(GraphBuilder& builder, TensorId middle);
    void backward(GraphBuilder& builder, TensorId dX) const;
    void feedForwardBackward(GraphBuilder& builder, TensorId dX) const;
};

}  // namespace shardscope::core
