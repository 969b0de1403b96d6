#include <fmt/format.h>

#include <cmath>

#include "core/model/layers.h"
#include "core/model/models.h"

namespace shardscope::core {

namespace {

constexpr double kDeviation = 0.02;  // GPT-2's initializer_range

/// One transformer block: its parameters, and what forward saves for backward.
struct Block {
    LayerNorm norm1, norm2;
    Linear attention, projection, up, down;
    LayerNorm::Saved saved1, saved2;
    SelfAttention heads;
    TensorId hidden, activated;

    static Block declare(GraphBuilder& builder, int index);
    TensorId forward(GraphBuilder& builder, TensorId x);
    void backward(GraphBuilder& builder, TensorId dX) const;
};

int64_t rowsOf(const Workload& w) { return w.microBatch * w.model.sequence; }

Block Block::declare(GraphBuilder& builder, int index) {
    const ModelShape& model = builder.workload().model;
    const int64_t c = model.hidden;
    const std::string name = fmt::format("h.{}.", index);
    // Residual projections start smaller, as GPT-2's do.
    const double residual = kDeviation / std::sqrt(2.0 * static_cast<double>(model.layers));
    Block block;
    block.norm1 = LayerNorm::declare(builder, name + "ln_1", c, index);
    block.attention = Linear::declare(builder, name + "attn.c_attn", c, 3 * c, index, kDeviation);
    block.projection = Linear::declare(builder, name + "attn.c_proj", c, c, index, residual);
    block.norm2 = LayerNorm::declare(builder, name + "ln_2", c, index);
    block.up = Linear::declare(builder, name + "mlp.c_fc", c, 4 * c, index, kDeviation);
    block.down = Linear::declare(builder, name + "mlp.c_proj", 4 * c, c, index, residual);
    return block;
}

TensorId Block::forward(GraphBuilder& builder, TensorId x) {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w);
    const int64_t c = w.model.hidden;
    saved1 = norm1.forward(builder, x, rows);
    const TensorId qkv = attention.forward(builder, saved1.out, rows);
    const std::string name = attention.name.substr(0, attention.name.rfind('.'));
    heads = SelfAttention::forward(builder, name, qkv, qkv, qkv);
    const TensorId projected = projection.forward(builder, heads.out, rows);
    const TensorId middle =
        residualAdd(builder, x, projected, rows * c, projection.name + " residual");
    saved2 = norm2.forward(builder, middle, rows);
    hidden = up.forward(builder, saved2.out, rows);
    activated = builder.activation(up.name + " gelu", rows * 4 * c);
    builder.forward(GeluForward{.in = hidden, .out = activated, .elements = rows * 4 * c},
                    up.name + " gelu");
    const TensorId out = down.forward(builder, activated, rows);
    return residualAdd(builder, middle, out, rows * c, down.name + " residual");
}

void Block::backward(GraphBuilder& builder, TensorId dX) const {
    const Workload& w = builder.workload();
    const int64_t rows = rowsOf(w);
    const int64_t c = w.model.hidden;
    const TensorId dActivated = down.backward(builder, activated, dX, rows);
    const TensorId dHidden = builder.activationGradient("d " + up.name + " gelu", rows * 4 * c);
    builder.backward(
        GeluBackward{.dOut = dActivated, .in = hidden, .dIn = dHidden, .elements = rows * 4 * c},
        up.name + " gelu");
    const TensorId dNorm2 = up.backward(builder, saved2.out, dHidden, rows);
    norm2.backward(builder, saved2, dNorm2, dX, true, rows);
    const TensorId dContext = projection.backward(builder, heads.out, dX, rows);
    const TensorId dQkv = heads.backward(builder, dContext).q;
    const TensorId dNorm1 = attention.backward(builder, saved1.out, dQkv, rows);
    norm1.backward(builder, saved1, dNorm1, dX, true, rows);
}

/// logits = x · tableᵀ, the head tied to the token embedding.
Projection tiedHead(const ModelShape& model, ParameterId table) {
    return {.name = "lm_head", .weight = table, .bias = {}, .in = model.hidden, .out = model.vocab};
}

struct Tables {
    ParameterId tokens, positions;

