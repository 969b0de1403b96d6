#include "gui/widgets/plan_view.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>

#include "gui/model/plan_form.h"
#include "gui/model/plan_words.h"
#include "gui/widgets/command_panel.h"
#include "gui/widgets/plan_answer.h"
#include "gui/widgets/plan_form_widget.h"

namespace shardscope::gui {
namespace {

constexpr int kFormWidth = 340;
constexpr int kNothingFits = 3;  // the command's exit status: an answer, not an error

}  // namespace

PlanView::PlanView(const CommandPlace& place, QWidget* parent) : QWidget(parent), place_(place) {
    build();
    connectRuns();
    showCommand();
    showState();
    askForOptions();
}

void PlanView::build() {
    form_ = new PlanFormWidget(place_.folder);
    panel_ = new CommandPanel(tr("&Plan"), tr("Ask the planner (Ctrl+Enter)"),
                              tr("&Simulate the selected configuration"));
    panel_->action().setToolTip(
        tr("Simulate it and open its recording (Enter, or click it again)"));
    answer_ = new PlanAnswer;
    questions_ = new QTabWidget;
    questions_->setDocumentMode(true);
    questions_->setAccessibleName(tr("What is compared"));
    questions_->addTab(answer_, tr("All &combinations"));
    addSlide(SlideSetting::GradAccum, tr("Against acc&umulation"));
    addSlide(SlideSetting::Bucket, tr("Against bucket si&ze"));
    panel_->add(&panel_->printed());
    panel_->printed().hide();
    panel_->add(questions_, 1);
    layCommandPage(*this, scrolled(form_, kFormWidth), panel_);
}

void PlanView::connectRuns() {
    connect(form_, &CommandForm::changed, this, &PlanView::showCommand);
    connect(panel_, &CommandPanel::started, this, &PlanView::startPlan);
    connect(panel_, &CommandPanel::cancelled, this, &PlanView::cancel);
    connect(panel_, &CommandPanel::actionChosen, this, &PlanView::simulateChosen);
    connect(questions_, &QTabWidget::currentChanged, this, &PlanView::showQuestion);
    connect(answer_, &PlanAnswer::selectedRow, this, &PlanView::showState);
    connect(answer_, &PlanAnswer::activatedRow, this, &PlanView::simulate);
    connect(&asking_, &CommandRun::ended, this, &PlanView::takeOptions);
    for (CommandRun* run : {&planning_, &simulating_}) {
        connect(run, &CommandRun::progressed, this, &PlanView::takeProgress);
    }
    connect(&planning_, &CommandRun::ended, this, &PlanView::takePlan);
    connect(&simulating_, &CommandRun::ended, this, &PlanView::takeSimulation);
}

std::optional<size_t> PlanView::selected() const { return answer_->selected(); }

void PlanView::askForOptions() {
    asking_.start(
        place_.call({QStringLiteral("plan"), QStringLiteral("--help"), QStringLiteral("--json")}));
}

/// First plan's options, then simulate's.
void PlanView::takeOptions(const CommandOutcome& outcome) {
    const auto options = parseOptions(outcome.output);
    if (!options) {
        showErrors(outcome, QString::fromStdString(core::toString(options.error())));
        return;
    }
    if (ready_) return;  // taken over
    if (!options->find(QStringLiteral("--steps"))) {
        options_ = *options;
        form_->setOptions(options_);
        asking_.start(place_.call(
            {QStringLiteral("simulate"), QStringLiteral("--help"), QStringLiteral("--json")}));
        return;
    }
    simulateOptions_ = *options;
    ready_ = true;
    firstPlan();
}

void PlanView::takeOver(const PlanView& old) {
    planned_ = old.planned_;
    options_ = old.options_;
    simulateOptions_ = old.simulateOptions_;
    ready_ = old.ready_;
    if (ready_) form_->setOptions(options_);
    form_->setForm(old.form_->form());
    asked_ = old.asked_;
    if (old.plan_) showPlan(old.plan_);
    if (const auto row = old.selected()) answer_->select(*row);
    takeOverSlides(old);
    if (old.failure_) fail(*old.failure_);
}

void PlanView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    firstPlan();
}

/// The form's example is answered as soon as it is seen: it takes a moment, and says what is here.
void PlanView::firstPlan() {
    if (ready_ && !planned_ && isVisible()) startPlan();
}

void PlanView::showCommand() {
    if (planning_.isRunning()) return;
    const Slide* slide = currentSlide();
    const bool answered = slide && plan_ && slide->asked == form_->form();
    panel_->setCommand(
        place_.call(answered ? slide->arguments : planArguments(form_->form(), options_)));
}

void PlanView::startPlan() {
    if (isRunning()) return;
    planned_ = true;
    sliding_ = nullptr;
    failure_.reset();
    pending_ = form_->form();
    const CommandLine call = place_.call(planArguments(pending_, options_));
    panel_->setCommand(call);
    panel_->showBusy();
    say(tr("Planning"), false);
    planning_.start(call);
    showState();
    emit statusChanged(tr("Planning"));
}

void PlanView::simulate(size_t row) {
    if (plan_ && row < plan_->rows.size()) simulateRow(plan_->rows[row], asked_);
}

void PlanView::simulateChosen() {
    const PlanRow* row = chosen();
    const Slide* slide = currentSlide();
    if (row) simulateRow(*row, slide ? slide->asked : asked_);
}

void PlanView::simulateRow(const PlanRow& chosen, const RunForm& asked) {
    if (isRunning()) return;
    if (!chosen.evaluated) return say(refusalText(chosen), true);
    const CommandLine call = place_.call(simulateArguments(asked, simulateOptions_, chosen));
    panel_->setCommand(call);
    panel_->showBusy();
    simulating_.start(call);
    showState();
    emit statusChanged(tr("Simulating %1 on %2").arg(chosen.strategy, ranksText(chosen.ranks)));
}

void PlanView::cancel() {
    planning_.cancel();
    simulating_.cancel();
    showState();
}

void PlanView::takeProgress(const ProgressLine& line) {
    panel_->showProgress(line);
    emit statusChanged(
        tr("%1 of %2 · %3 left").arg(line.step).arg(line.steps).arg(durationText(line.etaNs)));
}

void PlanView::takePlan(const CommandOutcome& outcome) {
    const bool answered = outcome.end == CommandOutcome::End::Exited &&
                          (outcome.exitStatus == 0 || outcome.exitStatus == kNothingFits);
    const auto plan = parsePlan(outcome.output);
    if (answered && plan) {
        takeAnswer(std::make_shared<const Plan>(*plan));
    } else {
        fail(outcome);
    }
    showState();
    showCommand();
}

/// A slide begins from a row of the form's plan, and is asked for once that is there.
void PlanView::takeAnswer(PlanPtr plan) {
    if (sliding_) {
        showSlide(*sliding_, std::move(plan));
    } else {
        asked_ = pending_;
        showPlan(std::move(plan));
    }
    if (currentSlide() != sliding_) showQuestion();
}

void PlanView::takeSimulation(const CommandOutcome& outcome) {
    const QStringList recordings = recordingsNamed(outcome.errors, place_.folder);
    const QString end = endText(outcome);
    if (!end.isEmpty()) showErrors(outcome, tr("Simulation: %1").arg(end));
    showState();
    if (end.isEmpty()) emit statusChanged(tr("Simulated: %1").arg(recordings.join(' ')));
    if (!recordings.isEmpty()) emit openRecordings(recordings);
}

}  // namespace shardscope::gui
