#include "gui/widgets/run_view.h"

#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>

#include "gui/widgets/command_panel.h"
#include "gui/widgets/curve_widget.h"
#include "gui/widgets/run_form_widget.h"

namespace shardscope::gui {
namespace {

constexpr int kRedrawMs = 50;
constexpr int kFormWidth = 400;
// Of losses, memory, and what the command printed: a failure's words need room.
const QList<int> kUsualSizes{200, 200, 180};
const QList<int> kFailedSizes{110, 110, 360};

}  // namespace

RunView::RunView(const CommandPlace& place, QWidget* parent)
    : QWidget(parent), place_(place), redraw_(new QTimer(this)) {
    build();
    connectRuns();
    draw();
    showCommand();
    showState();
    askForOptions();
}

void RunView::build() {
    form_ = new RunFormWidget(place_.folder);
    panel_ =
        new CommandPanel(tr("&Start"), tr("Run the command (Ctrl+Enter)"), tr("&Open recordings"));
    panel_->printed().setPlaceholderText(
        tr("What the command prints is shown here, as it prints it."));
    loss_ = new CurveWidget;
    memory_ = new CurveWidget;
    parts_ = new QSplitter(Qt::Vertical);
    parts_->setChildrenCollapsible(false);
    parts_->setHandleWidth(kPageMargin);
    parts_->addWidget(loss_);
    parts_->addWidget(memory_);
    parts_->addWidget(&panel_->printed());
    parts_->setSizes(kUsualSizes);
    panel_->add(parts_, 1);
    panel_->say({}, false);
    layCommandPage(*this, scrolled(form_, kFormWidth), panel_);
}

void RunView::connectRuns() {
    redraw_->setSingleShot(true);
    redraw_->setInterval(kRedrawMs);
    connect(redraw_, &QTimer::timeout, this, &RunView::draw);
    connect(form_, &RunFormWidget::changed, this, &RunView::showCommand);
    connect(form_, &RunFormWidget::said, panel_, &CommandPanel::say);
    connect(panel_, &CommandPanel::started, this, &RunView::startRun);
    connect(panel_, &CommandPanel::cancelled, this, &RunView::cancelRun);
    connect(panel_, &CommandPanel::actionChosen, this,
            [this] { emit openRecordings(recordings_); });
    connect(&run_, &CommandRun::progressed, this, &RunView::takeProgress);
    connect(&run_, &CommandRun::said, this, &RunView::print);
    connect(&run_, &CommandRun::ended, this, &RunView::finish);
    connect(&asking_, &CommandRun::ended, this, &RunView::takeOptions);
}

void RunView::askForOptions() {
    asking_.start(
        place_.call({QStringLiteral("run"), QStringLiteral("--help"), QStringLiteral("--json")}));
}

void RunView::takeOptions(const CommandOutcome& outcome) {
    const auto options = parseOptions(outcome.output);
    if (!options) {
        const QString why = outcome.errors.isEmpty()
                                ? QString::fromStdString(core::toString(options.error()))
                                : outcome.errors.join('\n');
        return panel_->say(why, true);
    }
    if (!options_.options.empty()) return;  // taken over
    options_ = *options;
    form_->setOptions(options_);
}

void RunView::showCommand() {
    if (run_.isRunning()) return;
    panel_->setCommand(place_.call(runArguments(form_->form(), options_)));
}

void RunView::openWorkload(const QString& path) { form_->setWorkload(path); }

void RunView::startRun() {
    if (run_.isRunning()) return;
    const CommandLine call = place_.call(runArguments(form_->form(), options_));
    panel_->setCommand(call);
    progress_ = {};
    recordings_.clear();
    panel_->printed().clear();
    panel_->say({}, false);
    run_.start(call);
    draw();
    showState();
    emit statusChanged(tr("Running"));
}

void RunView::cancelRun() {
    run_.cancel();
    showState();
}

void RunView::takeProgress(const ProgressLine& line) {
    progress_.add(line);
    if (!redraw_->isActive()) redraw_->start();
}

void RunView::draw() {
    CurveChart loss = lossChart(progress_);
    loss.title = tr("Loss");
    loss.xTitle = tr("step");
    loss.nothing = tr("The losses of each strategy appear here, step by step.");
    loss_->setChart(std::move(loss));
    CurveChart memory = peakBytesChart(progress_);
    memory.title = tr("Peak memory of rank 0 in each step");
    memory.xTitle = tr("step");
    memory.nothing = tr("The most memory that each strategy needs in a step appears here.");
    memory_->setChart(std::move(memory));
    panel_->showProgress(progress_.last);
    panel_->figures().setText(figuresText());
}

QString RunView::figuresText() const {
    if (progress_.empty()) return {};
    const ProgressLine& last = progress_.last;
    QStringList speeds;
    for (const StrategyProgress& each : progress_.strategies) {
        speeds += QStringLiteral("%1 %2").arg(
            each.strategy, QLocale(QLocale::English).toString(each.tokensPerSecond, 'f', 0));
    }
    const QString left =
        run_.isRunning() ? tr("%1 left · ").arg(durationText(last.etaNs)) : QString();
    return tr("Step %1 of %2 over all strategies · %3tokens/s: %4")
        .arg(last.step)
        .arg(last.steps)
        .arg(left, speeds.join(QStringLiteral(", ")));
}

void RunView::print(const QString& line) { panel_->printed().appendPlainText(line); }

void RunView::finish(const CommandOutcome& outcome) {
    redraw_->stop();
    draw();
    const QString table = QString::fromUtf8(outcome.output);
    if (!table.isEmpty()) print((outcome.errors.isEmpty() ? "" : "\n") + table);
    panel_->printed().verticalScrollBar()->setValue(0);
    panel_->printed().horizontalScrollBar()->setValue(0);
    recordings_ = recordingsNamed(outcome.errors, place_.folder);
    outcome_ = outcome;
    const QString text = say(outcome);
    showCommand();
    emit statusChanged(text);
    if (!recordings_.isEmpty()) emit openRecordings(recordings_);
}

/// @return what became of the run, in one line.
QString RunView::say(const CommandOutcome& outcome) {
    const QString end = endText(outcome);
    QString text = end.isEmpty() ? tr("Done") : tr("Ended: %1").arg(end);
    if (!recordings_.isEmpty()) text += tr(" · recordings: %1").arg(recordings_.size());
    panel_->say(text, !end.isEmpty());
    parts_->setSizes(end.isEmpty() ? kUsualSizes : kFailedSizes);
    showState();
    return text;
}

void RunView::takeOver(const RunView& old) {
    options_ = old.options_;
    if (!options_.options.empty()) form_->setOptions(options_);
    form_->setForm(old.form_->form());
    progress_ = old.progress_;
    recordings_ = old.recordings_;
    outcome_ = old.outcome_;
    panel_->printed().setPlainText(old.panel_->printed().toPlainText());
    draw();
    if (outcome_) say(*outcome_);
}

void RunView::showState() {
    const bool running = run_.isRunning();
    form_->setEnabled(!running);
    panel_->showState(running, run_.isCancelling(), !place_.program.isEmpty());
    panel_->setCancelTip(run_.isCancelling()
                             ? tr("What is not written yet is lost")
                             : tr("Stop; what was recorded until then is written and opened"));
    panel_->action().setVisible(!running && !recordings_.isEmpty());
}

}  // namespace shardscope::gui