    static Tables declare(GraphBuilder& builder);
    TensorId embed(GraphBuilder& builder, const Batch& batch) const;
    void embedBackward(GraphBuilder& builder, const Batch& batch, TensorId dX) const;
};

Tables Tables::declare(GraphBuilder& builder) {
    const ModelShape& model = builder.workload().model;
    return {.tokens = builder.parameter({.name = "wte.weight",
                                         .shape = {model.vocab, model.hidden},
                                         .bucketGroup = -1,
                                         .deviation = kDeviation,
                                         .decay = true,
                                         .tied = true}),
            .positions = builder.parameter({.name = "wpe.weight",
                                            .shape = {model.sequence, model.hidden},
                                            .bucketGroup = 0,
                                            .deviation = kDeviation,
                                            .decay = true})};
}

TensorId Tables::embed(GraphBuilder& builder, const Batch& batch) const {
    const Workload& w = builder.workload();
    const TensorId x = builder.activation("embedding", rowsOf(w) * w.model.hidden);
    builder.forward(EmbeddingForward{.tokens = batch.tokens,
                                     .tokenTable = builder.weight(tokens),
                                     .positionTable = builder.weight(positions),
                                     .out = x,
                                     .batch = w.microBatch,
                                     .sequence = w.model.sequence,
                                     .hidden = w.model.hidden,
                                     .vocab = w.model.vocab},
                    "wte + wpe");
    return x;
}

void Tables::embedBackward(GraphBuilder& builder, const Batch& batch, TensorId dX) const {
    const Workload& w = builder.workload();
    builder.backward(PositionEmbeddingBackward{.dOut = dX,
                                               .dTable = builder.gradient(positions),
                                               .batch = w.microBatch,
                                               .sequence = w.model.sequence,
                                               .hidden = w.model.hidden,
                                               .write = Write::Overwrite},
                     "wpe");
    builder.backward(TokenEmbeddingBackward{.tokens = batch.tokens,
                                            .dOut = dX,
                                            .dTable = builder.gradient(tokens),
                                            .rows = rowsOf(w),
                                            .hidden = w.model.hidden,
                                            .vocab = w.model.vocab,
                                            .write = Write::Accumulate},
                     "wte");
}

}  // namespace

Graph buildGpt(const Workload& workload) {
    const int64_t rows = rowsOf(workload);
    const int64_t hidden = workload.model.hidden;
    const int layers = static_cast<int>(workload.model.layers);
    GraphBuilder builder(workload);
    const Tables tables = Tables::declare(builder);
    std::vector<Block> blocks;
    blocks.reserve(static_cast<size_t>(layers));
    for (int i = 0; i < layers; ++i) blocks.push_back(Block::declare(builder, i));
    const LayerNorm finalNorm = LayerNorm::declare(builder, "ln_f", hidden, layers - 1);
    builder.sealParameters();

    const Batch batch = Batch::load(builder);
    TensorId x = tables.embed(builder, batch);
    for (int i = 0; i < layers; ++i) {
        builder.layer(i + 1);
        x = blocks[static_cast<size_t>(i)].forward(builder, x);
    }
    builder.layer(layers + 1);
    const LayerNorm::Saved last = finalNorm.forward(builder, x, rows);
    const Projection head = tiedHead(workload.model, tables.tokens);
    const TensorId logits = head.forward(builder, last.out, rows, "logits");
    const CrossEntropy loss = CrossEntropy::forward(builder, logits, batch.targets, rows);

    const TensorId dLogits = loss.backward(builder, rows);
    const TensorId dNorm = head.backward(builder, last.out, dLogits, rows);
    const TensorId dX = builder.activationGradient("d residual", rows * hidden);
    finalNorm.backward(builder, last, dNorm, dX, false, rows);
    for (int i = layers - 1; i >= 0; --i) {
        builder.layer(i + 1);
        blocks[static_cast<size_t>(i)].backward(builder, dX);
    }
    builder.layer(0);
    tables.embedBackward(builder, batch, dX);
    return builder.finish(loss.losses);
}

}  // namespace shardscope::core
