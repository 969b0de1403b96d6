// Opening and writing files from the window.

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>
#include <QTabWidget>

#include "gui/files/starting_files.h"
#include "gui/shell/export_files.h"
#include "gui/shell/main_window.h"
#include "gui/shell/message_bar.h"
#include "gui/shell/tour.h"
#include "gui/summary/summary_view.h"

namespace shardscope::gui {

namespace {

constexpr int kMostRecent = 12;
const QString kRecentKey = QStringLiteral("recent");

QString filters() {
    return MainWindow::tr(
               "Recordings and Chrome traces (*.trace.json.gz *.trace.json *.json.gz "
               "*.json)") +
           QStringLiteral(";;") + MainWindow::tr("All files (*)");
}

}  // namespace

void MainWindow::openByDialog(bool beside) {
    const QStringList files = QFileDialog::getOpenFileNames(
        this, beside ? tr("Add to the comparison") : tr("Open recordings"), {}, filters());
    if (!files.isEmpty()) openPaths(files, beside);
}

void MainWindow::openFolderByDialog() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a folder"));
    if (!folder.isEmpty()) openPaths({folder}, false);
}

void MainWindow::openPaths(const QStringList& paths, bool beside) {
    if (paths.isEmpty()) return;
    samplesShown_ = false;
    tour_->end();
    if (beside) {
        session_.add(paths);
    } else {
        session_.open(paths);
    }
    rememberRecent(paths);
}

void MainWindow::rememberRecent(const QStringList& paths) {
    QSettings settings;
    QStringList recent = settings.value(kRecentKey).toStringList();
    for (const QString& path : paths) {
        const QString whole = QFileInfo(path).absoluteFilePath();
        if (!QFileInfo::exists(whole)) continue;
        recent.removeAll(whole);
        recent.prepend(whole);
    }
    settings.setValue(kRecentKey, recent.mid(0, kMostRecent));
}

void MainWindow::fillRecent() {
    recent_->clear();
    const QStringList recent = QSettings().value(kRecentKey).toStringList();
    for (const QString& path : recent) {
        recent_->addAction(path, this, [this, path] { openPaths({path}, false); });
    }
    if (recent.isEmpty()) recent_->addAction(tr("nothing yet"))->setEnabled(false);
    if (recent.isEmpty()) return;
    recent_->addSeparator();
    recent_->addAction(tr("Forget these"), this, [] { QSettings().remove(kRecentKey); });
}

void MainWindow::startTour() {
    const auto acts = sampleActs(samplesFolder());
    if (!tourSteps(acts).empty()) return tour_->begin(acts);
    if (!acts.empty()) return session_.open({acts.front().path});
    messages_->say({.kind = Notice::Kind::Information,
                    .path = {},
                    .text = tr("There are no samples beside this program. `shardscope run --stage "
                               "1,2` makes recordings to look at.")});
}

void MainWindow::exportPicture() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Picture of the view"),
                                                      QStringLiteral("shardscope.png"),
                                                      tr("Pictures (*.png *.svg)"));
    if (path.isEmpty()) return;
    if (const auto done = writePicture(path, *pages_->currentWidget()); !done)
        say(done.error(), path);
}

void MainWindow::exportTable(bool markdown) {
    const QString path = QFileDialog::getSaveFileName(
        this, markdown ? tr("Table as Markdown") : tr("Table as CSV"),
        markdown ? QStringLiteral("comparison.md") : QStringLiteral("comparison.csv"));
    if (path.isEmpty()) return;
    const auto done = writeText(path, markdown ? summary_->markdown() : summary_->csv());
    if (!done) say(done.error(), path);
}

void MainWindow::fillChromeExports() {
    chrome_->clear();
    for (const LoadedPtr& recording : session_.recordings()) {
        chrome_->addAction(QString::fromStdString(recording->name) + QStringLiteral("\u2026"), this,
                           [this, recording] { exportChrome(recording); });
    }
    chrome_->setEnabled(!chrome_->isEmpty());
}

/// Plain or gzip, by the name; any viewer of Chrome traces opens either.
void MainWindow::exportChrome(const LoadedPtr& recording) {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Chrome trace"),
        QString::fromStdString(recording->name) + QStringLiteral(".trace.json.gz"), filters());
    if (!path.isEmpty()) export_.start(QString::fromStdString(recording->path), path);
}

}  // namespace shardscope::gui
