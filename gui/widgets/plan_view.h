#pragma once
// Plan a run: the question, the planner's answer as a heat map and a Pareto chart, the chosen configuration
// along one setting, and the simulation of a configuration. `shardscope plan` and `shardscope simulate` run as child processes; nothing here
// waits for them.

#include <QWidget>
#include <array>
#include <optional>

#include "gui/model/command_options.h"
#include "gui/model/command_run.h"
#include "gui/model/plan.h"
#include "gui/model/run_form.h"
#include "gui/widgets/command_place.h"

class QTabWidget;

namespace shardscope::gui {

class CommandForm;
class CommandPanel;
class PlanAnswer;
class SlideView;

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
    /// What @p old holds and shows, in the language of now. Neither is running.
    void takeOver(const PlanView& old);
    /// Null until the planner has answered.
    PlanPtr plan() const { return plan_; }
    std::optional<size_t> selected() const;

  signals:
    /// The recording of a simulated configuration.
    void openRecordings(const QStringList& paths);
    void statusChanged(const QString& text);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    /// The chosen configuration along one setting: a plan of its own.
    struct Slide {
        SlideView* view = nullptr;
        PlanPtr plan;           ///< null until it was asked for
        RunForm asked;          ///< what the plan that it began from answers
        QStringList arguments;  ///< of the last question, also of one that failed
    };

    void build();
    void connectRuns();
    void askForOptions();
    void takeOptions(const CommandOutcome& outcome);
    void firstPlan();
    void showCommand();
    void takeProgress(const ProgressLine& line);
    void takePlan(const CommandOutcome& outcome);
    void takeSimulation(const CommandOutcome& outcome);
    void takeAnswer(PlanPtr plan);
    void simulateRow(const PlanRow& row, const RunForm& asked);
    void simulateChosen();

    void showState();  // plan_view_words.cpp
    void fail(const CommandOutcome& outcome);
    void showErrors(const CommandOutcome& outcome, const QString& title);
    void say(const QString& text, bool warning);
    QString planVerdict() const;
    void showPlan(PlanPtr plan);

    void addSlide(SlideSetting setting, const QString& title);  // plan_view_slides.cpp
    Slide* currentSlide();
    const PlanRow* chosen() const;
    void showQuestion();
    void askSlide(Slide& slide);
    void showSlide(Slide& slide, PlanPtr plan);
    void takeOverSlides(const PlanView& old);

    CommandPlace place_;
    CommandOptions options_, simulateOptions_;
    CommandRun asking_, planning_, simulating_;
    bool ready_ = false;        ///< the options are known
    bool planned_ = false;      ///< at least once
    RunForm pending_;           ///< of the planner that runs
    Slide* sliding_ = nullptr;  ///< whose question the planner runs; null: the form's
    RunForm asked_;             ///< what plan_ answers
    PlanPtr plan_;
    std::optional<CommandOutcome> failure_;  ///< of the last question of the form
    std::array<Slide, 2> slides_;            ///< by SlideSetting
    CommandForm* form_ = nullptr;
    CommandPanel* panel_ = nullptr;
    QTabWidget* questions_ = nullptr;
    PlanAnswer* answer_ = nullptr;
};

}  // namespace shardscope::gui
