#include "gui/shell/commands.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>

namespace shardscope::gui {

namespace {

struct Spec {
    const char* text;
    const char* keys;        ///< portable text; "" for none
    const char* group = "";  ///< of commands of which one is on
};

/// By WindowCommand.
constexpr std::array<Spec, kWindowCommands> kSpecs{{
    {QT_TRANSLATE_NOOP("Commands", "&Open recordings\u2026"), "Ctrl+O"},
    {QT_TRANSLATE_NOOP("Commands", "Open a &folder\u2026"), "Ctrl+Shift+O"},
    {QT_TRANSLATE_NOOP("Commands", "&Add to the comparison\u2026"), "Ctrl+Shift+A"},
    {QT_TRANSLATE_NOOP("Commands", "&Stop reading"), ""},
    {QT_TRANSLATE_NOOP("Commands", "&Picture of the view\u2026"), "Ctrl+E"},
    {QT_TRANSLATE_NOOP("Commands", "Table as &CSV\u2026"), ""},
    {QT_TRANSLATE_NOOP("Commands", "Table as &Markdown\u2026"), ""},
    {QT_TRANSLATE_NOOP("Commands", "Copy the &table"), "Ctrl+Shift+C"},
    {QT_TRANSLATE_NOOP("Commands", "&Quit"), "Ctrl+Q"},
    {QT_TRANSLATE_NOOP("Commands", "&Compare"), "Ctrl+1", "page"},
    {QT_TRANSLATE_NOOP("Commands", "&Summary"), "Ctrl+2", "page"},
    {QT_TRANSLATE_NOOP("Commands", "&Plan"), "Ctrl+3", "page"},
    {QT_TRANSLATE_NOOP("Commands", "&Run"), "Ctrl+4", "page"},
    {QT_TRANSLATE_NOOP("Commands", "&What if\u2026"), "Ctrl+I"},
    {QT_TRANSLATE_NOOP("Commands", "As the &desktop"), "", "theme"},
    {QT_TRANSLATE_NOOP("Commands", "&Light"), "", "theme"},
    {QT_TRANSLATE_NOOP("Commands", "&Dark"), "", "theme"},
    {"&English", "", "language"},
    {"&\ud55c\uad6d\uc5b4", "", "language"},
    {QT_TRANSLATE_NOOP("Commands", "&Find a command\u2026"), "Ctrl+Shift+P"},
    {QT_TRANSLATE_NOOP("Commands", "&Keys"), "?"},
    {QT_TRANSLATE_NOOP("Commands", "&Tour of the samples"), "F1"},
    {QT_TRANSLATE_NOOP("Commands", "&About shardscope"), ""},
}};

}  // namespace

Commands::Commands(QObject* parent) : QObject(parent) {
    std::map<std::string, QActionGroup*> groups;
    for (size_t i = 0; i < kSpecs.size(); ++i) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence::fromString(QString::fromLatin1(kSpecs[i].keys)));
        if (const std::string name = kSpecs[i].group; !name.empty()) {
            QActionGroup*& group = groups[name];
            if (!group) group = new QActionGroup(this);
            action->setCheckable(true);
            group->addAction(action);
        }
        actions_[i] = action;
    }
    (*this)[WindowCommand::Quit]->setMenuRole(QAction::QuitRole);
    (*this)[WindowCommand::About]->setMenuRole(QAction::AboutRole);
    retranslate();
}

void Commands::retranslate() {
    for (size_t i = 0; i < kSpecs.size(); ++i) {
        actions_[i]->setText(QCoreApplication::translate("Commands", kSpecs[i].text));
    }
}

}  // namespace shardscope::gui
