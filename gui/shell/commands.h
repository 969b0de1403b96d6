#pragma once
// The window's own commands: one table of names, keys and menus, one QAction each. Views have
// theirs.

#include <QAction>
#include <QObject>
#include <array>

namespace shardscope::gui {

enum class WindowCommand : uint8_t {
    Open,
    OpenFolder,
    Add,
    CancelLoading,
    ExportPicture,
    ExportCsv,
    ExportMarkdown,
    CopyTable,
    Quit,
    ShowCompare,
    ShowSummary,
    ShowPlan,
    ShowRun,
    WhatIf,
    ThemeDesktop,
    ThemeLight,
    ThemeDark,
    LanguageEnglish,
    LanguageKorean,
    FindCommand,
    Keys,
    Tour,
    About,
};
inline constexpr int kWindowCommands = 23;

class Commands : public QObject {
    Q_OBJECT

  public:
    explicit Commands(QObject* parent = nullptr);
    QAction* operator[](WindowCommand command) const {
        return actions_[static_cast<size_t>(command)];
    }
    /// Names again, in the language of now.
    void retranslate();

  private:
    std::array<QAction*, kWindowCommands> actions_{};
};

}  // namespace shardscope::gui
