#include "core/capacity/formulas/deepspeed_estimator.h"

#include <algorithm>

namespace shardscope::core {

namespace {

double ranksOf(const EstimatorInput& input) {
    return static_cast<double>(input.gpusPerNode) * input.nodes;
}

/// While the model is built, every process of a node has it in fp32.
double copyOfEveryProcess(const EstimatorInput& input) { return 4.0 * input.gpusPerNode; }

EstimatedBytes zero2(const EstimatorInput& input, double wholeBytes, double dividedBytes) {
    const double p = input.parameters;
    if (input.offload != Offload::None) {
        return {.gpu = 2.0 * p,
                .cpu = p * std::max(4.0 * ranksOf(input), 16.0) * input.bufferFactor};
    }
    return {.gpu = wholeBytes * p + dividedBytes * p / ranksOf(input),
            .cpu = p * copyOfEveryProcess(input) * input.bufferFactor};
}

/// A node keeps its part of @p bytesAParameter; without zero.Init the copies come first.
double offloaded(const EstimatorInput& input, double bytesAParameter) {
    const double kept = bytesAParameter / input.nodes;
    const double bytes = input.zeroInit ? kept : std::max(copyOfEveryProcess(input), kept);
    return input.parameters * bytes * input.bufferFactor;
}

}  // namespace

EstimatedBytes estimateZero2(const EstimatorInput& input) { return zero2(input, 2.0, 18.0); }

EstimatedBytes estimateZero2Documented(const EstimatorInput& input) {
    return zero2(input, 4.0, 16.0);
}

EstimatedBytes estimateZero3(const EstimatorInput& input) {
    const double largest = 4.0 * input.largestLayer;
    const double p = input.parameters;
    switch (input.offload) {
        case Offload::OptimizerAndWeights:
            return {.gpu = largest, .cpu = offloaded(input, 18.0)};
        case Offload::Optimizer:
            return {.gpu = largest + 2.0 * p / ranksOf(input), .cpu = offloaded(input, 16.0)};
        case Offload::None:
            break;
    }
    const double built = input.zeroInit ? input.largestLayer : p;
    return {.gpu = largest + 18.0 * p / ranksOf(input),
            .cpu = built * copyOfEveryProcess(input) * input.bufferFactor};
}

}  // namespace shardscope::core
