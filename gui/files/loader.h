#pragma once
// Reads recordings on background threads. Lives on the application's thread, which also gets every
// signal; the jobs touch nothing of it but their own flags.

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>

#include "gui/files/background.h"
#include "gui/model/loaded.h"

Q_DECLARE_METATYPE(shardscope::gui::LoadedPtr)

namespace shardscope::gui {

class Loader : public QObject {
    Q_OBJECT

  public:
    explicit Loader(QObject* parent = nullptr);
    /// Cancels what runs and waits for it: a job ends at its next progress report.
    ~Loader() override;

    /// Reads @p path. A job already reading it is no longer current: its result is dropped.
    /// @param grew as of load().
    void start(const QString& path, bool grew = false);
    /// The job reading @p path, if any, is no longer current.
    void drop(const QString& path);
    /// Every job ends, each with cancelled().
    void cancel();
    bool isBusy() const { return !current_.empty(); }

  signals:
    void loaded(const QString& path, const shardscope::gui::LoadedPtr& recording);
    void failed(const QString& path, const shardscope::core::Error& error);
    void cancelled(const QString& path);
    /// Bytes read of all current jobs; several times a second while busy.
    void progressed(qint64 doneBytes, qint64 totalBytes);
    /// The last current job ended.
    void finished();

  private:
    struct Job;
    using JobPtr = std::shared_ptr<Job>;

    Background::Then read(const JobPtr& job);
    void end(const JobPtr& job, const core::Result<LoadedPtr>& result);
    void reportProgress();
    void stopIfIdle();

    std::map<QString, JobPtr> current_;
    QTimer pulse_;
    Background background_;  ///< last, so that its threads end first
};

}  // namespace shardscope::gui
