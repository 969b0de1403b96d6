#pragma once
// How much room text takes, so that layout needs no font and no display.

#include <QString>
#include <functional>

namespace shardscope::gui {

struct TextMeasure {
    double height = 14;  ///< of a line, px
    std::function<double(const QString&)> width;
};

/// Every character 0.55 of a line's height wide: for tests.
TextMeasure roughMeasure(double height);
/// @p text, cut with "…" to at most @p width.
QString elided(const QString& text, double width, const TextMeasure& measure);
/// @p text broken at spaces into lines of at most @p width; a longer word has its own line, cut.
QStringList wrapped(const QString& text, double width, const TextMeasure& measure);

}  // namespace shardscope::gui
