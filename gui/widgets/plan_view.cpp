#include "gui/widgets/plan_view.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "gui/model/plan_form.h"
#include "gui/model/plan_words.h"
#include "gui/paint/theme.h"
#include "gui/widgets/command_text.h"
#include "gui/widgets/plan_chart.h"
#include "gui/widgets/plan_form_widget.h"
#include "gui/widgets/plan_tables.h"

namespace shardscope::gui {
namespace {

constexpr int kFormWidth = 340;
constexpr int kMargin = 12;
constexpr int kMostErrorLines = 8;
constexpr int kNothingFits = 3;  // the command's exit status: an answer, not an error

QLabel* wrappingLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QWidget* titled(const QString& title, QWidget* chart) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* label = new QLabel(title);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->setBuddy(chart);
    chart->setAccessibleName(title);
    column->addWidget(label);
    column->addWidget(chart, 1);
    return box;
}

}  // namespace

PlanView::PlanView(const CommandPlace& place, QWidget* parent) : QWidget(parent), place_(place) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    row->setSpacing(kMargin);
    row->addWidget(makeForm());
    row->addWidget(makeRight(), 1);
    connect(&asking_, &CommandRun::ended, this, &PlanView::takeOptions);
    for (CommandRun* run : {&planning_, &simulating_}) {
        connect(run, &CommandRun::progressed, this, &PlanView::takeProgress);
    }
    connect(&planning_, &CommandRun::ended, this, &PlanView::takePlan);
    connect(&simulating_, &CommandRun::ended, this, &PlanView::takeSimulation);
    auto* go = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
    go->setContext(Qt::WidgetWithChildrenShortcut);
    connect(go, &QShortcut::activated, this, &PlanView::startPlan);
    showCommand();
    showState();
    askForOptions();
}

QWidget* PlanView::makeForm() {
    form_ = new PlanFormWidget(place_.folder);
    connect(form_, &CommandForm::changed, this, &PlanView::showCommand);
    return scrolled(form_, kFormWidth);
}

QWidget* PlanView::makeRight() {
    command_ = new CommandText;
    start_ = new QPushButton(tr("&Plan"));
    start_->setToolTip(tr("Ask the planner (Ctrl+Enter)"));
    start_->setDefault(true);
    cancel_ = new QPushButton(tr("&Cancel"));
    simulate_ = new QPushButton(tr("&Simulate the selected configuration"));
    simulate_->setToolTip(tr("Simulate it and open its recording (Enter, or click it again)"));
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    question_ = wrappingLabel();
    verdict_ = wrappingLabel();
    errors_ = new QPlainTextEdit;
    errors_->setReadOnly(true);
    errors_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    errors_->setAccessibleName(tr("What the command printed"));
    connect(start_, &QPushButton::clicked, this, &PlanView::startPlan);
    connect(cancel_, &QPushButton::clicked, this, &PlanView::cancel);
    connect(simulate_, &QPushButton::clicked, this, [this] {
        if (selected_) simulate(*selected_);
    });
    auto* actions = new QHBoxLayout;
    actions->addWidget(start_);
    actions->addWidget(cancel_);
    actions->addWidget(bar_, 1);
    actions->addWidget(simulate_);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->setHandleWidth(kMargin);
    parts->addWidget(makeCharts());
    parts->addWidget(makeTabs());
    parts->setStretchFactor(0, 1);
    parts->setSizes({470, 170});
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(command_);
    column->addLayout(actions);
    column->addWidget(question_);
    column->addWidget(verdict_);
    column->addWidget(errors_);
    column->addWidget(parts, 1);
    return right;
}

QWidget* PlanView::makeCharts() {
    auto* map = new HeatMapWidget;
    auto* front = new ParetoWidget;
    charts_ = {map, front};
    auto* across = new QSplitter(Qt::Horizontal);
    across->setChildrenCollapsible(false);
    across->setHandleWidth(2 * kMargin);
    across->addWidget(titled(tr("Best configuration of each strategy and number of ranks"), map));
    across->addWidget(titled(tr("Memory against cost: every configuration"), front));
    across->setStretchFactor(0, 5);
    across->setStretchFactor(1, 4);
    return across;
}

QWidget* PlanView::makeTabs() {
    auto* bars = new MemoryBarsWidget;
    bars->setAccessibleName(tr("Memory by category"));
    charts_.push_back(bars);
    for (PlanChart* chart : charts_) {
        connect(chart, &PlanChart::selectedRow, this, &PlanView::select);
        connect(chart, &PlanChart::activatedRow, this, &PlanView::simulate);
    }
    cells_ = new HeatMapTable(this);
    rows_ = new ConfigurationTable(this);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(rows_);
    sorted->setSortRole(kSortRole);
    QTableView* all = makeTable(sorted, tr("All configurations"));
    all->setSortingEnabled(true);
    all->sortByColumn(-1, Qt::AscendingOrder);
    tabs_ = new QTabWidget;
    tabs_->setDocumentMode(true);
    tabs_->addTab(bars, tr("&Memory and traffic"));
    tabs_->addTab(all, tr("&All configurations"));
    tabs_->addTab(makeTable(cells_, tr("Heat map as a table")), tr("Heat map as a &table"));
    return tabs_;
}

QTableView* PlanView::makeTable(QAbstractItemModel* model, const QString& name) {
    auto* table = new QTableView;
    table->setModel(model);
    table->setAccessibleName(name);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                const QVariant row = now.data(kRowRole);
                if (row.isValid()) select(static_cast<size_t>(row.toULongLong()));
            });
    connect(table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const QVariant row = index.data(kRowRole);
        if (row.isValid()) simulate(static_cast<size_t>(row.toULongLong()));
    });
    return table;
}

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

