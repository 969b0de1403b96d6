#include "gui/summary/chart_fill.h"

#include <QCoreApplication>
#include <array>

namespace shardscope::gui::summary {

namespace {

struct Look {
    QRgb light, dark;
    Qt::BrushStyle pattern;
    const char* title;
};

constexpr auto kOther = static_cast<size_t>(Fill::FirstOther);

/// From Fill::FirstOther on; Okabe and Ito's colours, as in the theme.
constexpr std::array<Look, 10> kLooks{{
    {0xff009e73, 0xff2fc79b, Qt::SolidPattern, QT_TRANSLATE_NOOP("Chart", "reduce-scatter")},
    {0xff0072b2, 0xff3f9fd8, Qt::FDiagPattern, QT_TRANSLATE_NOOP("Chart", "all-gather")},
    {0xffd55e00, 0xfff0812f, Qt::BDiagPattern, QT_TRANSLATE_NOOP("Chart", "all-reduce")},
    {0xffe69f00, 0xfff5bd45, Qt::CrossPattern, QT_TRANSLATE_NOOP("Chart", "reduce")},
    {0xffcc79a7, 0xffdd9abf, Qt::DiagCrossPattern, QT_TRANSLATE_NOOP("Chart", "broadcast")},
    {0xff0072b2, 0xff3f9fd8, Qt::SolidPattern, QT_TRANSLATE_NOOP("Chart", "computing")},
    {0xffb02a1a, 0xffff7b6b, Qt::Dense5Pattern, QT_TRANSLATE_NOOP("Chart", "standing still")},
    {0xff009e73, 0xff2fc79b, Qt::SolidPattern, QT_TRANSLATE_NOOP("Chart", "communication, hidden")},
    {0xffd55e00, 0xfff0812f, Qt::BDiagPattern,
     QT_TRANSLATE_NOOP("Chart", "communication, exposed")},
    {0xff8a9ba8, 0xff718491, Qt::CrossPattern, QT_TRANSLATE_NOOP("Chart", "waiting for peers")},
}};

const Look& lookOf(Fill fill) { return kLooks[static_cast<size_t>(fill) - kOther]; }
bool isCategory(Fill fill) { return static_cast<size_t>(fill) < kOther; }
core::Category categoryOf(Fill fill) { return static_cast<core::Category>(fill); }

}  // namespace

QColor colourOf(Fill fill, const Theme& theme) {
    if (isCategory(fill)) return gui::colourOf(categoryOf(fill), theme);
    return QColor::fromRgb(theme.dark ? lookOf(fill).dark : lookOf(fill).light);
}

Qt::BrushStyle patternOf(Fill fill) {
    return isCategory(fill) ? gui::patternOf(categoryOf(fill)) : lookOf(fill).pattern;
}

QString titleOf(Fill fill) {
    return isCategory(fill) ? gui::titleOf(categoryOf(fill))
                            : QCoreApplication::translate("Chart", lookOf(fill).title);
}

}  // namespace shardscope::gui::summary
