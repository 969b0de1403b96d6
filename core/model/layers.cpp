#include "core/model/layers.h"

namespace shardscope::core {

Projection Projection::declare(GraphBuilder& builder, const std::string& name, int64_t in,
                               int64_t out, int bucketGroup, double deviation, bool hasBias) {
    Projection layer{.name = name, .weight = {}, .bias = {}, .in = in, .out = out};
    layer.weight = builder.parameter({.name = name + ".weight",
                                      .shape = {out, in},
                                      .bucketGroup = bucketGroup,
                                      .deviation = deviation,
                                      .decay = true});
    if (!hasBias) return layer;
    layer.bias = builder.parameter({.name = name + ".bias",
                                    .shape = {out},
                                    .bucketGroup = bucketGroup,
                                    .initializer = Initializer::Zeros});
    return layer;
}

TensorId Projection::forward(GraphBuilder& builder, TensorId x, int64_t rows,
                             const std::string& output) const {
    const TensorId y = builder.activation(output.empty() ? name : output, rows * out);
    builder.forward(Matmul{.a = x,
                           .b = builder.weight(weight),
                           .bias = bias.valid() ? builder.weight(bias) : TensorId{},
                           .c = y,
                           .m = rows,
                           .n = out,
                           .k = in,
                           .transposeA = false,
                           .transposeB = true,
                           .write = Write::Overwrite},
                    name);
    return y;
}

TensorId Projection::backward(GraphBuilder& builder, TensorId x, TensorId dY, int64_t rows) const {
    const TensorId dX = builder.activationGradient("d " + name, rows * in);
    backwardInto(builder, x, dY, dX, Write::Overwrite, rows);
    return dX;
}

void Projection::backwardInto(GraphBuilder& builder, TensorId x, TensorId dY, TensorId dX,
                              Write write, int64_t rows) const {
    builder.backward(Matmul{.a = dY,
                            .b = builder.weight(weight),
                            .bias = {},
                            .c = dX,
                            .m = rows,
                            .n = in,
                            .k = out,
                            .transposeA = false,
                            .transposeB = false,
                            .write = write},
                     name + " dX");
    builder.backward(Matmul{.a = dY,
                            .b = x,
                            .bias = {},
                            .c = builder.gradient(weight),
                            .m = out,
                            .n = in,
                            .k = rows,
                            .transposeA = true,
                            .transposeB = false,
                            .write = Write::Overwrite},
                     name + " dW");
    if (!bias.valid()) return;
    builder.backward(BiasGradient{.dOut = dY,
                                  .dBias = builder.gradient(bias),
                                  .rows = rows,
                                  .columns = out,
                                  .write = Write::Overwrite},
                     name + " db");
}

RmsNorm RmsNorm::declare(GraphBuilder& builder, const std::string& name, int64_t hidden,
                         int bucketGroup) {
    const ParameterId gamma = builder.parameter({.name = name + ".weight",
                                                 .shape = {hidden},
                                                 .bucketGroup = bucketGroup,
                                                 .initializer = Initializer::Ones});
    return {.name = name, .gamma = gamma, .hidden = hidden};
}

RmsNorm::Saved RmsNorm::forward(GraphBuilder& builder, TensorId x, int64_t rows) const {
    const Saved saved{.in = x,
                      .out = builder.activation(name, rows * hidden),
                      .rstd = builder.value(name + " rstd", rows, DType::Fp32)};
    builder.forward(RmsNormForward{.in = x,
                                   .gamma = builder.weight(gamma),
                                   .out = saved.out,
                                   .rstd = saved.rstd,
                                   .rows = rows,
                                   .hidden = hidden,
                                   .epsilon = builder.workload().model.normEpsilon},
                    name);
    return saved;
}

void RmsNorm::backward(GraphBuilder& builder, const Saved& saved, TensorId dOut, TensorId dX,
                       bool addToInput, int64_t rows) const {
    builder.backward(RmsNormBackward{.dOut = dOut,
                                     .in = saved.in,
                                     .gamma = builder.weight(gamma),
                                     .rstd = saved.rstd,
                                     .dIn = dX,
                                     .dGamma = builder.gradient(gamma),
                                     .rows = rows,
                                     .hidden = hidden,
                                     .addToInput = addToInput,
                                     .write = Write::Overwrite},
                     name);
}

SelfAttention SelfAttention::forward(GraphBuilder& builder, const std::string& name, TensorId q,
                                     TensorId k, TensorId v) {
    const Workload& w = builder.workload();
    const bool flash = w.attention == Attention::Flash;
    SelfAttention attention{.name = name, .q = q, .k = k, .v = v};
    attention.shape = {.batch = w.microBatch,
                       .sequence = w.model.sequence,
                       .heads = w.model.heads,
                       .kvHeads = w.model.kvHeadCount(),
                       .columns = w.model.headColumns()};
    const int64_t queries = w.microBatch * w.model.heads * w.model.sequence;
    attention.kept = flash
                         ? builder.value(name + " logsumexp", queries, DType::Fp32)
                         : builder.activation(name + " probabilities", queries * w.model.sequence);
    attention.out = builder.activation(name + " context", queries * w.model.headColumns());
    if (flash) {
        builder.forward(FlashAttentionForward{.q = q,
                                              .k = k,
                                              .v = v,
                                              .out = attention.out,
                                              .logSumExp = attention.kept,
                                              .shape = attention.shape},
                        name);
    } else {
        attention.materializedForward(builder);
    }
    return attention;
}

/// Packed heads as many as key heads have an operation of their own, GPT-2's.
void SelfAttention::materializedForward(GraphBuilder& builder) const {
    if (packed() && shape.heads == shape.kvHeads) {
        builder.forward(AttentionForward{.qkv = q,
                                         .probabilities = kept,
                                         .out = out,
                                         .batch = shape.batch,
                                         .sequence = shape.sequence,
                                         .hidden = shape.heads * shape.columns,
                                         .heads = shape.heads},
                        name);
        return;
    }
    builder.forward(
        GroupedAttentionForward{
            .q = q, .k = k, .v = v, .probabilities = kept, .out = out, .shape = shape},
        name);
}

SelfAttention::Gradients SelfAttention::backward(GraphBuilder& builder, TensorId dOut) const {
    const bool flash = builder.workload().attention == Attention::Flash;
    const TensorId dScores =
        flash ? TensorId{}
              : builder.activationGradient("d " + name + " scores", builder.tensor(kept).elements);
    const auto gradientOf = [&](TensorId value) {
        const GraphTensor& tensor = builder.tensor(value);
        return builder.activationGradient("d " + tensor.name + " out", tensor.elements);
    };
    Gradients gradients;
    gradients.q = gradientOf(q);
    gradients.k = packed() ? gradients.q : gradientOf(k);
    gradients.v = packed() ? gradients.q : gradientOf(v);
    if (!flash) {
        materializedBackward(builder, dOut, dScores, gradients);
        return gradients;
    }
    builder.backward(FlashAttentionBackward{.dOut = dOut,
                                            .q = q,
                                            .k = k,
                                            .v = v,
                                            .out = out,
                                            .logSumExp = kept,
                                            .dQ = gradients.q,
                                            .dK = gradients.k,
                                            .dV = gradients.v,
                                            .shape = shape},
                     name);
    return gradients;
}

void SelfAttention::materializedBackward(GraphBuilder& builder, TensorId dOut, TensorId dScores,
                                         const Gradients& gradients) const {
    if (packed() && shape.heads == shape.kvHeads) {
        builder.backward(AttentionBackward{.dOut = dOut,
                                           .qkv = q,
                                           .probabilities = kept,
                                           .dScores = dScores,
                                           .dQkv = gradients.q,
                                           .batch = shape.batch,
                                           .sequence = shape.sequence,
                                           .hidden = shape.heads * shape.columns,
                                           .heads = shape.heads},
                         name);
        return;
    }
    builder.backward(GroupedAttentionBackward{.dOut = dOut,
                                              .q = q,
                                              .k = k,
                                              .v = v,
                                              .probabilities = kept,
                                              .dScores = dScores,
                                              .dQ = gradients.q,
                                              .dK = gradients.k,
                                              .dV = gradients.v,
                                              .shape = shape},
                     name);
}

TensorId residualAdd(GraphBuilder& builder, TensorId a, TensorId b, int64_t elements,
                     const std::string& name) {
    const TensorId out = builder.activation(name, elements);
    builder.forward(ResidualAdd{.a = a, .b = b, .out = out, .elements = elements}, name);
    return out;
}

}  // namespace shardscope::core
