#pragma once
// What a person sees or a screen reader says of a window: its controls, their names, words that are cut.

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QTabBar>
#include <QTest>
#include <string>
#include <vector>

namespace shardscope::gui {

inline QAccessibleInterface* interfaceOf(QObject* object) {
    QAccessibleInterface* found = QAccessible::queryAccessibleInterface(object);
    EXPECT_NE(found, nullptr);
    return found;
}

inline QString nameOf(QWidget* widget) { return interfaceOf(widget)->text(QAccessible::Name); }

inline std::string describe(const QWidget* widget) {
    std::string text = widget->metaObject()->className();
    for (const QWidget* at = widget; at; at = at->parentWidget()) {
        text += " < " + at->objectName().toStdString() + "(" + at->metaObject()->className() + ")";
    }
    return text;
}

/// Parts of other controls, which speak for them.
inline bool isInner(const QWidget* widget) {
    const QWidget* parent = widget->parentWidget();
    const bool ofLine = qobject_cast<const QLineEdit*>(parent) != nullptr;
    const bool ofCombo = qobject_cast<const QComboBox*>(parent) != nullptr;
    const bool ofBar = qobject_cast<const QTabBar*>(parent) != nullptr;
    const bool ofView = qobject_cast<const QAbstractItemView*>(parent) != nullptr;
    return ofLine || ofCombo || ofBar || ofView || qobject_cast<const QAbstractSlider*>(widget) ||
           widget->objectName().startsWith(QLatin1String("qt_"));
}

/// What takes input, by kind or because it takes the focus.
inline std::vector<QWidget*> controlsOf(QWidget& root) {
    std::vector<QWidget*> controls;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        const bool kind = qobject_cast<QAbstractButton*>(widget) ||
                          qobject_cast<QLineEdit*>(widget) || qobject_cast<QComboBox*>(widget) ||
                          qobject_cast<QAbstractItemView*>(widget);
        const bool takesFocus = (widget->focusPolicy() & Qt::TabFocus) != 0;
        if (widget->isVisible() && !isInner(widget) && (kind || takesFocus)) {
            controls.push_back(widget);
        }
    }
    return controls;
}

/// Everything that Tab comes to, beginning where the focus is.
inline QSet<QWidget*> reachedByTab(QWidget& window) {
    QSet<QWidget*> reached;
    for (int i = 0; i < 400; ++i) {
        QWidget* now = QApplication::focusWidget();
        if (!now || (reached.contains(now) && i > 300)) break;
        reached.insert(now);
        QTest::keyClick(now, Qt::Key_Tab);
        if (!QApplication::focusWidget()) window.setFocus();
    }
    return reached;
}

/// Controls of @p window that take the focus by Tab, and that it does not come to.
inline std::vector<QWidget*> missedByTab(QWidget& window) {
    const QSet<QWidget*> reached = reachedByTab(window);
    std::vector<QWidget*> missed;
    for (QWidget* control : controlsOf(window)) {
        const bool asked = (control->focusPolicy() & Qt::TabFocus) != 0 && control->isEnabled();
        const bool arrived = reached.contains(control) ||
                             (control->focusProxy() && reached.contains(control->focusProxy()));
        if (asked && !arrived) missed.push_back(control);
    }
    return missed;
}

/// Words that are cut: labels and buttons that are narrower than what they say.
inline QStringList cutWordsOf(QWidget& root) {
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool free = label && (label->wordWrap() ||
                                    label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored);
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget); tabs && tabs->isVisible()) {
            if (tabs->width() < tabs->sizeHint().width()) cut << tabs->tabText(0);
        }
        if (!widget->isVisible() || free || (!label && !button)) continue;
        const QString text = label ? label->text() : button->text();
        if (!text.isEmpty() && widget->width() < widget->sizeHint().width()) cut << text;
    }
    return cut;
}

}  // namespace shardscope::gui
