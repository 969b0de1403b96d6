#pragma once
// The recordings that are open, in order: asked for, being read, shown, gone. Every view borrows its
// values; it owns the loader and the watch. The application's thread only.

#include <QObject>
#include <QTimer>
#include <vector>

#include "gui/files/loader.h"
#include "gui/files/notice.h"
#include "gui/files/watch.h"
#include "gui/model/loaded.h"

namespace shardscope::gui {

struct OpenFile {
    QString path;
    LoadedPtr recording;   ///< null until it is read
    bool loading = false;  ///< being read, for the first time or again
    bool gone = false;     ///< the file is no longer there; its data still is
    bool growing = false;  ///< another process is writing it: its end is not there yet
    bool held = false;     ///< and says so by a lock
    bool grew = false;     ///< it changed since it was opened
    bool again = false;    ///< and did so while it was being read
    qint64 changedMs = 0;  ///< when it was last seen to change, by the wall clock
    qint64 readMs = 0;     ///< how long it took to read it last
    qint64 startMs = 0;    ///< when reading it began
    bool leaving = false;  ///< goes as soon as something of the newly asked for is read
};

class Session : public QObject {
    Q_OBJECT

  public:
    explicit Session(QObject* parent = nullptr);

    /// Files and folders to show instead of those open. What is open stays until one of them could
    /// be read, so that a wrong name costs nothing.
    void open(const QStringList& paths);
    /// The same, beside those open.
    void add(const QStringList& paths);
    void close(const QString& path);
    /// Ends what is being read; what was there stays.
    void cancelLoading();

    std::vector<LoadedPtr> recordings() const;
    const std::vector<OpenFile>& files() const { return files_; }
    bool isLoading() const { return loader_.isBusy(); }

  signals:
    /// recordings() differ.
    void recordingsChanged();
    void noticed(const shardscope::gui::Notice& notice);
    /// Nothing is left to say of a file: it reads well now, or was closed.
    void settled(const QString& path);
    void progressed(qint64 doneBytes, qint64 totalBytes);
    void loadingFinished();

  private:
    OpenFile* find(const QString& path);
    void want(const QString& path);
    void take(const QString& path, const LoadedPtr& recording);
    void refuse(const QString& path, const core::Error& error);
    void giveUp(const QString& path);
    void read(OpenFile& file);
    void reread(const QString& path);
    void readOn(OpenFile& file);
    void lookAtWriters();
    void noteGone(const QString& path);
    void takeFinished(OpenFile& file, const QString& recording);
    void watchAll();
    void dropLeaving();
    void changed();

    std::vector<OpenFile> files_;
    Loader loader_;
    Watch watch_;
    QTimer announce_;  // several files read at once are one change
    QTimer writers_;   // while a file grows: whether its writer is still there
};

}  // namespace shardscope::gui
