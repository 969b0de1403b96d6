#include "gui/shell/main_window.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QSettings>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "gui/files/starting_files.h"
#include "gui/paint/theme.h"
#include "gui/shell/appearance.h"
#include "gui/shell/language.h"
#include "gui/shell/message_bar.h"
#include "gui/shell/status_texts.h"
#include "gui/shell/tour.h"
#include "gui/summary/summary_view.h"
#include "gui/widgets/compare_view.h"

namespace shardscope::gui {

namespace {

constexpr int kWidth = 1280, kHeight = 800;

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) files << url.toLocalFile();
    }
    return files;
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      messages_(new MessageBar(this)),
      tour_(new Tour(this)),
      pages_(new QTabWidget(this)),
      compare_(new CompareView(this)),
      summary_(new summary::SummaryView(this)) {
    build();
    buildMenus();
    buildToolBar();
    buildStatusLine();
    buildPages();
    connectCommands();
    connectSession();
    retranslate();
    giveBackState();
    takeRecordings();
}

void MainWindow::build() {
    setAcceptDrops(true);
    resize(kWidth, kHeight);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(messages_);
    layout->addWidget(pages_, 1);
    layout->addWidget(tour_);
    setCentralWidget(page);
    connect(tour_, &Tour::stepEntered, this, [this](const QString& recordings, PageId id) {
        session_.open({recordings});
        samplesShown_ = true;
        showPage(id);
    });
}

void MainWindow::buildStatusLine() {
    viewStatus_ = new QLabel(this);
    marks_ = new QLabel(this);
    losses_ = new QLabel(this);
    progress_ = new QProgressBar(this);
    progress_->setMaximumWidth(220);
    progress_->setVisible(false);
    stop_ = new QToolButton(this);
    stop_->setDefaultAction(commands_[WindowCommand::CancelLoading]);
    stop_->setVisible(false);
    statusBar()->addWidget(viewStatus_, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{progress_, stop_, marks_, losses_}) {
        statusBar()->addPermanentWidget(part);
    }
}

void MainWindow::connectSession() {
    connect(&session_, &Session::recordingsChanged, this, &MainWindow::takeRecordings);
    connect(&session_, &Session::noticed, messages_, &MessageBar::say);
    connect(&session_, &Session::settled, messages_, &MessageBar::forget);
    connect(&session_, &Session::progressed, this, &MainWindow::showProgress);
    connect(&session_, &Session::loadingFinished, this, &MainWindow::hideProgress);
    connect(&export_, &TraceExport::progressed, this, &MainWindow::showProgress);
    connect(&export_, &TraceExport::finished, this, &MainWindow::hideProgress);
    connect(&export_, &TraceExport::failed, this,
            [this](const QString& path, const core::Error& error) { say(error, path); });
    commands_[WindowCommand::CancelLoading]->setEnabled(false);
}

void MainWindow::start(const ProgramOptions& options) {
    if (options.size) resize(*options.size);
    if (options.theme) chooseTheme(*options.theme);
    if (options.language) chooseLanguage(*options.language);
    if (options.view) showPage(*options.view);
    if (options.map && !compare_->mapIsOpen()) compare_->toggleMap();
    if (options.atNs) {
        compare_->setMapInstant(options.atNs);
        compare_->holdMap(true);
    }
    const StartingFiles starting = startingFiles(options.files);
    const bool samples = starting.from == StartingFiles::From::Samples;
    if (samples && !options.view) return startTour();  // which would leave the page asked for
    openPaths(starting.names, false);
}

void MainWindow::takeRecordings() {
    const std::vector<LoadedPtr> recordings = session_.recordings();
    compare_->setRecordings(recordings);
    summary_->setRecordings(recordings);
    marks_->setText(marksText(recordings));
    losses_->setText(lossesText(recordings));
    const Theme theme = themeOf(palette());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, hasLosses(recordings) ? theme.warning : theme.faint);
    losses_->setPalette(colours);
    fillRanks();
    fillChromeExports();
    const bool some = !recordings.empty();
    for (const auto command : {WindowCommand::ExportCsv, WindowCommand::ExportMarkdown,
                               WindowCommand::CopyTable, WindowCommand::ExportPicture}) {
        commands_[command]->setEnabled(some);
    }
}

void MainWindow::showProgress(qint64 doneBytes, qint64 totalBytes) {
    progress_->setVisible(true);
    stop_->setVisible(true);
    commands_[WindowCommand::CancelLoading]->setEnabled(true);
    progress_->setRange(0, totalBytes > 0 ? 1000 : 0);
    if (totalBytes > 0) progress_->setValue(static_cast<int>(doneBytes * 1000 / totalBytes));
}

void MainWindow::hideProgress() {
    if (session_.isLoading() || export_.isBusy()) return;
    progress_->setVisible(false);
    stop_->setVisible(false);
    commands_[WindowCommand::CancelLoading]->setEnabled(false);
}

QString MainWindow::viewStatus() const { return viewStatus_->text(); }
QString MainWindow::marksStatus() const { return marks_->text(); }
QString MainWindow::lossesStatus() const { return losses_->text(); }

void MainWindow::say(const core::Error& error, const QString& path) {
    messages_->say(noticeOf(error, path));
}

void MainWindow::keepState() const {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), saveState());
    settings.setValue(QStringLiteral("window/page"), static_cast<int>(page()));
    settings.setValue(QStringLiteral("window/compare"), compare_->saveState());
}

void MainWindow::giveBackState() {
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
    compare_->restoreState(settings.value(QStringLiteral("window/compare")).toByteArray());
    const int kept = settings.value(QStringLiteral("window/page"), 0).toInt();
    if (kept >= 0 && kept <= static_cast<int>(PageId::Run)) showPage(static_cast<PageId>(kept));
}

void MainWindow::retranslate() {
    setWindowTitle(QStringLiteral("shardscope"));
    commands_.retranslate();
    retranslateMenus();
    retranslatePages();
    progress_->setFormat(tr("reading %p %"));
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        renewPanels();
        takeRecordings();
    }
    if (event->type() == QEvent::PaletteChange && losses_) takeRecordings();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    keepState();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = localFiles(*event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    openPaths(files, !samplesShown_);
}

}  // namespace shardscope::gui
