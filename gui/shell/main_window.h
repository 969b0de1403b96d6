#pragma once
// The dashboard's window: its pages, menus, messages and status line around one session of open
// recordings. Decides nothing about recordings; views draw what the session has.

#include <QMainWindow>
#include <QPointer>
#include <array>
#include <optional>
#include <vector>

#include "gui/files/session.h"
#include "gui/files/trace_export.h"
#include "gui/shell/commands.h"
#include "gui/shell/options.h"

class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QTabWidget;
class QToolBar;
class QToolButton;

namespace shardscope::gui {

namespace summary {
class SummaryView;
}

class CompareView;
class MessageBar;
class PageBox;
class Tour;
class WhatIfView;

class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    explicit MainWindow(QWidget* parent = nullptr);

    /// Opens what was asked for on the command line, or what startingFiles() finds.
    void start(const ProgramOptions& options);
    void showPage(PageId page);
    PageId page() const;

    Session& session() { return session_; }
    TraceExport& traceExport() { return export_; }
    const Commands& commands() const { return commands_; }
    MessageBar& messages() { return *messages_; }
    Tour& tour() { return *tour_; }
    CompareView& compareView() { return *compare_; }
    summary::SummaryView& summaryView() { return *summary_; }
    /// What the status line says of the view, the recordings' marks, and the recorder.
    QString viewStatus() const;
    QString marksStatus() const;
    QString lossesStatus() const;

  protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void build();  // main_window.cpp
    void buildStatusLine();
    void connectSession();
    void takeRecordings();
    void showProgress(qint64 doneBytes, qint64 totalBytes);
    void hideProgress();
    void keepState() const;
    void giveBackState();
    void retranslate();
    void say(const core::Error& error, const QString& path);

    void buildMenus();  // main_window_menus.cpp
    void buildToolBar();
    void connectCommands();
    void retranslateMenus();
    void fillRecent();
    void fillChromeExports();
    void fillRanks();
    void chooseTheme(ThemeChoice choice);
    void chooseLanguage(Language language);
    void findCommand();
    void showKeys();
    void showAbout();

    void buildPages();  // main_window_pages.cpp
    void retranslatePages();
    void notePage();
    void takeStatus(PageId page, const QString& text);
    void renewPanels();
    template <class View>
    void renew(PageBox& box, PageId page);
    void renewWhenDone(PageId page);
    void chooseRank(std::optional<int> rank);
    static QString titleOf(PageId page);

    void openByDialog(bool beside);  // main_window_files.cpp
    void openFolderByDialog();
    void openPaths(const QStringList& paths, bool beside);
    void rememberRecent(const QStringList& paths);
    void startTour();
    void showWhatIf();  // main_window_what_if.cpp
    void exportPicture();
    void exportTable(bool markdown);
    void exportChrome(const LoadedPtr& recording);

    Session session_;
    TraceExport export_;
    Commands commands_{this};
    bool samplesShown_ = false;  // what is dropped replaces samples, and joins anything else
    MessageBar* messages_;
    Tour* tour_;
    QPointer<WhatIfView> whatIf_;  ///< while it is open
    QTabWidget* pages_;
    CompareView* compare_;
    summary::SummaryView* summary_;
    PageBox *plan_ = nullptr, *run_ = nullptr;
    std::array<QWidget*, kPages> views_{};    // by PageId
    std::array<QString, kPages> statuses_{};  // by PageId
    std::array<bool, kPages> otherWords_{};   // by PageId: still in the language of before
    QToolBar* bar_ = nullptr;
    QComboBox* ranks_ = nullptr;
    QLabel *viewStatus_ = nullptr, *marks_ = nullptr, *losses_ = nullptr, *rankTitle_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QToolButton* stop_ = nullptr;
    QMenu *file_ = nullptr, *recent_ = nullptr, *chrome_ = nullptr, *view_ = nullptr,
          *themes_ = nullptr, *languages_ = nullptr, *rankMenu_ = nullptr, *help_ = nullptr;
};

}  // namespace shardscope::gui
