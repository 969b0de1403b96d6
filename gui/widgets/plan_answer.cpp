#include "gui/widgets/plan_answer.h"

#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "gui/model/plan_words.h"
#include "gui/widgets/command_panel.h"
#include "gui/widgets/plan_chart.h"
#include "gui/widgets/plan_tables.h"

namespace shardscope::gui {

namespace {

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

std::optional<size_t> rowOf(const QModelIndex& index) {
    const QVariant row = index.data(kRowRole);
    if (!row.isValid()) return std::nullopt;
    return static_cast<size_t>(row.toULongLong());
}

}  // namespace

PlanAnswer::PlanAnswer(QWidget* parent) : QSplitter(Qt::Vertical, parent) {
    setChildrenCollapsible(false);
    setHandleWidth(kPageMargin);
    addWidget(makeCharts());
    addWidget(makeTabs());
    setStretchFactor(0, 1);
    setSizes({470, 170});
}

QWidget* PlanAnswer::makeCharts() {
    auto* map = new HeatMapWidget;
    auto* front = new ParetoWidget;
    charts_ = {map, front};
    auto* across = new QSplitter(Qt::Horizontal);
    across->setChildrenCollapsible(false);
    across->setHandleWidth(2 * kPageMargin);
    across->addWidget(titled(tr("Best configuration of each strategy and number of ranks"), map));
    across->addWidget(titled(tr("Memory against cost: every configuration"), front));
    across->setStretchFactor(0, 5);
    across->setStretchFactor(1, 4);
    return across;
}

QWidget* PlanAnswer::makeTabs() {
    auto* bars = new MemoryBarsWidget;
    bars->setAccessibleName(tr("Memory by category"));
    charts_.push_back(bars);
    for (PlanChart* chart : charts_) {
        connect(chart, &PlanChart::selectedRow, this, &PlanAnswer::select);
        connect(chart, &PlanChart::activatedRow, this, &PlanAnswer::activatedRow);
    }
    cells_ = new HeatMapTable(this);
    rows_ = new ConfigurationTable(this);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(rows_);
    sorted->setSortRole(kSortRole);
    QTableView* all = makeTable(sorted, tr("All configurations"));
    all->setSortingEnabled(true);
    all->sortByColumn(-1, Qt::AscendingOrder);
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(tr("The answer in detail"));
    tabs->addTab(bars, tr("&Memory and traffic"));
    tabs->addTab(all, tr("&All configurations"));
    tabs->addTab(makeTable(cells_, tr("Heat map as a table")), tr("Heat map as a &table"));
    tabs->addTab(makeAssumptions(), tr("Ass&umptions"));
    return tabs;
}

QWidget* PlanAnswer::makeAssumptions() {
    assumptions_ = new QPlainTextEdit;
    assumptions_->setReadOnly(true);
    assumptions_->setTabChangesFocus(true);
    assumptions_->setFrameShape(QFrame::NoFrame);
    assumptions_->setAccessibleName(tr("Assumptions"));
    return assumptions_;
}

QTableView* PlanAnswer::makeTable(QAbstractItemModel* model, const QString& name) {
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
                if (const auto row = rowOf(now)) select(*row);
            });
    connect(table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const auto row = rowOf(index)) emit activatedRow(*row);
    });
    return table;
}

void PlanAnswer::setPlan(const PlanPtr& plan) {
    for (PlanChart* chart : charts_) chart->setPlan(plan);
    cells_->setPlan(plan);
    rows_->setPlan(plan);
    assumptions_->setPlainText(assumptionTexts(*plan).join('\n'));
    selected_.reset();
    if (const auto first = plan->firstRow()) select(*first);
}

void PlanAnswer::select(size_t row) {
    selected_ = row;
    for (PlanChart* chart : charts_) chart->setSelected(row);
    emit selectedRow(row);
}

}  // namespace shardscope::gui
