#pragma once
// Writes an open recording's file again, as a Chrome trace, on a background thread: what is open keeps
// no events to write. Lives on the application's thread, which also gets every signal.

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "gui/files/background.h"

namespace shardscope::gui {

class TraceExport : public QObject {
    Q_OBJECT

  public:
    explicit TraceExport(QObject* parent = nullptr);
    /// Cancels and waits; a file that is half written does not stay.
    ~TraceExport() override;

    /// Reads @p from and writes @p to, plain or gzip by its name; after those started before.
    void start(const QString& from, const QString& to);
    /// Ends all that was started; what is written already stays.
    void cancel();
    bool isBusy() const { return !jobs_.empty(); }

  signals:
    /// Bytes that are read of the file at work; several times a second.
    void progressed(qint64 doneBytes, qint64 totalBytes);
    void written(const QString& to);
    /// @p path is the file that the error is about.
    void failed(const QString& path, const shardscope::core::Error& error);
    /// None is left.
    void finished();

  private:
    struct Job;
    using JobPtr = std::shared_ptr<Job>;

    Background::Then run(const JobPtr& job);
    void end(const JobPtr& job, const QString& about, const core::Result<void>& result);
    void reportProgress();
    void stopIfIdle();

    std::vector<JobPtr> jobs_;  ///< current, in order
    QTimer pulse_;
    Background background_{
        1};  ///< one whole trace in memory at a time; last, so that it ends first
};

}  // namespace shardscope::gui
