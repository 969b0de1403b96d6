#include <fmt/format.h>

#include "core/model/layers.h"
#include "core/model/models.h"

namespace shardscope::core {

namespace {

constexpr double kDeviation = 0.02;  // Hugging Face LlamaConfig's initializer_range

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

/// Queries or keys: projection, Qwen3's norm of each head when there is one, rotation.
struct Rotated {
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

void Rotated::declareNorm(GraphBuilder& builder, const std::string& name, int index) {
    const ModelShape& model = builder.workload().model;
    normalises = model.qkNorm;
    if (normalises) norm = RmsNorm::declare(builder, name, model.headColumns(), index);
}

TensorId Rotated::forward(GraphBuilder& builder, TensorId x) {
    const Workload& w = builder.workload();
    TensorId y = projection.forward(builder, x, rowsOf(w));
    if (normalises) {
        saved = norm.forward(builder, y, rowsOf(w) * heads);
        y = saved.out;
    }
    builder.forward(ropeOf(w, y, heads, false), projection.name + " rope");
    return y;
}

void Rotated::backward(GraphBuilder& builder, TensorId x, TensorId dRotated, TensorId dX,
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

/// One transformer block: its parameters, and what forward saves for backward.
struct Block {
    std::string name;
    Rotated query, key;
    Projection value, output, gate, up, down;
    RmsNorm norm1, norm2;
    RmsNorm::Saved saved1, saved2;
    SelfAttention attention;
    TensorId gated, lifted, activated;

    static Block declare(GraphBuilder& builder, int index);
    void declareAttention(GraphBuilder& builder, int index);
    TensorId forward(GraphBuilder& builder, TensorId x);
    TensorId feedForward(GraphBuilder& builder, TensorId middle);
    void backward(GraphBuilder& builder, TensorId dX) const;
    void feedForwardBackward(GraphBuilder& builder, TensorId dX) const;
};

void Block::declareAttention(GraphBuilder& builder, int index) {
    const ModelShape& model = builder.workload().model;
    const int64_t queries = model.heads * model.headColumns();
    const int64_t keys = model.kvHeadCount() * model.headColumns();
    const auto project = [&](const char* part, int64_t in, int64_t out, bool hasBias) {
        return Projection::declare(builder, name + "self_attn." + part, in, out, index, kDeviation,
                                   hasBias);
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

Block Block::declare(GraphBuilder& builder, int index) {
    const ModelShape& model = builder.workload().model;
    const int64_t c = model.hidden, width = model.feedForwardWidth();
    Block block;
    block.name = fmt::format("model.layers.{}.", index);
    block.declareAttention(builder, index);
    const auto project = [&](const char* part, int64_t in, int64_t out) {
        return Projection::declare(builder, block.name + "mlp." + part, in, out, index, kDeviation);
    };
    block.gate = project("gate_proj", c, width);
    block.up = project("up_proj", c, width);
    block.down = project("down_proj", width, c);
    block.norm1 = RmsNorm::declare(builder, block.name + "input_layernorm", c, index);
    block.norm2 = RmsNorm::declare(builder, block.name + "post_attention_layernorm", c, index);
    return block;
}

TensorId Block::forward(GraphBuilder& builder, TensorId x) {
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

TensorId Block::feedForward(GraphBuilder& builder, TensorId middle) {
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

void Block::feedForwardBackward(GraphBuilder& builder, TensorId dX) const {
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

void Block::backward(GraphBuilder& builder, TensorId dX) const {
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

/// The two ends: token embedding, and final norm with the head, which may be the embedding.
struct Ends {
    ParameterId tokens;
    RmsNorm norm;
    Projection head;
    RmsNorm::Saved saved;

    static ParameterId declareTokens(GraphBuilder& builder);
    void declareHead(GraphBuilder& builder);
    TensorId embed(GraphBuilder& builder, const Batch& batch) const;
    void embedBackward(GraphBuilder& builder, const Batch& batch, TensorId dX) const;
};

/// Embedding and head are each as large as several layers, so they have buckets of their own.
ParameterId Ends::declareTokens(GraphBuilder& builder) {
    const ModelShape& model = builder.workload().model;
    return builder.parameter({.name = "model.embed_tokens.weight",
                              .shape = {model.vocab, model.hidden},
                              .bucketGroup = -1,
                              .deviation = kDeviation,
                              .decay = true,
                              .tied = model.tied});
}

void Ends::declareHead(GraphBuilder& builder) {
    const ModelShape& model = builder.workload().model;
    const int layers = static_cast<int>(model.layers);
    norm = RmsNorm::declare(builder, "model.norm", model.hidden, model.tied ? layers - 1 : layers);
    head = {
        .name = "lm_head", .weight = tokens, .bias = {}, .in = model.hidden, .out = model.vocab};
    if (model.tied) return;
    head = Projection::declare(builder, "lm_head", model.hidden, model.vocab, layers, kDeviation);
}

TensorId Ends::embed(GraphBuilder& builder, const Batch& batch) const {
    const Workload& w = builder.workload();
    const TensorId x = builder.activation("model.embed_tokens", rowsOf(w) * w.model.hidden);
    builder.forward(EmbeddingForward{.tokens = batch.tokens,
                                     .tokenTable = builder.weight(tokens),
                                     .positionTable = {},
                                     .out = x,
                                     .batch = w.microBatch,
                                     .sequence = w.model.sequence,
                                     .hidden = w.model.hidden,
                                     .vocab = w.model.vocab},
                    "model.embed_tokens");
    return x;
}

void Ends::embedBackward(GraphBuilder& builder, const Batch& batch, TensorId dX) const {
    const Workload& w = builder.workload();
    builder.backward(
        TokenEmbeddingBackward{.tokens = batch.tokens,
                               .dOut = dX,
                               .dTable = builder.gradient(tokens),
                               .rows = rowsOf(w),
                               .hidden = w.model.hidden,
                               .vocab = w.model.vocab,
                               .write = w.model.tied ? Write::Accumulate : Write::Overwrite},
        "model.embed_tokens");
}

}  // namespace

Graph buildLlama(const Workload& workload) {
    const int64_t rows = rowsOf(workload);
    const int layers = static_cast<int>(workload.model.layers);
    GraphBuilder builder(workload);
    Ends ends{.tokens = Ends::declareTokens(builder), .norm = {}, .head = {}, .saved = {}};
    std::vector<Block> blocks;
    blocks.reserve(static_cast<size_t>(layers));
    for (int i = 0; i < layers; ++i) blocks.push_back(Block::declare(builder, i));
    ends.declareHead(builder);
    builder.sealParameters();

    const Batch batch = Batch::load(builder);
    TensorId x = ends.embed(builder, batch);
    for (int i = 0; i < layers; ++i) {
        builder.layer(i + 1);
        x = blocks[static_cast<size_t>(i)].forward(builder, x);
    }
    builder.layer(layers + 1);
    ends.saved = ends.norm.forward(builder, x, rows);
    const TensorId logits = ends.head.forward(builder, ends.saved.out, rows, "logits");
    const CrossEntropy loss = CrossEntropy::forward(builder, logits, batch.targets, rows);

    const TensorId dLogits = loss.backward(builder, rows);
    const TensorId dNorm = ends.head.backward(builder, ends.saved.out, dLogits, rows);
    const TensorId dX = builder.activationGradient("d residual", rows * workload.model.hidden);
    ends.norm.backward(builder, ends.saved, dNorm, dX, false, rows);
    for (int i = layers - 1; i >= 0; --i) {
        builder.layer(i + 1);
        blocks[static_cast<size_t>(i)].backward(builder, dX);
    }
    builder.layer(0);
    ends.embedBackward(builder, batch, dX);
    return builder.finish(loss.losses);
}

}  // namespace shardscope::core
