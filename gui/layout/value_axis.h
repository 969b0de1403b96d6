#pragma once
// One axis of a chart: what it spans, where its values lie, and round ticks. Pure; any thread.

#include <QString>
#include <functional>
#include <vector>

namespace shardscope::gui {

struct Axis {
    double from = 0, to = 1;  ///< values; from < to, both > 0 when logarithmic
    double begin = 0,
           end = 1;  ///< px of `from` and `to`; begin > end for an axis that grows upwards
    bool logarithmic = false;

    double at(double value) const;
};

/// An axis over [@p least, @p most] with room at both ends. Logarithmic where @p mayBeLog and the
/// values span more than a factor of eight; else from zero when @p fromZero.
Axis axisOver(double least, double most, bool fromZero, bool mayBeLog);

struct Tick {
    double position = 0;  ///< px
    QString text;

    bool operator==(const Tick&) const = default;
};

/// Values a person would choose, at least @p apart px from each other: 1, 2 or 5 times a power of ten
/// times @p unit (GiB for bytes).
std::vector<double> tickValues(const Axis& axis, double apart, double unit = 1);
std::vector<Tick> ticksOf(const Axis& axis, double apart, double unit,
                          const std::function<QString(double)>& text);

}  // namespace shardscope::gui
