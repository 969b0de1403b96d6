// Menus, tool bar, and what the commands do.

#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTabWidget>
#include <QToolBar>
#include <algorithm>

#include "gui/shell/appearance.h"
#include "gui/shell/command_palette.h"
#include "gui/shell/key_sheet.h"
#include "gui/shell/language.h"
#include "gui/shell/main_window.h"
#include "gui/summary/summary_view.h"
#include "gui/summary/table_view.h"
#include "gui/widgets/compare_view.h"

namespace shardscope::gui {

using enum WindowCommand;

void MainWindow::buildMenus() {
    file_ = menuBar()->addMenu(QString());
    file_->addActions({commands_[Open], commands_[OpenFolder], commands_[Add]});
    recent_ = file_->addMenu(QString());
    file_->addAction(commands_[CancelLoading]);
    file_->addSeparator();
    file_->addActions({commands_[ExportPicture], commands_[ExportCsv], commands_[ExportMarkdown]});
    chrome_ = file_->addMenu(QString());
    file_->addAction(commands_[CopyTable]);
    file_->addSeparator();
    file_->addAction(commands_[Quit]);

    view_ = menuBar()->addMenu(QString());
    view_->addActions(
        {commands_[ShowCompare], commands_[ShowSummary], commands_[ShowPlan], commands_[ShowRun]});
    view_->addAction(commands_[WindowCommand::WhatIf]);
    view_->addSeparator();
    view_->addActions({compare_->actionList().mapAction(), compare_->actionList().holdAction()});
    view_->addSeparator();
    rankMenu_ = view_->addMenu(QString());
    themes_ = view_->addMenu(QString());
    themes_->addActions({commands_[ThemeDesktop], commands_[ThemeLight], commands_[ThemeDark]});
    languages_ = view_->addMenu(QString());
    languages_->addActions({commands_[LanguageEnglish], commands_[LanguageKorean]});

    help_ = menuBar()->addMenu(QString());
    help_->addActions({commands_[FindCommand], commands_[Keys], commands_[WindowCommand::Tour]});
    help_->addSeparator();
    help_->addAction(commands_[About]);
    connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
}

void MainWindow::buildToolBar() {
    bar_ = addToolBar(QString());
    bar_->setObjectName(QStringLiteral("tools"));
    bar_->setMovable(false);
    bar_->addAction(commands_[Open]);
    bar_->addAction(commands_[Add]);
    bar_->addSeparator();
    rankTitle_ = new QLabel(bar_);
    rankTitle_->setContentsMargins(8, 0, 4, 0);
    bar_->addWidget(rankTitle_);
    ranks_ = new QComboBox(bar_);
    ranks_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    bar_->addWidget(ranks_);
    rankTitle_->setBuddy(ranks_);
    bar_->addSeparator();
    bar_->addAction(commands_[FindCommand]);
    bar_->addAction(commands_[Keys]);
    connect(ranks_, &QComboBox::activated, this, [this](int index) {
        const QVariant rank = ranks_->itemData(index);
        chooseRank(rank.isValid() ? std::optional(rank.toInt()) : std::nullopt);
    });
}

void MainWindow::connectCommands() {
    const auto on = [this](WindowCommand command, auto what) {
        connect(commands_[command], &QAction::triggered, this, what);
    };
    on(Open, [this] { openByDialog(false); });
    on(OpenFolder, [this] { openFolderByDialog(); });
    on(Add, [this] { openByDialog(true); });
    on(CancelLoading, [this] {
        session_.cancelLoading();
        export_.cancel();
    });
    on(ExportPicture, [this] { exportPicture(); });
    on(ExportCsv, [this] { exportTable(false); });
    on(ExportMarkdown, [this] { exportTable(true); });
    on(CopyTable, [this] { summary_->tableView().copy(); });
    on(Quit, [this] { close(); });
    connect(compare_->actionList().mapAction(), &QAction::triggered, this, [this] {
        if (page() != PageId::Compare) showPage(PageId::Compare);
    });
    on(ShowCompare, [this] { showPage(PageId::Compare); });
    on(ShowSummary, [this] { showPage(PageId::Summary); });
    on(ShowPlan, [this] { showPage(PageId::Plan); });
    on(ShowRun, [this] { showPage(PageId::Run); });
    on(WindowCommand::WhatIf, [this] { showWhatIf(); });
    on(ThemeDesktop, [this] { chooseTheme(ThemeChoice::Desktop); });
    on(ThemeLight, [this] { chooseTheme(ThemeChoice::Light); });
    on(ThemeDark, [this] { chooseTheme(ThemeChoice::Dark); });
    on(LanguageEnglish, [this] { chooseLanguage(Language::English); });
    on(LanguageKorean, [this] { chooseLanguage(Language::Korean); });
    on(FindCommand, [this] { findCommand(); });
    on(Keys, [this] { showKeys(); });
    on(WindowCommand::Tour, [this] { startTour(); });
    on(About, [this] { showAbout(); });
}

void MainWindow::retranslateMenus() {
    file_->setTitle(tr("&File"));
    recent_->setTitle(tr("Open &recent"));
    chrome_->setTitle(tr("C&hrome trace"));
    view_->setTitle(tr("&View"));
    rankMenu_->setTitle(tr("&Rank"));
    themes_->setTitle(tr("&Theme"));
    languages_->setTitle(QStringLiteral("&Language / \uc5b8\uc5b4"));
    help_->setTitle(tr("&Help"));
    bar_->setWindowTitle(tr("Tools"));
    rankTitle_->setText(tr("Rank"));
    ranks_->setAccessibleName(tr("Rank that is shown"));
}

namespace {

int mostRanks(const std::vector<LoadedPtr>& recordings) {
    int most = 0;
    for (const LoadedPtr& recording : recordings) {
        if (recording->report) most = std::max(most, recording->report->ranks);
    }
    return most;
}

/// So many fit in a menu; the rest are in the tool bar's list.
constexpr int kRanksInMenu = 16;

}  // namespace

void MainWindow::fillRanks() {
    const QVariant kept = ranks_->currentData();
    const int most = mostRanks(session_.recordings());
    ranks_->clear();
    rankMenu_->clear();
    ranks_->addItem(tr("all ranks"));
    rankMenu_->addAction(tr("All ranks"), this, [this] { chooseRank(std::nullopt); });
    for (int rank = 0; rank < most; ++rank) {
        ranks_->addItem(tr("rank %1").arg(rank), rank);
        if (rank >= kRanksInMenu) continue;
        rankMenu_->addAction(tr("Rank %1").arg(rank), this, [this, rank] { chooseRank(rank); });
    }
    const int index = kept.isValid() ? ranks_->findData(kept) : 0;
    chooseRank(index > 0 ? std::optional(kept.toInt()) : std::nullopt);
    ranks_->setEnabled(most > 0);
}

void MainWindow::chooseTheme(ThemeChoice choice) {
    applyTheme(choice);
    QSettings().setValue(QStringLiteral("theme"), static_cast<int>(choice));
    const std::array actions{ThemeDesktop, ThemeLight, ThemeDark};
    commands_[actions[static_cast<size_t>(choice)]]->setChecked(true);
}

void MainWindow::chooseLanguage(Language language) {
    useLanguage(language);
    QSettings().setValue(QStringLiteral("language"), static_cast<int>(language));
    commands_[language == Language::Korean ? LanguageKorean : LanguageEnglish]->setChecked(true);
}

void MainWindow::findCommand() {
    CommandPalette palette(commandsOf(*this), this);
    palette.exec();
}

void MainWindow::showKeys() {
    std::vector<KeyGroup> groups;
    KeyGroup own{.title = tr("Window"), .actions = {}};
    for (int c = 0; c < kWindowCommands; ++c) {
        own.actions.push_back(commands_[static_cast<WindowCommand>(c)]);
    }
    groups.push_back(std::move(own));
    groups.push_back({.title = titleOf(PageId::Compare), .actions = compare_->actionList().all()});
    KeySheet sheet(groups, this);
    sheet.exec();
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About shardscope"),
        tr("<h3>shardscope %1</h3><p>ZeRO stages side by side on one time axis: how long each "
           "gradient lives, what is kept, what is sent.</p><p>MIT licence.</p>")
            .arg(QApplication::applicationVersion()));
}

}  // namespace shardscope::gui
