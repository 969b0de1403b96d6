#include "gui/files/session.h"

#include <QDateTime>
#include <QFileInfo>
#include <algorithm>

#include "gui/files/marks.h"
#include "gui/files/starting_files.h"
#include "traces/folder.h"
#include "traces/write/being_written.h"

namespace shardscope::gui {

namespace {

constexpr int kLookMs = 1000;
constexpr qint64 kRestMs = 5000;  // a writer that holds no lock and writes nothing has ended
constexpr qint64 kPauseMs = 500;  // between two readings of a file that grows

qint64 nowMs() { return QDateTime::currentMSecsSinceEpoch(); }

}  // namespace

Session::Session(QObject* parent) : QObject(parent) {
    announce_.setSingleShot(true);
    announce_.setInterval(0);
    connect(&announce_, &QTimer::timeout, this, &Session::recordingsChanged);
    writers_.setInterval(kLookMs);
    connect(&writers_, &QTimer::timeout, this, &Session::lookAtWriters);
    connect(&loader_, &Loader::loaded, this, &Session::take);
    connect(&loader_, &Loader::failed, this, &Session::refuse);
    connect(&loader_, &Loader::cancelled, this, &Session::giveUp);
    connect(&loader_, &Loader::progressed, this, &Session::progressed);
    connect(&loader_, &Loader::finished, this, &Session::loadingFinished);
    connect(&watch_, &Watch::changed, this, &Session::reread);
    connect(&watch_, &Watch::gone, this, &Session::noteGone);
}

OpenFile* Session::find(const QString& path) {
    const auto found = std::ranges::find(files_, path, &OpenFile::path);
    return found == files_.end() ? nullptr : &*found;
}

void Session::open(const QStringList& paths) {
    const FilesFound found = filesOf(paths);
    for (OpenFile& file : files_) file.leaving = !found.files.contains(file.path);
    for (const QString& path : found.files) want(path);
    for (const Notice& notice : found.notices) emit noticed(notice);
    if (found.files.isEmpty()) {
        for (OpenFile& file : files_) file.leaving = false;
    }
}

void Session::add(const QStringList& paths) {
    const FilesFound found = filesOf(paths);
    for (const QString& path : found.files) want(path);
    for (const Notice& notice : found.notices) emit noticed(notice);
}

void Session::want(const QString& path) {
    if (!find(path)) files_.push_back({.path = path});
    OpenFile& file = *find(path);
    file.leaving = false;
    read(file);
}

void Session::read(OpenFile& file) {
    file.loading = true;
    file.again = false;
    file.startMs = nowMs();
    loader_.start(file.path, file.grew);
}

void Session::close(const QString& path) {
    loader_.drop(path);
    std::erase_if(files_, [&](const OpenFile& file) { return file.path == path; });
    emit settled(path);
    changed();
}

void Session::cancelLoading() { loader_.cancel(); }

std::vector<LoadedPtr> Session::recordings() const {
    std::vector<LoadedPtr> recordings;
    for (const OpenFile& file : files_) {
        if (file.recording) recordings.push_back(file.recording);
    }
    return recordings;
}

void Session::take(const QString& path, const LoadedPtr& recording) {
    OpenFile* file = find(path);
    if (!file) return;
    file->recording = recording;
    file->loading = false;
    file->gone = false;
    file->growing = recording->growing;
    readOn(*file);
    dropLeaving();
    if (const auto notice = noticeOf(*recording)) {
        emit noticed(*notice);
    } else {
        emit settled(path);
    }
    changed();
}

/// A file that was read before keeps what was read; one that has only been begun is waited for.
void Session::refuse(const QString& path, const core::Error& error) {
    OpenFile* file = find(path);
    if (!file) return;
    Notice notice = noticeOf(error, path);
    if (!file->recording && traces::isBeingWritten(path.toStdString())) {
        file->loading = false;
        file->growing = true;
        emit noticed({.path = path,
                      .text = tr("Still being written, and nothing can be shown yet. It is read "
                                 "again as it grows.")});
        readOn(*file);
        return watchAll();
    }
    if (file->recording) {
        notice.kind = Notice::Kind::Warning;
        notice.text = tr("It changed and cannot be read now (%1). What was read before is shown.")
                          .arg(notice.text);
    }
    emit noticed(notice);
    giveUp(path);
}

void Session::giveUp(const QString& path) {
    OpenFile* file = find(path);
    if (!file) return;
    file->loading = false;
    if (!file->recording) std::erase_if(files_, [&](const auto& f) { return f.path == path; });
    const bool waiting =
        std::ranges::any_of(files_, [](const OpenFile& f) { return f.loading && !f.leaving; });
    if (waiting) return;
    for (OpenFile& other : files_) other.leaving = false;
}

/// A job is not begun again for a file that grows: it would never end.
void Session::reread(const QString& path) {
    OpenFile* file = find(path);
    if (!file) return;
    file->grew = true;
    file->changedMs = nowMs();
    if (file->loading) {
        file->again = true;
    } else {
        read(*file);
    }
}

/// After a file was read: again when it has changed meanwhile, at most half of the time.
void Session::readOn(OpenFile& file) {
    file.readMs = nowMs() - file.startMs;
    file.held = file.growing && traces::isBeingWritten(file.path.toStdString());
    if (file.growing) writers_.start();
    if (!file.again) return;
    file.again = false;
    QTimer::singleShot(static_cast<int>(std::max(kPauseMs, file.readMs)), this,
                       [this, path = file.path] { reread(path); });
}

/// What grew and has no writer any more was cut: it is read once more as such.
void Session::lookAtWriters() {
    QStringList ended;
    bool some = false;
    for (const OpenFile& file : files_) {
        some = some || file.growing;
        const bool rests = file.held || nowMs() - file.changedMs > kRestMs;
        if (!file.growing || file.loading || !rests) continue;
        if (!traces::isBeingWritten(file.path.toStdString())) ended << file.path;
    }
    for (const QString& path : ended) {
        if (!QFileInfo::exists(path)) {
            noteGone(path);
            continue;
        }
        find(path)->grew = false;
        read(*find(path));
    }
    if (!some) writers_.stop();
}

void Session::noteGone(const QString& path) {
    OpenFile* file = find(path);
    if (!file) return;
    const auto finished = traces::recordingOfSpool(path.toStdString());
    if (finished && QFileInfo::exists(QString::fromStdString(*finished))) {
        return takeFinished(*file, QString::fromStdString(*finished));
    }
    if (!file->recording) return;
    file->gone = true;
    file->growing = false;
    emit noticed({.kind = Notice::Kind::Warning,
                  .path = path,
                  .text = tr("The file is gone. What was read of it is still shown.")});
}

/// The run has ended, and its recording stands in the place of what it left on its way.
void Session::takeFinished(OpenFile& file, const QString& recording) {
    loader_.drop(file.path);
    emit settled(file.path);
    if (find(recording)) {
        std::erase_if(files_, [path = file.path](const OpenFile& f) { return f.path == path; });
        return changed();
    }
    file.path = recording;
    file.grew = file.growing = false;
    read(file);
}

void Session::dropLeaving() {
    QStringList leaving;
    for (const OpenFile& file : files_) {
        if (file.leaving) leaving << file.path;
    }
    for (const QString& path : leaving) {
        loader_.drop(path);
        std::erase_if(files_, [&](const OpenFile& file) { return file.path == path; });
        emit settled(path);
    }
}

void Session::changed() {
    watchAll();
    announce_.start();
}

void Session::watchAll() {
    QStringList paths;
    for (const OpenFile& file : files_) {
        if (file.recording || file.growing) paths << file.path;
    }
    watch_.follow(paths);
}

}  // namespace shardscope::gui
