#include "core/capacity/formulas/flops.h"

namespace shardscope::core {

namespace {

/// BsLh^2(1 + s/(6h) + V/(12hL)).
double iterationUnits(double globalBatch, const TransformerShape& shape) {
    const double s = static_cast<double>(shape.sequence);
    const double h = static_cast<double>(shape.hidden);
    const double l = static_cast<double>(shape.layers);
    const double v = static_cast<double>(shape.vocab);
    return globalBatch * s * l * h * h * (1.0 + s / (6.0 * h) + v / (12.0 * h * l));
}

}  // namespace

double flopsPerToken(double countedParameters, const TransformerShape& shape) {
    return 6.0 * countedParameters + 12.0 * static_cast<double>(shape.layers) *
                                         static_cast<double>(shape.hidden) *
                                         static_cast<double>(shape.sequence);
}

double flopsPerIteration(double globalBatch, const TransformerShape& shape) {
    return 72.0 * iterationUnits(globalBatch, shape);
}

double hardwareFlopsPerIteration(double globalBatch, const TransformerShape& shape) {
    return 96.0 * iterationUnits(globalBatch, shape);
}

double utilisation(double flopsASecond, double peak) { return flopsASecond / peak; }

}  // namespace shardscope::core
