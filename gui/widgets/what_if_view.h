#pragma once
// "What if…" of a recorded run, in a window of its own: the question, the command line that it stands for,
// and what was predicted, on which assumptions. The prediction is a child process; nothing here waits.

#include <QDialog>

#include "gui/model/command_options.h"
#include "gui/model/command_run.h"
#include "gui/model/what_if.h"
#include "gui/widgets/command_place.h"

namespace shardscope::gui {

class CommandPanel;
class WhatIfForm;

class WhatIfView : public QDialog {
    Q_OBJECT
  public:
    explicit WhatIfView(const CommandPlace& place, QWidget* parent = nullptr);

    /// The recordings that are open: those that times can be taken from are offered.
    void setRecordings(const std::vector<LoadedPtr>& recordings);
    void start();
    void cancel();
    bool isRunning() const { return run_.isRunning(); }

  signals:
    /// Predicted recordings, to be opened beside the recorded one.
    void openRecordings(const QStringList& paths);

  private:
    void build();
    void takeOptions(const CommandOutcome& outcome);
    void showCommand();
    void finish(const CommandOutcome& outcome);
    void fail(const CommandOutcome& outcome, const QString& title);
    void showState();

    CommandPlace place_;
    CommandOptions options_;
    CommandRun asking_, run_;
    std::optional<Recorded> from_;  ///< of the question that runs
    WhatIfForm* form_ = nullptr;
    CommandPanel* panel_ = nullptr;
};

}  // namespace shardscope::gui
