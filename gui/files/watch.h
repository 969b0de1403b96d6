#pragma once
// Says when a file changed, went, or came back. A writer that renames its file into place, as ours
// do, is one change. The application's thread only.

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QTimer>

namespace shardscope::gui {

class Watch : public QObject {
    Q_OBJECT

  public:
    explicit Watch(QObject* parent = nullptr);

    /// From now on exactly @p paths are watched.
    void follow(const QStringList& paths);

  signals:
    /// Its size or time of change differs from when it was last looked at. Not more often than
    /// once in half a second, so that a file being written is not read without end.
    void changed(const QString& path);
    void gone(const QString& path);

  private:
    struct Seen {
        qint64 bytes = -1;  ///< -1: there is no such file
        qint64 changedMs = 0;
        bool operator==(const Seen&) const = default;
    };
    static Seen lookAt(const QString& path);
    void noteChange();
    void lookAgain();
    void watchAgain();

    QFileSystemWatcher watcher_;
    QHash<QString, Seen> seen_;
    QTimer settle_;
};

}  // namespace shardscope::gui