void PlanView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    firstPlan();
}

/// The form's example is answered as soon as it is seen: it takes a moment, and says what is here.
void PlanView::firstPlan() {
    if (ready_ && !planned_ && isVisible()) startPlan();
}

void PlanView::showCommand() {
    if (!planning_.isRunning()) {
        command_->setCommand(place_.call(planArguments(form_->form(), options_)));
    }
}

void PlanView::startPlan() {
    if (isRunning()) return;
    planned_ = true;
    pending_ = form_->form();
    const CommandLine call = place_.call(planArguments(pending_, options_));
    command_->setCommand(call);
    bar_->setRange(0, 0);
    say({}, false);
    planning_.start(call);
    showState();
    emit statusChanged(tr("Planning"));
}

void PlanView::simulate(size_t row) {
    if (isRunning() || !plan_ || row >= plan_->rows.size()) return;
    const PlanRow& chosen = plan_->rows[row];
    if (!chosen.evaluated) return say(chosen.reason, true);
    const CommandLine call = place_.call(simulateArguments(asked_, simulateOptions_, chosen));
    command_->setCommand(call);
    bar_->setRange(0, 0);
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
    bar_->setRange(0, 1000);
    bar_->setValue(line.steps > 0 ? static_cast<int>(line.step * 1000 / line.steps) : 0);
    emit statusChanged(
        tr("%1 of %2 · %3 left").arg(line.step).arg(line.steps).arg(durationText(line.etaNs)));
}

void PlanView::takePlan(const CommandOutcome& outcome) {
    const bool answered = outcome.end == CommandOutcome::End::Exited &&
                          (outcome.exitStatus == 0 || outcome.exitStatus == kNothingFits);
    const auto plan = parsePlan(outcome.output);
    if (answered && plan) {
        asked_ = pending_;
        showPlan(std::make_shared<const Plan>(*plan));
    } else {
        const QString why = answered ? QString::fromStdString(core::toString(plan.error()))
                                     : tr("No plan: %1").arg(endText(outcome));
        showErrors(outcome, why);
    }
    showState();
    showCommand();
}

void PlanView::takeSimulation(const CommandOutcome& outcome) {
    const QStringList recordings = recordingsNamed(outcome.errors, place_.folder);
    const QString end = endText(outcome);
    if (!end.isEmpty()) showErrors(outcome, tr("Simulation: %1").arg(end));
    showState();
    if (end.isEmpty()) emit statusChanged(tr("Simulated: %1").arg(recordings.join(' ')));
    if (!recordings.isEmpty()) emit openRecordings(recordings);
}

void PlanView::showPlan(PlanPtr plan) {
    plan_ = std::move(plan);
    for (PlanChart* chart : charts_) chart->setPlan(plan_);
    cells_->setPlan(plan_);
    rows_->setPlan(plan_);
    errors_->hide();
    question_->setText(questionText(*plan_));
    QString text = verdictText(*plan_);
    const QStringList changes = changeTexts(*plan_);
    if (!changes.isEmpty()) {
        text += '\n' + (plan_->nothing->together ? tr("What would have to change, together:")
                                                 : tr("What would have to change, one of:"));
    }
    for (const QString& change : changes) text += QStringLiteral("\n   • ") + change;
    say(text, false);
    if (plan_->sequence > 0) {
        form_->setTaken(QStringLiteral("--seq"), QString::number(plan_->sequence));
    }
    selected_.reset();
    if (const auto first = plan_->firstRow()) select(*first);
    emit statusChanged(tr("Configurations: %1").arg(plan_->rows.size()));
}

void PlanView::select(size_t row) {
    selected_ = row;
    for (PlanChart* chart : charts_) chart->setSelected(row);
    showState();
}

void PlanView::showState() {
    const bool running = isRunning();
    form_->setEnabled(!running);
    start_->setEnabled(!running && !place_.program.isEmpty());
    cancel_->setEnabled(running);
    const bool stopping = planning_.isCancelling() || simulating_.isCancelling();
    cancel_->setText(stopping ? tr("Stop at once") : tr("&Cancel"));
    simulate_->setEnabled(!running && plan_ && selected_ && plan_->rows[*selected_].evaluated);
    if (!running) bar_->setRange(0, 1000);
    if (!running) bar_->setValue(0);
    question_->setVisible(plan_ != nullptr);
}

/// The command's own words, under what became of it. What was there before stays: it answers another
/// question, and says so.
void PlanView::showErrors(const CommandOutcome& outcome, const QString& title) {
    say(title, true);
    QString text = outcome.errors.join('\n');
    const QString output = QString::fromUtf8(outcome.output);
    if (!output.isEmpty() && outcome.end == CommandOutcome::End::Exited) text += '\n' + output;
    errors_->setPlainText(text.trimmed());
    const int lines = std::min<int>(kMostErrorLines, int(text.trimmed().count('\n')) + 2);
    errors_->setFixedHeight(lines * errors_->fontMetrics().height() + 12);
    errors_->setVisible(!text.trimmed().isEmpty());
    emit statusChanged(title);
}

void PlanView::say(const QString& text, bool warning) {
    verdict_->setVisible(!text.isEmpty());
    verdict_->setText(text);
    QPalette colours = palette();
    if (warning) colours.setColor(QPalette::WindowText, themeOf(palette()).warning);
    verdict_->setPalette(colours);
    errors_->clear();
    errors_->hide();
}

}  // namespace shardscope::gui
