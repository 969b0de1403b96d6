#pragma once
// Plan a run: the question, the planner's answer as a heat map and a Pareto chart, and the simulation
// of a configuration. `shardscope plan` and `shardscope simulate` run as child processes; nothing here
// waits for them.

#include <QWidget>
#include <optional>

#include "gui/model/command_options.h"
#include "gui/model/command_run.h"
#include "gui/model/plan.h"
#include "gui/model/run_form.h"
#include "gui/widgets/command_place.h"

class QAbstractItemModel;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTableView;
class QTabWidget;

namespace shardscope::gui {

class CommandForm;
class CommandText;
class ConfigurationTable;
class HeatMapTable;
class PlanChart;

class PlanView : public QWidget {
    Q_OBJECT
  public:
    explicit PlanView(QWidget* parent = nullptr) : PlanView(CommandPlace::here(), parent) {}
    explicit PlanView(const CommandPlace& place, QWidget* parent = nullptr);

    /// Asks the planner what the form says.
    void startPlan();
    /// Simulates @p row of the plan, and opens its recording.
    void simulate(size_t row);
    void cancel();
    bool isRunning() const { return planning_.isRunning() || simulating_.isRunning(); }
    /// Null until the planner has answered.
    PlanPtr plan() const { return plan_; }
    std::optional<size_t> selected() const { return selected_; }

  signals:
    /// The recording of a simulated configuration.
    void openRecordings(const QStringList& paths);
    void statusChanged(const QString& text);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeForm();
    QWidget* makeRight();
    QWidget* makeCharts();
    QWidget* makeTabs();
    QTableView* makeTable(QAbstractItemModel* model, const QString& name);
    void askForOptions();
    void takeOptions(const CommandOutcome& outcome);
    void firstPlan();
    void showCommand();
    void takeProgress(const ProgressLine& line);
    void takePlan(const CommandOutcome& outcome);
    void takeSimulation(const CommandOutcome& outcome);
    void showPlan(PlanPtr plan);
    void select(size_t row);
    void showState();
    void showErrors(const CommandOutcome& outcome, const QString& title);
    void say(const QString& text, bool warning);

    CommandPlace place_;
    CommandOptions options_, simulateOptions_;
    CommandRun asking_, planning_, simulating_;
    bool ready_ = false;    ///< the options are known
    bool planned_ = false;  ///< at least once
    RunForm pending_;       ///< of the planner that runs
    RunForm asked_;         ///< what plan_ answers
    PlanPtr plan_;
    std::optional<size_t> selected_;
    CommandForm* form_ = nullptr;
    CommandText* command_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QPushButton* simulate_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QLabel* question_ = nullptr;
    QLabel* verdict_ = nullptr;
    QPlainTextEdit* errors_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    std::vector<PlanChart*> charts_;
    HeatMapTable* cells_ = nullptr;
    ConfigurationTable* rows_ = nullptr;
};

}  // namespace shardscope::gui
