#pragma once
// A `shardscope` command as a child process. GUI thread only; nothing here waits, except the
// destructor, for at most two seconds, when a run is still going on.
//
// Cancelling sends SIGINT: the command then writes what it has, marked as interrupted. A second
// cancel(), or patience that ends, sends SIGKILL.

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "gui/model/command_line.h"
#include "gui/model/progress_line.h"

namespace shardscope::gui {

/// How a command ended.
struct CommandOutcome {
    enum class End {
        Exited,     ///< by itself: exitStatus says how
        Signalled,  ///< by a signal that was not ours: signalNumber
        Cancelled,  ///< by cancel(), in either way
        NotStarted  ///< no such program, or the system refused: errors says which
    };
    End end = End::NotStarted;
    int exitStatus = -1;
    int signalNumber = 0;
    QByteArray output;   ///< stdout
    QStringList errors;  ///< lines of stderr that are no progress, as printed
};

class CommandRun : public QObject {
    Q_OBJECT
  public:
    explicit CommandRun(QObject* parent = nullptr);
    ~CommandRun() override;

    /// Milliseconds between SIGINT and SIGKILL.
    void setPatience(int milliseconds) { patienceMs_ = milliseconds; }
    /// Starts @p command; ended() follows in any case, not before the event loop runs again. Ignored
    /// while another is running.
    void start(const CommandLine& command);
    void cancel();
    bool isRunning() const { return running_; }
    bool isCancelling() const { return running_ && cancelled_; }
    const CommandLine& command() const { return command_; }

  signals:
    void progressed(const ProgressLine& line);
    /// A line of stderr that is no progress.
    void said(const QString& line);
    /// Ran out of patience, or was asked twice: SIGKILL is sent.
    void killed();
    void ended(const CommandOutcome& outcome);

  private:
    void readErrors();
    void takeLine(const QByteArray& line);
    void finish(int exitStatus, QProcess::ExitStatus how);
    void failedToStart(const QString& reason);
    void kill();

    QProcess process_;
    QTimer patience_;
    CommandLine command_;
    CommandOutcome outcome_;
    QByteArray partLine_;  // of stderr, until its newline comes
    int patienceMs_ = 10'000;
    bool running_ = false;
    bool cancelled_ = false;
};

/// What to say of @p outcome in one line: "exit status 2", "ended by signal 11 (SIGSEGV)"; empty when
/// it exited with 0.
QString endText(const CommandOutcome& outcome);

/// Recordings that `run` and `simulate` name on stderr, as absolute paths from @p folder; those that
/// do not exist are left out.
QStringList recordingsNamed(const QStringList& errors, const QString& folder);

}  // namespace shardscope::gui
