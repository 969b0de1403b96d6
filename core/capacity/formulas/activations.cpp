#include "core/capacity/formulas/activations.h"

namespace shardscope::core {

namespace {

/// s * b * h, in elements.
double tokenElements(const TransformerShape& shape) {
    return static_cast<double>(shape.sequence) * static_cast<double>(shape.microBatch) *
           static_cast<double>(shape.hidden);
}

/// 5as/h: softmax input, its dropout mask and output.
double scoreBytes(const TransformerShape& shape) {
    return 5.0 * static_cast<double>(shape.heads) * static_cast<double>(shape.sequence) /
           static_cast<double>(shape.hidden);
}

}  // namespace

double activationBytesPerLayer(const TransformerShape& shape, ActivationMode mode) {
    const double t = static_cast<double>(shape.tensorParallel);
    if (mode.recompute == Recompute::Full) return 2.0 * tokenElements(shape);
    const double scores = mode.recompute == Recompute::Selective ? 0.0 : scoreBytes(shape);
    const double replicated = mode.sequenceParallel ? 10.0 / t : 10.0;
    return tokenElements(shape) * (replicated + 24.0 / t + scores / t);
}

double interleaveFactor(const TransformerShape& shape) {
    if (shape.interleave <= 1) return 1.0;
    const double pp = static_cast<double>(shape.pipelineParallel);
    return 1.0 + (pp - 1.0) / (pp * static_cast<double>(shape.interleave));
}

double activationBytes(const TransformerShape& shape, ActivationMode mode) {
    return static_cast<double>(shape.layers) * interleaveFactor(shape) *
           activationBytesPerLayer(shape, mode);
}

double modelStateBytes(const TransformerShape& shape) {
    const double h = static_cast<double>(shape.hidden);
    return 18.0 * 12.0 * static_cast<double>(shape.layers) * h * h /
           static_cast<double>(shape.tensorParallel * shape.pipelineParallel);
}

double logitBytes(const TransformerShape& shape) {
    return 4.0 * static_cast<double>(shape.sequence) * static_cast<double>(shape.microBatch) *
           static_cast<double>(shape.vocab);
}

}  // namespace shardscope::core
