#pragma once
// Plan a run: the question, the planner's answer as a heat map and a Pareto chart, and the simulation
// of a configuration. `shardscope plan` and `shardscope simulate` run as child processes.

#include <QWidget>

#include "gui/widgets/command_place.h"

namespace shardscope::gui {

class PlanView : public QWidget {
    Q_OBJECT
  public:
    explicit PlanView(QWidget* parent = nullptr) : PlanView(CommandPlace::here(), parent) {}
    explicit PlanView(const CommandPlace& place, QWidget* parent = nullptr);

  signals:
    /// The recording of a simulated configuration.
    void openRecordings(const QStringList& paths);
    void statusChanged(const QString& text);

  private:
    CommandPlace place_;
};

}  // namespace shardscope::gui
