#include "core/model/graph_builder.h"

namespace shardscope::core {

ParameterId GraphBuilder::parameter(Parameter parameter) {
    if (!graph_.tensors.empty()) broken("parameters are declared before values");
    graph_.parameters.push_back(std::move(parameter));
    return ParameterId{static_cast<int32_t>(graph_.parameters.size()) - 1};
}

void GraphBuilder::sealParameters() {
    for (TensorRole role : {TensorRole::Weight, TensorRole::Gradient}) {
        for (size_t i = 0; i < graph_.parameters.size(); ++i) {
            const Parameter& p = graph_.parameters[i];
            const bool isWeight = role == TensorRole::Weight;
            graph_.tensors.push_back({
                .name = isWeight ? p.name : "d " + p.name,
                .role = role,
                .parameter = ParameterId{static_cast<int32_t>(i)},
                .elements = p.elements(),
                .dtype = workload_.dtype,
                .category = isWeight ? Category::Weights : Category::Gradients,
            });
        }
    }
}

TensorId GraphBuilder::value(std::string name, int64_t elements, DType dtype, Category category) {
    graph_.tensors.push_back(
        {.name = std::move(name), .elements = elements, .dtype = dtype, .category = category});
    return TensorId{static_cast<int32_t>(graph_.tensors.size()) - 1};
}

void GraphBuilder::forward(Operation operation, std::string name) {
    graph_.forward.push_back({std::move(operation), std::move(name), layer_});
}

void GraphBuilder::backward(Operation operation, std::string name) {
    graph_.backward.push_back({std::move(operation), std::move(name), layer_});
}

Graph GraphBuilder::finish(TensorId losses) {
    graph_.losses = losses;
    graph_.tensors[losses.index()].persistent = true;
    return std::move(graph_);
}

Linear Linear::declare(GraphBuilder& builder, const std::string& name, int64_t in, int64_t out,
                       int bucketGroup, double deviation) {
    const ParameterId weight = builder.parameter({.name = name + ".weight",
                                                  .shape = {in, out},
                                                  .bucketGroup = bucketGroup,
                                                  .deviation = deviation,
                                                  .decay = true});
    const ParameterId bias = builder.parameter({.name = name + ".bias",
                                                .shape = {out},
                                                .bucketGroup = bucketGroup,
                                                .initializer = Initializer::Zeros});
    return {.name = name, .weight = weight, .bias = bias, .in = in, .out = out};
}

TensorId Linear::forward(GraphBuilder& builder, TensorId x, int64_t rows) const {
    const TensorId y = builder.activation(name, rows * out);
    builder.forward(Matmul{.a = x,
                           .b = builder.weight(weight),
                           .bias = builder.weight(bias),
                           .c = y,
                           .m = rows,
                           .n = out,
                           .k = in,
                           .transposeA = false,
                           .transposeB = false,
                           .write = Write::Overwrite},
                    name);
    return y;
}

TensorId Linear::backward(GraphBuilder& builder, TensorId x, TensorId dY, int64_t rows) const {
    const TensorId dX = builder.activationGradient("d " + name, rows * in);
    builder.backward(Matmul{.a = dY,
                            .b = builder.weight(weight),
                            .bias = {},
                            .c = dX,
                            .m = rows,
                            .n = in,
                            .k = out,
                            .transposeA = false,
                            .transposeB = true,
                            .write = Write::Overwrite},
                     name + " dX");
    builder.backward(Matmul{.a = x,
                            .b = dY,
                            .bias = {},
                            .c = builder.gradient(weight),
                            .m = in,
                            .n = out,
                            .k = rows,
                            .transposeA = true,
                            .transposeB = false,
                            .write = Write::Overwrite},
                     name + " dW");
    builder.backward(BiasGradient{.dOut = dY,
                                  .dBias = builder.gradient(bias),
                                  .rows = rows,
                                  .columns = out,
                                  .write = Write::Overwrite},
                     name + " db");
    return dX;
}

LayerNorm LayerNorm::declare(GraphBuilder& builder, const std::string& name, int64_t hidden,
                             int bucketGroup) {
    const ParameterId gamma = builder.parameter({.name = name + ".weight",
                                                 .shape = {hidden},
                                                 .bucketGroup = bucketGroup,
                                                 .initializer = Initializer::Ones});
    const ParameterId beta = builder.parameter({.name = name + ".bias",
                                                .shape = {hidden},
                                                .bucketGroup = bucketGroup,
                                                .initializer = Initializer::Zeros});
    return {.name = name, .gamma = gamma, .beta = beta, .hidden = hidden};
}

LayerNorm::Saved LayerNorm::forward(GraphBuilder& builder, TensorId x, int64_t rows) const {
    const Saved saved{.in = x,
                      .out = builder.activation(name, rows * hidden),
                      .mean = builder.value(name + " mean", rows, DType::Fp32),
                      .rstd = builder.value(name + " rstd", rows, DType::Fp32)};
    builder.forward(LayerNormForward{.in = x,
                                     .gamma = builder.weight(gamma),
                                     .beta = builder.weight(beta),
                                     .out = saved.out,
                                     .mean = saved.mean,
                                     .rstd = saved.rstd,
                                     .rows = rows,
                                     .hidden = hidden},
                    name);
    return saved;
}

void LayerNorm::backward(GraphBuilder& builder, const Saved& saved, TensorId dOut, TensorId dX,
                         bool addToInput, int64_t rows) const {
    builder.backward(LayerNormBackward{.dOut = dOut,
                                       .in = saved.in,
                                       .gamma = builder.weight(gamma),
                                       .mean = saved.mean,
                                       .rstd = saved.rstd,
                                       .dIn = dX,
                                       .dGamma = builder.gradient(gamma),
                                       .dBeta = builder.gradient(beta),
                                       .rows = rows,
                                       .hidden = hidden,
                                       .addToInput = addToInput,
                                       .write = Write::Overwrite},
                     name);
}

Batch Batch::load(GraphBuilder& builder) {
    const Workload& w = builder.workload();
    const int64_t rows = w.microBatch * w.model.sequence;
    const Batch batch{.tokens = builder.value("tokens", rows, DType::Int32),
                      .targets = builder.value("targets", rows, DType::Int32)};
    builder.forward(LoadBatch{.tokens = batch.tokens,
                              .targets = batch.targets,
                              .batch = w.microBatch,
                              .sequence = w.model.sequence},
                    "batch");
    return batch;
}

CrossEntropy CrossEntropy::forward(GraphBuilder& builder, TensorId logits, TensorId targets,
                                   int64_t rows) {
    const Workload& w = builder.workload();
    if (w.logits == Logits::Fp32) {
        const int64_t elements = rows * w.model.vocab;
        const TensorId wide = builder.value("logits fp32", elements, DType::Fp32);
        builder.forward(Cast{.in = logits, .out = wide, .elements = elements}, "logits fp32");
        logits = wide;
    }
    const CrossEntropy loss{
        .logits = logits,
        .targets = targets,
        .logSumExp = builder.value("logsumexp", rows, DType::Fp32),
        .losses = builder.value("losses", w.gradAccum, DType::Fp32, Category::Workspace)};
    builder.forward(CrossEntropyForward{.logits = logits,
                                        .targets = targets,
                                        .logSumExp = loss.logSumExp,
                                        .losses = loss.losses,
                                        .rows = rows,
                                        .vocab = w.model.vocab},
                    "loss");
    return loss;
}

TensorId CrossEntropy::backward(GraphBuilder& builder, int64_t rows) const {
    const int64_t vocab = builder.workload().model.vocab, elements = rows * vocab;
    CrossEntropyBackward backward{.logits = logits,
                                  .targets = targets,
                                  .logSumExp = logSumExp,
                                  .dLogits = {},
                                  .rows = rows,
                                  .vocab = vocab};
    if (builder.workload().logits == Logits::Fused) {
        backward.dLogits = builder.activationGradient("d logits", elements);
        builder.backward(backward, "loss");
        return backward.dLogits;
    }
    const auto wide = [&](const char* name) {
        return builder.value(name, elements, DType::Fp32, Category::ActivationGradients);
    };
    backward.dLogProbabilities = wide("d log-probabilities");
    backward.dLogits = wide("d logits fp32");
    builder.backward(backward, "loss");
    const TensorId dLogits = builder.activationGradient("d logits", elements);
    builder.backward(Cast{.in = backward.dLogits, .out = dLogits, .elements = elements},
                     "d logits");
    return dLogits;
}

}  // namespace shardscope::core
