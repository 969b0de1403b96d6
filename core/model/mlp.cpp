#include <fmt/format.h>

#include <cmath>

#include "core/model/graph_builder.h"
#include "core/model/models.h"

namespace shardscope::core {

namespace {

struct Block {
    Linear linear;
    TensorId in, hidden;
};

}  // namespace

Graph buildMlp(const Workload& workload) {
    const ModelShape& model = workload.model;
    const int64_t rows = workload.microBatch * model.sequence;
    const int64_t c = model.hidden;
    const int layers = static_cast<int>(model.layers);
    const double deviation = std::sqrt(2.0 / static_cast<double>(c));  // He et al., for GELU
    GraphBuilder builder(workload);
    const ParameterId table = builder.parameter({.name = "embedding.weight",
                                                 .shape = {model.vocab, c},
                                                 .bucketGroup = 0,
                                                 .deviation = 1.0,
                                                 .decay = true});
    std::vector<Block> blocks;
    for (int i = 0; i < layers; ++i) {
        blocks.push_back(
            {.linear = Linear::declare(builder, fmt::format("layers.{}", i), c, c, i, deviation),
             .in = {},
             .hidden = {}});
    }
    const Linear head =
        Linear::declare(builder, "head", c, model.vocab, layers - 1, deviation / 4.0);
    builder.sealParameters();

    const Batch batch = Batch::load(builder);
    TensorId x = builder.activation("embedding", rows * c);
    builder.forward(EmbeddingForward{.tokens = batch.tokens,
                                     .tokenTable = builder.weight(table),
                                     .positionTable = {},
                                     .out = x,
                                     .batch = workload.microBatch,
                                     .sequence = model.sequence,
                                     .hidden = c,
                                     .vocab = model.vocab},
                    "embedding");
    for (int i = 0; i < layers; ++i) {
        Block& block = blocks[static_cast<size_t>(i)];
        builder.layer(i + 1);
        block.in = x;
        block.hidden = block.linear.forward(builder, x, rows);
        x = builder.activation(block.linear.name + " gelu", rows * c);
        builder.forward(GeluForward{.in = block.hidden, .out = x, .elements = rows * c},
                        block.linear.name + " gelu");
    }
    builder.layer(layers + 1);
    const TensorId logits = head.forward(builder, x, rows);
    const CrossEntropy loss = CrossEntropy::forward(builder, logits, batch.targets, rows);

    TensorId dX = head.backward(builder, x, loss.backward(builder, rows), rows);
    for (int i = layers - 1; i >= 0; --i) {
        const Block& block = blocks[static_cast<size_t>(i)];
        builder.layer(i + 1);
        const TensorId dHidden =
            builder.activationGradient("d " + block.linear.name + " gelu", rows * c);
        builder.backward(
            GeluBackward{.dOut = dX, .in = block.hidden, .dIn = dHidden, .elements = rows * c},
            block.linear.name + " gelu");
        dX = block.linear.backward(builder, block.in, dHidden, rows);
    }
    builder.layer(0);
    builder.backward(TokenEmbeddingBackward{.tokens = batch.tokens,
                                            .dOut = dX,
                                            .dTable = builder.gradient(table),
                                            .rows = rows,
                                            .hidden = c,
                                            .vocab = model.vocab,
                                            .write = Write::Overwrite},
                     "embedding");
    return builder.finish(loss.losses);
}

}  // namespace shardscope::core
