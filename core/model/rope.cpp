#include "core/model/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace shardscope::core {

namespace {

/// Turns in the original length tell long waves, which are stretched, from short ones, which are not.
double keptByTurns(double frequency, const RopeScaling& scaling) {
    const double turns =
        static_cast<double>(scaling.originalLength) * frequency / (2.0 * std::numbers::pi);
    return (turns - scaling.lowFrequencyFactor) /
           (scaling.highFrequencyFactor - scaling.lowFrequencyFactor);
}

/// The same by pair of columns: which one turns that often is rounded to a whole pair.
double keptByPair(size_t pair, int64_t columns, double theta, const RopeScaling& scaling) {
    const auto pairOf = [&](double turns) {
        const double length = static_cast<double>(scaling.originalLength);
        return static_cast<double>(columns) * std::log(length / (turns * 2.0 * std::numbers::pi)) /
               (2.0 * std::log(theta));
    };
    const double last = static_cast<double>(columns - 1);
    const double low = std::max(std::floor(pairOf(scaling.fastTurns)), 0.0);
    const double high = std::min(std::ceil(pairOf(scaling.slowTurns)), last);
    return 1.0 - (static_cast<double>(pair) - low) / std::max(high - low, 1e-3);
}

/// How much of a frequency stays as it is, from 0 (all is stretched) to 1.
double keptOf(size_t pair, double frequency, int64_t columns, double theta,
              const RopeScaling& scaling) {
    switch (scaling.stretch) {
        case RopeStretch::Llama3:
            return std::clamp(keptByTurns(frequency, scaling), 0.0, 1.0);
        case RopeStretch::Yarn:
            return std::clamp(keptByPair(pair, columns, theta, scaling), 0.0, 1.0);
        case RopeStretch::Linear:
        case RopeStretch::Other:
            break;
    }
    return 0.0;
}

}  // namespace

std::vector<double> inverseFrequencies(int64_t columns, double theta, const RopeScaling& scaling) {
    std::vector<double> frequencies(static_cast<size_t>(columns / 2));
    for (size_t i = 0; i < frequencies.size(); ++i) {
        const double frequency =
            std::pow(theta, -2.0 * static_cast<double>(i) / static_cast<double>(columns));
        const double kept =
            scaling.factor == 1.0 ? 1.0 : keptOf(i, frequency, columns, theta, scaling);
        frequencies[i] = std::lerp(frequency / scaling.factor, frequency, kept);
    }
    return frequencies;
}

}  // namespace shardscope::core
