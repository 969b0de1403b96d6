#include "core/host/ops/optimizer.h"

#include <cmath>

#include "core/host/ops/bucket_parts.h"
#include "core/host/ops/chunks.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/kernel.h"

namespace shardscope::core::ops {

namespace {

constexpr size_t kFactorScalar = 1;  ///< scalars = {norm, factor, overflow}

/// AdamW's constants of one update of one parameter.
/// Source: Loshchilov and Hutter, arXiv 1711.05101, in PyTorch's order of operations.
struct AdamWConstants {
    float factor;  ///< clip and unscale
    float keep;    ///< 1 - learning rate · decay
    float beta1, beta2;
    float rest1, rest2;    ///< 1 - beta
    float stepSize;        ///< learning rate / (1 - beta1^t)
    float rootCorrection;  ///< 1 / sqrt(1 - beta2^t)
    float epsilon;
};

AdamWConstants constantsOf(const OptimizerSettings& settings, const StepScalars& now, float factor,
                           bool decay) {
    const auto updates = static_cast<double>(now.updates + 1);
    const double correction1 = 1.0 - std::pow(settings.beta1, updates);
    const double correction2 = 1.0 - std::pow(settings.beta2, updates);
    const double shrink = decay ? now.learningRate * settings.weightDecay : 0.0;
    return {.factor = factor,
            .keep = static_cast<float>(1.0 - shrink),
            .beta1 = static_cast<float>(settings.beta1),
            .beta2 = static_cast<float>(settings.beta2),
            .rest1 = static_cast<float>(1.0 - settings.beta1),
            .rest2 = static_cast<float>(1.0 - settings.beta2),
            .stepSize = static_cast<float>(now.learningRate / correction1),
            .rootCorrection = static_cast<float>(1.0 / std::sqrt(correction2)),
            .epsilon = static_cast<float>(settings.epsilon)};
}

SHARDSCOPE_KERNEL void adamW(const float* gradients, const AdamWConstants& constants,
                             float* weights, float* momentum, float* variance, int64_t elements) {
    const AdamWConstants c = constants;
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float gradient = gradients[i] * c.factor;
        const float m = c.beta1 * momentum[i] + c.rest1 * gradient;
        const float v = c.beta2 * variance[i] + c.rest2 * (gradient * gradient);
        momentum[i] = m;
        variance[i] = v;
        const float denominator = std::sqrt(v) * c.rootCorrection + c.epsilon;
        weights[i] = weights[i] * c.keep - c.stepSize * (m / denominator);
    }
}

SHARDSCOPE_KERNEL void sgdMomentum(const float* gradients, float factor, float keepMomentum,
                                   float learningRate, float* weights, float* momentum,
                                   int64_t elements) {
#pragma GCC ivdep
    for (int64_t i = 0; i < elements; ++i) {
        const float m = keepMomentum * momentum[i] + gradients[i] * factor;
        momentum[i] = m;
        weights[i] -= learningRate * m;
    }
}

/// The weights that an update changes: fp32 master weights and the working copy rounded from them,
/// or fp32 working weights alone.
class UpdatedWeights {
  public:
    UpdatedWeights(TensorId weights, TensorId master, const Call& call)
        : working_(call.operand(weights)), fp32_(call.floats(master.valid() ? master : weights)) {}
    float* at(int64_t element) const { return fp32_ + element; }
    void publish(int64_t first, int64_t elements) const {
        storeFloats(working_, first, elements, at(first));
    }

  private:
    Operand working_;
    float* fp32_;
};

}  // namespace

void execute(const AdamW& o, const Call& call) {
    const Problem& problem = call.problem();
    const Operand gradient = call.operand(o.gradient);
    const UpdatedWeights weights(o.weights, o.master, call);
    float* momentum = call.floats(o.momentum);
    float* variance = call.floats(o.variance);
    const float factor = call.floats(o.scalars)[kFactorScalar];
    forEachPart(problem.buckets[o.bucket], o.first, o.elements, [&](const BucketPart& part) {
        const bool decay = problem.graph.parameters[part.parameter.index()].decay;
        const AdamWConstants constants =
            constantsOf(problem.workload.optimizer, call.bound.scalars, factor, decay);
        forEachChunk(part.elements, [&](int64_t begin, int64_t count) {
            Chunk staging;
            const int64_t at = part.inRange + begin;
            adamW(readFloats(gradient, at, count, staging), constants, weights.at(at),
                  momentum + at, variance + at, count);
            weights.publish(at, count);
        });
    });
}

void execute(const SgdMomentum& o, const Call& call) {
    const Problem& problem = call.problem();
    const Operand gradient = call.operand(o.gradient);
    const UpdatedWeights weights(o.weights, o.master, call);
    float* momentum = call.floats(o.momentum);
    const float factor = call.floats(o.scalars)[kFactorScalar];
    const auto keep = static_cast<float>(problem.workload.optimizer.momentum);
    const auto rate = static_cast<float>(call.bound.scalars.learningRate);
    forEachPart(problem.buckets[o.bucket], o.first, o.elements, [&](const BucketPart& part) {
        forEachChunk(part.elements, [&](int64_t begin, int64_t count) {
            Chunk staging;
            const int64_t at = part.inRange + begin;
            sgdMomentum(readFloats(gradient, at, count, staging), factor, keep, rate,
                        weights.at(at), momentum + at, count);
            weights.publish(at, count);
        });
    });
}

}  // namespace shardscope::core::ops
