#include "gui/shell/command_palette.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/shell/fuzzy.h"

namespace shardscope::gui {

namespace {

constexpr int kWidth = 560, kHeight = 380;

/// "Theme: Dark": a command in a submenu is found by the submenu's name too.
QString nameOf(const QAction& action) {
    for (const QObject* object : action.associatedObjects()) {
        const auto* menu = qobject_cast<const QMenu*>(object);
        if (!menu || !menu->menuAction()) continue;
        const QString title = plainText(*menu->menuAction());
        if (!title.isEmpty()) return title + QStringLiteral(": ") + plainText(action);
    }
    return plainText(action);
}

}  // namespace

QString plainText(const QAction& action) {
    QString text = action.text();
    // Korean menus carry the key as "(&F)".
    const qsizetype open = text.indexOf(QStringLiteral("(&"));
    if (open >= 0) text.remove(open, 4);
    return text.remove(QLatin1Char('&'));
}

std::vector<QAction*> commandsOf(const QObject& root) {
    std::vector<QAction*> found;
    for (QAction* action : root.findChildren<QAction*>()) {
        const bool usable = action->isEnabled() && action->isVisible() && !action->isSeparator() &&
                            !action->menu() && !plainText(*action).isEmpty();
        const bool internal = action->objectName().startsWith(QStringLiteral("qt_"));
        if (usable && !internal) found.push_back(action);
    }
    return found;
}

CommandPalette::CommandPalette(std::vector<QAction*> actions, QWidget* parent)
    : QDialog(parent), field_(new QLineEdit(this)), list_(new QListWidget(this)) {
    actions_.assign(actions.begin(), actions.end());
    setWindowTitle(tr("Commands"));
    resize(kWidth, kHeight);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(field_);
    layout->addWidget(list_);
    field_->setPlaceholderText(tr("Type some letters of a command"));
    field_->setAccessibleName(tr("Find a command"));
    field_->installEventFilter(this);
    list_->setAccessibleName(tr("Commands found"));
    list_->setFocusPolicy(Qt::NoFocus);
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::choose);
    filter();
}

void CommandPalette::filter() {
    struct Hit {
        int score;
        QAction* action;
    };
    std::vector<Hit> hits;
    for (const auto& action : actions_) {
        if (!action) continue;
        if (const auto score = fuzzyScore(field_->text(), nameOf(*action))) {
            hits.push_back({*score, action});
        }
    }
    std::ranges::stable_sort(hits, std::greater<>{}, &Hit::score);
    list_->clear();
    for (const Hit& hit : hits) {
        const QString keys = hit.action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            keys.isEmpty() ? nameOf(*hit.action)
                           : nameOf(*hit.action) + QStringLiteral("    [%1]").arg(keys),
            list_);
        item->setData(Qt::UserRole, QVariant::fromValue(static_cast<void*>(hit.action)));
    }
    list_->setCurrentRow(0);
}

void CommandPalette::choose() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item) return;
    auto* action = static_cast<QAction*>(item->data(Qt::UserRole).value<void*>());
    accept();
    // After the dialog is gone, so that what the command opens has the window's focus.
    QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int rows = list_->count();
    const auto move = [&](int by) {
        if (rows > 0) list_->setCurrentRow((list_->currentRow() + by + rows) % rows);
        return true;
    };
    switch (key->key()) {
        case Qt::Key_Down:
            return move(1);
        case Qt::Key_Up:
            return move(-1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose();
            return true;
        default:
            return QDialog::eventFilter(watched, event);
    }
}

}  // namespace shardscope::gui
