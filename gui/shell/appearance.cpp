#include "gui/shell/appearance.h"

#include <QApplication>
#include <QStyleFactory>

namespace shardscope::gui {

namespace {

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [&](int x, int y) { return static_cast<int>(x + (y - x) * share); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

}  // namespace

QPalette paletteOf(const Theme& theme) {
    QPalette palette(theme.panel, theme.panel);
    const auto set = [&](QPalette::ColorRole role, const QColor& colour) {
        palette.setColor(role, colour);
    };
    set(QPalette::Window, theme.panel);
    set(QPalette::Base, theme.background);
    set(QPalette::AlternateBase, mixed(theme.background, theme.text, 0.04));
    set(QPalette::Button, mixed(theme.panel, theme.text, 0.04));
    set(QPalette::ToolTipBase, theme.panel);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::ToolTipText, QPalette::BrightText}) {
        set(role, theme.text);
    }
    set(QPalette::PlaceholderText, theme.faint);
    set(QPalette::Highlight, theme.accent);
    set(QPalette::HighlightedText, theme.background);
    set(QPalette::Link, theme.accent);
    set(QPalette::LinkVisited, theme.accent);
    set(QPalette::Mid, theme.grid);
    set(QPalette::Midlight, mixed(theme.panel, theme.text, 0.08));
    set(QPalette::Dark, mixed(theme.panel, theme.text, 0.3));
    set(QPalette::Light, mixed(theme.panel, theme.background, 0.5));
    set(QPalette::Shadow, theme.dark ? Qt::black : theme.faint);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, mixed(theme.panel, theme.text, 0.45));
    }
    return palette;
}

void applyTheme(ThemeChoice choice) {
    switch (choice) {
        case ThemeChoice::Light:
            QApplication::setPalette(paletteOf(lightTheme()));
            return;
        case ThemeChoice::Dark:
            QApplication::setPalette(paletteOf(darkTheme()));
            return;
        case ThemeChoice::Desktop:
            QApplication::setPalette(QPalette());
            QApplication::setPalette(paletteOf(themeOf(QApplication::palette())));
            return;
    }
}

void setUpAppearance() { QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); }

}  // namespace shardscope::gui
