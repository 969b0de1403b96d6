#include "core/model/llama_block.h"
#include "core/model/models.h"

namespace shardscope::core {

namespace {

int64_t rowsOf(const Workload& w) { return w.microBatch * w.model.sequence; }

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
                              .deviation = kLlamaDeviation,
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
    head =
        Projection::declare(builder, "lm_head", model.hidden, model.vocab, layers, kLlamaDeviation);
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
    std::vector<LlamaBlock> blocks;
    blocks.reserve(static_cast<size_t>(layers));
    for (int i = 0; i < layers; ++i) blocks.push_back(LlamaBlock::declare(builder, i));
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
