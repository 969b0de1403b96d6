#include "gui/paint/text_font.h"

#include <QFontMetricsF>

namespace shardscope::gui {

TextMeasure measureOf(const QFont& font) {
    const QFontMetricsF metrics(font);
    return {.height = metrics.height(),
            .width = [metrics](const QString& text) { return metrics.horizontalAdvance(text); }};
}

}  // namespace shardscope::gui
