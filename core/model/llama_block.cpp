#include "core/model/llama_block.h"

#include <fmt/format.h>

namespace shardscope::core {

namespace {

int64_t rowsOf(const Workload& w) { return w.microBatch * w.model.sequence; }

/// Turns q or k of all heads in place.
Rope ropeOf(const Workload& w, TensorId tensor, int64_t heads, bool inverse) {
    return {.in = tensor,
            .out = tensor,
            .rows = rowsOf(w),
            .sequence = w.model.sequence,
            .heads = heads,
            .columns = w.model.headColumns(),
            .theta = w.model.ropeTheta,
            .scaling = w.model.ropeScaling,
            .inverse = inverse};
}

}  // namespace

void LlamaRotated::declareNorm(GraphBuilder& builder, const std::string& name, int index) {
    const ModelShape& model = builder.workload().model;
    normalises = model.qkNorm;
    if (normalises) norm = RmsNorm::declare(builder, name, model.headColumns(), index);
}

TensorId LlamaRotated::forward(GraphBuilder& builder, TensorId x) {
    const Workload& w = builder.workload();
    TensorId y = projection.forward(builder, x, rowsOf(w));
    if (normalises) {
        saved = norm.forward(builder, y, rowsOf(w) * heads);
        y = saved.out;
    }
    builder.forward(ropeOf(w, y, heads, false), projection.name + " rope");
    return y;
}

void LlamaRotated::backward(GraphBuilder& builder, TensorId x, TensorId dRotated, TensorId dX,
                            Write write) const {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w);
    builder.backward(ropeOf(w, dRotated, heads, true), projection.name + " rope");
    TensorId dY = dRotated;
    if (normalises) {
        dY = builder.activationGradient("d " + norm.name, rows * projection.out);
        norm.backward(builder, saved, dRotated, dY, false, rows * heads);
    }
    projection.backwardInto(builder, x, dY, dX, write, rows);
}

void LlamaBlock::declareAttention(GraphBuilder& builder, int index) {
    const ModelShape& model = builder.workload().model;
    const int64_t queries = model.heads * model.headColumns();
    const int64_t keys = model.kvHeadCount() * model.headColumns();
    const auto project = [&](const char* part, int64_t in, int64_t out, bool hasBias) {
        return Projection::declare(builder, name + "self_attn." + part, in, out, index,
                                   kLlamaDeviation, hasBias);
    };
    query.projection = project("q_proj", model.hidden, queries, model.qkvBias);
    key.projection = project("k_proj", model.hidden, keys, model.qkvBias);
    value = project("v_proj", model.hidden, keys, model.qkvBias);
    output = project("o_proj", queries, model.hidden, false);
    query.heads = model.heads;
    key.heads = model.kvHeadCount();
    query.declareNorm(builder, name + "self_attn.q_norm", index);
    key.declareNorm(builder, name + "self_attn.k_norm", index);
}

LlamaBlock LlamaBlock::declare(GraphBuilder& builder, int index) {
    const ModelShape& model = builder.workload().model;
    const int64_t c = model.hidden, width = model.feedForwardWidth();
    LlamaBlock block;
    block.name = fmt::format("model.layers.{}.", index);
    block.declareAttention(builder, index);
    const auto project = [&](const char* part, int64_t in, int64_t out) {
        return Projection::declare(builder, block.name + "mlp." + part, in, out, index,
                                   kLlamaDeviation);
    };
    block.gate = project("gate_proj", c, width);
    block.up = project("up_proj", c, width);
    block.down = project("down_proj", width, c);
    block.norm1 = RmsNorm::declare(builder, block.name + "input_layernorm", c, index);
    block.norm2 = RmsNorm::declare(builder, block.name + "post_attention_layernorm", c, index);
    return block;
}

TensorId LlamaBlock::forward(GraphBuilder& builder, TensorId x) {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w);
    saved1 = norm1.forward(builder, x, rows);
    const TensorId q = query.forward(builder, saved1.out);
    const TensorId k = key.forward(builder, saved1.out);
    const TensorId v = value.forward(builder, saved1.out, rows);
    attention = SelfAttention::forward(builder, name + "self_attn", q, k, v);
    const TensorId projected = output.forward(builder, attention.out, rows);
    const TensorId middle =
        residualAdd(builder, x, projected, rows * w.model.hidden, output.name + " residual");
    return feedForward(builder, middle);
}

TensorId LlamaBlock::feedForward(GraphBuilder& builder, TensorId middle) {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w), elements = rows * up.out;
    saved2 = norm2.forward(builder, middle, rows);
    gated = gate.forward(builder, saved2.out, rows);
    lifted = up.forward(builder, saved2.out, rows);
    activated = builder.activation(name + "mlp swiglu", elements);
    builder.forward(
        SwiGluForward{.gate = gated, .up = lifted, .out = activated, .elements = elements},
        name + "mlp swiglu");
    const TensorId lowered = down.forward(builder, activated, rows);
    return residualAdd(builder, middle, lowered, rows * w.model.hidden, down.name + " residual");
}

void LlamaBlock::feedForwardBackward(GraphBuilder& builder, TensorId dX) const {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w), elements = rows * up.out;
    const TensorId dActivated = down.backward(builder, activated, dX, rows);
    const TensorId dGated = builder.activationGradient("d " + gate.name + " out", elements);
    const TensorId dLifted = builder.activationGradient("d " + up.name + " out", elements);
    builder.backward(SwiGluBackward{.dOut = dActivated,
                                    .gate = gated,
                                    .up = lifted,
                                    .dGate = dGated,
                                    .dUp = dLifted,
                                    .elements = elements},
                     name + "mlp swiglu");
    const TensorId dNorm = builder.activationGradient("d " + norm2.name, rows * w.model.hidden);
    gate.backwardInto(builder, saved2.out, dGated, dNorm, Write::Overwrite, rows);
    up.backwardInto(builder, saved2.out, dLifted, dNorm, Write::Accumulate, rows);
    norm2.backward(builder, saved2, dNorm, dX, true, rows);
}

void LlamaBlock::backward(GraphBuilder& builder, TensorId dX) const {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w);
    feedForwardBackward(builder, dX);
    const TensorId dContext = output.backward(builder, attention.out, dX, rows);
    const SelfAttention::Gradients d = attention.backward(builder, dContext);
    const TensorId dNorm = builder.activationGradient("d " + norm1.name, rows * w.model.hidden);
    query.backward(builder, saved1.out, d.q, dNorm, Write::Overwrite);
    key.backward(builder, saved1.out, d.k, dNorm, Write::Accumulate);
    value.backwardInto(builder, saved1.out, d.v, dNorm, Write::Accumulate, rows);
    norm1.backward(builder, saved1, dNorm, dX, true, rows);
}

}  // namespace shardscope::core
