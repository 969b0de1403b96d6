#include "core/model/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shardscope::core {

namespace {

/// Turns in the original length tell long waves, which are stretched, from short ones, which are not.
double stretched(double frequency, const RopeScaling& scaling) {
    const double turns =
        static_cast<double>(scaling.originalLength) * frequency / (2.0 * std::numbers::pi);
    const double keep = (turns - scaling.lowFrequencyFactor) /
                        (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
    return std::lerp(frequency / scaling.factor, frequency, std::clamp(keep, 0.0, 1.0));
}

}  // namespace

std::vector<double> inverseFrequencies(int64_t columns, double theta, const RopeScaling& scaling) {
    std::vector<double> frequencies(static_cast<size_t>(columns / 2));
    for (size_t i = 0; i < frequencies.size(); ++i) {
        const double frequency =
            std::pow(theta, -2.0 * static_cast<double>(i) / static_cast<double>(columns));
        frequencies[i] = scaling.factor == 1.0 ? frequency : stretched(frequency, scaling);
    }
    return frequencies;
}

}  // namespace shardscope::core
