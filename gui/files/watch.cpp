#include "gui/files/watch.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace shardscope::gui {

namespace {

constexpr int kSettleMs = 500;

}  // namespace

Watch::Watch(QObject* parent) : QObject(parent) {
    settle_.setSingleShot(true);
    settle_.setInterval(kSettleMs);
    connect(&settle_, &QTimer::timeout, this, &Watch::lookAgain);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &Watch::noteChange);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &Watch::noteChange);
}

Watch::Seen Watch::lookAt(const QString& path) {
    const QFileInfo file(path);
    if (!file.exists()) return {};
    return {.bytes = file.size(), .changedMs = file.lastModified().toMSecsSinceEpoch()};
}

void Watch::follow(const QStringList& paths) {
    QHash<QString, Seen> seen;
    for (const QString& path : paths) {
        const auto known = seen_.constFind(path);
        seen[path] = known == seen_.constEnd() ? lookAt(path) : *known;
    }
    seen_ = seen;
    watchAgain();
}

/// The timer is not restarted: a file that is written all the time is still looked at.
void Watch::noteChange() {
    if (!settle_.isActive()) settle_.start();
}

void Watch::lookAgain() {
    QStringList differ;
    for (auto place = seen_.begin(); place != seen_.end(); ++place) {
        const Seen now = lookAt(place.key());
        if (now == place.value()) continue;
        place.value() = now;
        differ << place.key();
    }
    watchAgain();
    for (const QString& path : differ) {
        const auto place = seen_.constFind(path);
        if (place == seen_.constEnd()) continue;
        if (place->bytes < 0) {
            emit gone(path);
        } else {
            emit changed(path);
        }
    }
}

/// A renamed or removed file falls out of the watcher, so that its folder is watched too.
void Watch::watchAgain() {
    QStringList wanted;
    for (auto place = seen_.constBegin(); place != seen_.constEnd(); ++place) {
        const QFileInfo file(place.key());
        if (file.exists()) wanted << place.key();
        if (file.dir().exists()) wanted << file.absolutePath();
    }
    wanted.removeDuplicates();
    const QStringList watched = watcher_.files() + watcher_.directories();
    QStringList extra;
    for (const QString& path : watched) {
        if (!wanted.contains(path)) extra << path;
    }
    if (!extra.isEmpty()) watcher_.removePaths(extra);
    for (const QString& path : watched) wanted.removeAll(path);
    if (!wanted.isEmpty()) watcher_.addPaths(wanted);
}

}  // namespace shardscope::gui
