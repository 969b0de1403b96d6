#include "gui/files/session.h"

#include <QFileInfo>
#include <algorithm>

#include "gui/files/marks.h"
#include "gui/files/starting_files.h"

namespace shardscope::gui {

Session::Session(QObject* parent) : QObject(parent) {
    announce_.setSingleShot(true);
    announce_.setInterval(0);
    connect(&announce_, &QTimer::timeout, this, &Session::recordingsChanged);
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
    file.loading = true;
    file.leaving = false;
    loader_.start(path);
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
    dropLeaving();
    if (const auto notice = noticeOf(*recording)) {
        emit noticed(*notice);
    } else {
        emit settled(path);
    }
    changed();
}

/// A file that was read before keeps what was read.
void Session::refuse(const QString& path, const core::Error& error) {
    OpenFile* file = find(path);
    if (!file) return;
    Notice notice = noticeOf(error, path);
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

void Session::reread(const QString& path) {
    if (OpenFile* file = find(path)) {
        file->loading = true;
        loader_.start(path);
    }
}

void Session::noteGone(const QString& path) {
    OpenFile* file = find(path);
    if (!file || !file->recording) return;
    file->gone = true;
    emit noticed({.kind = Notice::Kind::Warning,
                  .path = path,
                  .text = tr("The file is gone. What was read of it is still shown.")});
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
    QStringList paths;
    for (const OpenFile& file : files_) {
        if (file.recording) paths << file.path;
    }
    watch_.follow(paths);
    announce_.start();
}

}  // namespace shardscope::gui
