#pragma once
// Run a workload: the form, the command line that it stands for, losses and memory while it runs, and
// what the command printed. The run is a child process; nothing here waits for it.

#include <QWidget>
#include <optional>

#include "gui/model/command_options.h"
#include "gui/model/command_run.h"
#include "gui/model/run_progress.h"
#include "gui/widgets/command_place.h"

class QSplitter;
class QTimer;

namespace shardscope::gui {

class CommandPanel;
class CurveWidget;
class RunFormWidget;

class RunView : public QWidget {
    Q_OBJECT
  public:
    explicit RunView(QWidget* parent = nullptr) : RunView(CommandPlace::here(), parent) {}
    explicit RunView(const CommandPlace& place, QWidget* parent = nullptr);

    /// Puts @p path into the form as the workload file.
    void openWorkload(const QString& path);
    void startRun();
    /// First as SIGINT, which leaves readable recordings; again: at once.
    void cancelRun();
    bool isRunning() const { return run_.isRunning(); }
    /// What @p old holds and shows, in the language of now. Neither is running.
    void takeOver(const RunView& old);

  signals:
    /// Recordings that a run has written, whether it went well or not.
    void openRecordings(const QStringList& paths);
    void statusChanged(const QString& text);

  private:
    void build();
    void connectRuns();
    void askForOptions();
    void takeOptions(const CommandOutcome& outcome);
    void showCommand();
    void takeProgress(const ProgressLine& line);
    void draw();
    QString figuresText() const;
    void finish(const CommandOutcome& outcome);
    QString say(const CommandOutcome& outcome);
    void showState();
    void print(const QString& line);

    CommandPlace place_;
    CommandOptions options_;
    CommandRun asking_;
    CommandRun run_;
    RunProgress progress_;
    QStringList recordings_;  ///< of the last run
    std::optional<CommandOutcome> outcome_;
    RunFormWidget* form_ = nullptr;
    CommandPanel* panel_ = nullptr;
    CurveWidget* loss_ = nullptr;
    CurveWidget* memory_ = nullptr;
    QSplitter* parts_ = nullptr;
    QTimer* redraw_ = nullptr;  ///< at most 20 pictures a second, however fast the steps are
};

}  // namespace shardscope::gui
