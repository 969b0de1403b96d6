#include <cmath>

#include "gui/layout/panel_context.h"

namespace shardscope::gui {

QString elided(const QString& text, double width, TextRole role, const TextMeter& meter) {
    const double whole = meter(text, role);
    if (whole <= width) return text;
    const double dots = meter(QStringLiteral("…"), role);
    const double each = whole / static_cast<double>(std::max<qsizetype>(1, text.size()));
    auto keep = static_cast<qsizetype>(std::floor((width - dots) / each));
    while (keep > 0 && meter(text.left(keep), role) + dots > width) --keep;
    if (keep < 4) return {};
    return text.left(keep) + QStringLiteral("…");
}

}  // namespace shardscope::gui
