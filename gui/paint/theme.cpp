#include "gui/paint/theme.h"

#include <QCoreApplication>
#include <array>

namespace shardscope::gui {
namespace {

using core::Category;

struct Fill {
    QRgb light, dark;
    Qt::BrushStyle pattern;
    const char* title;
};

constexpr std::array<Fill, core::kCategories> kFills{{
    {0xff0072b2, 0xff3f9fd8, Qt::SolidPattern, QT_TRANSLATE_NOOP("Category", "weights")},
    {0xff56b4e9, 0xff86cdf3, Qt::FDiagPattern, QT_TRANSLATE_NOOP("Category", "master weights")},
    {0xff8a9ba8, 0xff718491, Qt::SolidPattern, QT_TRANSLATE_NOOP("Category", "optimizer state")},
    {0xffd55e00, 0xfff0812f, Qt::SolidPattern,
     QT_TRANSLATE_NOOP("Category", "gradients, full size")},
    {0xff009e73, 0xff2fc79b, Qt::SolidPattern, QT_TRANSLATE_NOOP("Category", "gradient shards")},
    {0xffe69f00, 0xfff5bd45, Qt::BDiagPattern, QT_TRANSLATE_NOOP("Category", "bucket copies")},
    {0xffcc79a7, 0xffdd9abf, Qt::SolidPattern, QT_TRANSLATE_NOOP("Category", "activations")},
    {0xff8f5a7e, 0xffb07fa0, Qt::Dense4Pattern,
     QT_TRANSLATE_NOOP("Category", "activation gradients")},
    {0xffb9b04a, 0xffd5cd6c, Qt::CrossPattern, QT_TRANSLATE_NOOP("Category", "workspace")},
    {0xff6a5acd, 0xff9a8cf0, Qt::DiagCrossPattern, QT_TRANSLATE_NOOP("Category", "communication")},
}};

const Fill& fillOf(Category category) { return kFills[static_cast<size_t>(category)]; }

}  // namespace

Theme lightTheme() {
    return {.dark = false,
            .background = QColor(0xff, 0xff, 0xff),
            .panel = QColor(0xf5, 0xf6, 0xf8),
            .text = QColor(0x1c, 0x20, 0x24),
            .faint = QColor(0x60, 0x68, 0x70),
            .grid = QColor(0xdc, 0xe0, 0xe4),
            .accent = QColor(0x00, 0x5f, 0xb8),
            .warning = QColor(0xb0, 0x2a, 0x1a),
            .dead = QColor(0x7a, 0x40, 0x18),
            .stale = QColor(0xb0, 0xb6, 0xbc),
            .gathering = QColor(0xe6, 0x9f, 0x00),
            .ready = QColor(0x00, 0x72, 0xb2)};
}

Theme darkTheme() {
    return {.dark = true,
            .background = QColor(0x17, 0x1a, 0x1e),
            .panel = QColor(0x20, 0x24, 0x29),
            .text = QColor(0xe8, 0xea, 0xed),
            .faint = QColor(0x9a, 0xa2, 0xaa),
            .grid = QColor(0x38, 0x3e, 0x45),
            .accent = QColor(0x6c, 0xb6, 0xff),
            .warning = QColor(0xff, 0x7b, 0x6b),
            .dead = QColor(0xe0, 0xa0, 0x70),
            .stale = QColor(0x5a, 0x62, 0x6a),
            .gathering = QColor(0xf5, 0xbd, 0x45),
            .ready = QColor(0x3f, 0x9f, 0xd8)};
}

Theme themeOf(const QPalette& palette) {
    const bool dark = palette.color(QPalette::Window).lightness() < 128;
    return dark ? darkTheme() : lightTheme();
}

QColor colourOf(Category category, const Theme& theme) {
    const Fill& fill = fillOf(category);
    return QColor::fromRgb(theme.dark ? fill.dark : fill.light);
}

Qt::BrushStyle patternOf(Category category) { return fillOf(category).pattern; }

QString titleOf(Category category) {
    return QCoreApplication::translate("Category", fillOf(category).title);
}

}  // namespace shardscope::gui
