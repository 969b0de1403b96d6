#pragma once
// The colours of every view, light and dark. Colour never stands alone: each category has a pattern
// too, so that neighbours differ in print and to colour-blind readers.

#include <QBrush>
#include <QColor>
#include <QPalette>

#include "core/base/category.h"

namespace shardscope::gui {

struct Theme {
    bool dark = false;
    QColor background, panel, text, faint, grid, accent;
    QColor warning;  ///< stalls, exposed communication
    QColor dead;     ///< reduced, not mine, still allocated
    QColor stale, gathering, ready;

    bool operator==(const Theme&) const = default;
};

Theme lightTheme();
Theme darkTheme();
/// Light or dark by the palette's window colour.
Theme themeOf(const QPalette& palette);

/// Fill of @p category: Okabe and Ito's colours (jfly.uni-koeln.de/color), darkened or lightened
/// where two categories share a hue.
QColor colourOf(core::Category category, const Theme& theme);
/// Qt::SolidPattern or the hatch that tells @p category from its neighbours in a stack.
Qt::BrushStyle patternOf(core::Category category);
/// "gradients, full size": what people read, translated.
QString titleOf(core::Category category);

}  // namespace shardscope::gui
