#include "gui/layout/value_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::gui {
namespace {

constexpr double kLogSpan = 8;     // from this factor on a linear axis squeezes the small values
constexpr double kLogRoom = 1.25;  // factor at both ends
constexpr double kRoom = 0.08;     // share of the span at both ends
constexpr std::array<double, 3> kSteps{1, 2, 5};

/// The least of 1, 2, 5 × 10^n that is at least @p value.
double roundStep(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : kSteps) {
        if (step * decade >= value * (1 - 1e-9)) return step * decade;
    }
    return 10 * decade;
}

std::vector<double> linearTicks(const Axis& axis, double apart, double unit) {
    const double length = std::abs(axis.end - axis.begin);
    if (length < apart) return {};
    const double step = roundStep((axis.to - axis.from) / unit * apart / length) * unit;
    std::vector<double> values;
    for (double n = std::ceil(axis.from / step - 1e-9); n * step <= axis.to * (1 + 1e-12); ++n) {
        values.push_back(n * step);
    }
    return values;
}

std::vector<double> logTicks(const Axis& axis, double apart, double unit) {
    std::vector<double> values;
    const double first = std::floor(std::log10(axis.from / unit));
    for (double power = first; std::pow(10.0, power) * unit <= axis.to; ++power) {
        for (const double step : kSteps) {
            const double value = step * std::pow(10.0, power) * unit;
            if (value < axis.from || value > axis.to) continue;
            const bool clear =
                values.empty() || std::abs(axis.at(value) - axis.at(values.back())) >= apart;
            if (clear) values.push_back(value);
        }
    }
    return values;
}

}  // namespace

double Axis::at(double value) const {
    const double share = logarithmic
                             ? std::log(std::max(value, 1e-300) / from) / std::log(to / from)
                             : (value - from) / (to - from);
    return begin + share * (end - begin);
}

Axis axisOver(double least, double most, bool fromZero, bool mayBeLog) {
    if (mayBeLog && least > 0 && most > least * kLogSpan) {
        return {.from = least / kLogRoom, .to = most * kLogRoom, .logarithmic = true};
    }
    const double low = fromZero ? std::min(0.0, least) : least;
    double span = most - low;
    if (span <= 0) span = std::max(std::abs(most), 1.0);
    const bool grounded = fromZero && low == 0;
    return {.from = grounded ? 0 : low - kRoom * span, .to = most + kRoom * span};
}

std::vector<double> tickValues(const Axis& axis, double apart, double unit) {
    return axis.logarithmic ? logTicks(axis, apart, unit) : linearTicks(axis, apart, unit);
}

std::vector<Tick> ticksOf(const Axis& axis, double apart, double unit,
                          const std::function<QString(double)>& text) {
    std::vector<Tick> ticks;
    for (const double value : tickValues(axis, apart, unit)) {
        ticks.push_back({axis.at(value), text(value)});
    }
    return ticks;
}

}  // namespace shardscope::gui
