#include "gui/widgets/run_view.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include "core/base/units.h"
#include "gui/paint/theme.h"
#include "gui/widgets/command_text.h"
#include "gui/widgets/curve_widget.h"
#include "gui/widgets/run_form_widget.h"

namespace shardscope::gui {
namespace {

constexpr int kRedrawMs = 50;
constexpr int kFormWidth = 400;
constexpr int kMargin = 12;
constexpr int kMostPrintedLines = 5'000;
// Of losses, memory, and what the command printed: a failure's words need room.
const QList<int> kUsualSizes{200, 200, 180};
const QList<int> kFailedSizes{110, 110, 360};

QLabel* wrappingLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

RunView::RunView(const CommandPlace& place, QWidget* parent)
    : QWidget(parent), place_(place), redraw_(new QTimer(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    row->setSpacing(kMargin);
    row->addWidget(makeForm());
    row->addWidget(makeRight(), 1);
    redraw_->setSingleShot(true);
    redraw_->setInterval(kRedrawMs);
    connect(redraw_, &QTimer::timeout, this, &RunView::draw);
    connect(&run_, &CommandRun::progressed, this, &RunView::takeProgress);
    connect(&run_, &CommandRun::said, this, &RunView::print);
    connect(&run_, &CommandRun::ended, this, &RunView::finish);
    connect(&asking_, &CommandRun::ended, this, &RunView::takeOptions);
    auto* go = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
    go->setContext(Qt::WidgetWithChildrenShortcut);
    connect(go, &QShortcut::activated, this, &RunView::startRun);
    draw();
    showCommand();
    showState();
    askForOptions();
}

QWidget* RunView::makeForm() {
    form_ = new RunFormWidget(place_.folder);
    connect(form_, &RunFormWidget::changed, this, &RunView::showCommand);
    return scrolled(form_, kFormWidth);
}

QWidget* RunView::makeRight() {
    command_ = new CommandText;
    start_ = new QPushButton(tr("&Start"));
    start_->setToolTip(tr("Run the command (Ctrl+Enter)"));
    start_->setDefault(true);
    cancel_ = new QPushButton(tr("&Cancel"));
    open_ = new QPushButton;
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    numbers_ = wrappingLabel();
    verdict_ = wrappingLabel();
    QFont bold = verdict_->font();
    bold.setBold(true);
    verdict_->setFont(bold);
    loss_ = new CurveWidget;
    memory_ = new CurveWidget;
    printed_ = new QPlainTextEdit;
    printed_->setReadOnly(true);
    printed_->setMaximumBlockCount(kMostPrintedLines);
    printed_->setLineWrapMode(QPlainTextEdit::NoWrap);
    printed_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    printed_->setPlaceholderText(tr("What the command prints is shown here, as it prints it."));
    printed_->setAccessibleName(tr("What the command printed"));
    connect(start_, &QPushButton::clicked, this, &RunView::startRun);
    connect(cancel_, &QPushButton::clicked, this, &RunView::cancelRun);
    connect(open_, &QPushButton::clicked, this, [this] { emit openRecordings(recordings_); });

    auto* actions = new QHBoxLayout;
    actions->addWidget(start_);
    actions->addWidget(cancel_);
    actions->addWidget(bar_, 1);
    actions->addWidget(open_);
    parts_ = new QSplitter(Qt::Vertical);
    parts_->setChildrenCollapsible(false);
    parts_->setHandleWidth(kMargin);
    parts_->addWidget(loss_);
    parts_->addWidget(memory_);
    parts_->addWidget(printed_);
    parts_->setSizes(kUsualSizes);
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(command_);
    column->addLayout(actions);
    column->addWidget(numbers_);
    column->addWidget(verdict_);
    column->addWidget(parts_, 1);
    return right;
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
        say(why, true);
        start_->setEnabled(!place_.program.isEmpty());
        return;
    }
    options_ = *options;
    form_->setOptions(options_);
}

void RunView::showCommand() {
    if (run_.isRunning()) return;
    command_->setCommand(place_.call(runArguments(form_->form(), options_)));
}

void RunView::openWorkload(const QString& path) { form_->setWorkload(path); }

void RunView::startRun() {
    if (run_.isRunning()) return;
    const CommandLine call = place_.call(runArguments(form_->form(), options_));
    command_->setCommand(call);
    progress_ = {};
    recordings_.clear();
    printed_->clear();
    say({}, false);
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
    CurveChart memory = liveBytesChart(progress_);
    memory.title = tr("Live memory of rank 0 after each step");
    memory.xTitle = tr("step");
    memory.nothing = tr("The memory that each strategy keeps from step to step appears here.");
    memory_->setChart(std::move(memory));
    const ProgressLine& last = progress_.last;
    bar_->setRange(0, 1000);
    bar_->setValue(last.steps > 0 ? static_cast<int>(last.step * 1000 / last.steps) : 0);
    if (progress_.empty()) return numbers_->clear();
    QStringList speeds;
    for (const StrategyProgress& each : progress_.strategies) {
        speeds += QStringLiteral("%1 %2").arg(
            each.strategy, QLocale(QLocale::English).toString(each.tokensPerSecond, 'f', 0));
    }
    const QString left =
        run_.isRunning() ? tr("%1 left · ").arg(durationText(last.etaNs)) : QString();
    numbers_->setText(tr("Step %1 of %2 over all strategies · %3tokens/s: %4")
                          .arg(last.step)
                          .arg(last.steps)
                          .arg(left, speeds.join(QStringLiteral(", "))));
}

void RunView::print(const QString& line) { printed_->appendPlainText(line); }

void RunView::finish(const CommandOutcome& outcome) {
    redraw_->stop();
    draw();
    const QString table = QString::fromUtf8(outcome.output);
    if (!table.isEmpty()) print((outcome.errors.isEmpty() ? "" : "\n") + table);
    printed_->verticalScrollBar()->setValue(0);
    printed_->horizontalScrollBar()->setValue(0);
    recordings_ = recordingsNamed(outcome.errors, place_.folder);
    const QString end = endText(outcome);
    QString text = end.isEmpty() ? tr("Done") : tr("Ended: %1").arg(end);
    if (!recordings_.isEmpty()) text += tr(" · recordings: %1").arg(recordings_.size());
    say(text, !end.isEmpty());
    parts_->setSizes(end.isEmpty() ? kUsualSizes : kFailedSizes);
    showState();
    showCommand();
    emit statusChanged(text);
    if (!recordings_.isEmpty()) emit openRecordings(recordings_);
}

void RunView::showState() {
    const bool running = run_.isRunning();
    form_->setEnabled(!running);
    start_->setEnabled(!running && !place_.program.isEmpty());
    cancel_->setEnabled(running);
    cancel_->setText(run_.isCancelling() ? tr("Stop at once") : tr("&Cancel"));
    cancel_->setToolTip(run_.isCancelling()
                            ? tr("What is not written yet is lost")
                            : tr("Stop; what was recorded until then is written and opened"));
    open_->setVisible(!running && !recordings_.isEmpty());
    open_->setText(tr("&Open recordings"));
}

void RunView::say(const QString& text, bool warning) {
    verdict_->setVisible(!text.isEmpty());
    verdict_->setText(text);
    QPalette colours = palette();
    if (warning) colours.setColor(QPalette::WindowText, themeOf(palette()).warning);
    verdict_->setPalette(colours);
}

}  // namespace shardscope::gui
