#include "gui/widgets/slide_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/model/slide_words.h"
#include "gui/widgets/slide_charts.h"
#include "gui/widgets/slide_table.h"

namespace shardscope::gui {
namespace {

std::optional<size_t> rowOf(const QModelIndex& index) {
    const QVariant row = index.data(kRowRole);
    if (!row.isValid()) return std::nullopt;
    return static_cast<size_t>(row.toULongLong());
}

/// Its height is that of its rows, and of so many at most.
void fitToRows(QTableView& table) {
    constexpr int kMostRows = 5;
    const int rows = std::min(table.model()->rowCount(), kMostRows);
    table.setFixedHeight(table.horizontalHeader()->sizeHint().height() + 2 * table.frameWidth() +
                         rows * table.verticalHeader()->defaultSectionSize() + 2);
}

/// The row of @p plan that is most like @p like: its strategy, and its value of the setting.
std::optional<size_t> rowLike(const Plan& plan, const PlanRow& like) {
    std::optional<size_t> found;
    for (size_t i = 0; i < plan.rows.size(); ++i) {
        const PlanRow& row = plan.rows[i];
        if (row.strategy != like.strategy) continue;
        if (!found) found = i;
        if (row.gradAccum == like.gradAccum && row.bucket == like.bucket) return i;
    }
    if (!found && !plan.rows.empty()) found = 0;
    return found;
}

}  // namespace

SlideView::SlideView(SlideSetting setting, QWidget* parent)
    : QWidget(parent),
      setting_(setting),
      charts_(new SlideCharts),
      slider_(new QSlider(Qt::Horizontal)),
      value_(new QLabel),
      numbers_(new SlideTable(this)),
      table_(new QTableView) {
    build();
    connectParts();
    showParts(false);
}

void SlideView::build() {
    const bool overG = setting_ == SlideSetting::GradAccum;
    const QString name = overG ? tr("Micro-batches a step") : tr("Bucket size");
    auto* title = new QLabel(name);
    title->setBuddy(slider_);
    slider_->setAccessibleName(name);
    slider_->setTickPosition(QSlider::TicksBelow);
    slider_->setTickInterval(1);
    slider_->setPageStep(1);
    value_->setMinimumWidth(value_->fontMetrics().horizontalAdvance(QString(24, '0')));
    QFont bold = value_->font();
    bold.setBold(true);
    value_->setFont(bold);
    charts_->setAccessibleName(overG ? tr("Charts against micro-batches a step")
                                     : tr("Charts against the bucket's size"));
    prepareTable();
    parts_ = new QWidget;
    auto* line = new QHBoxLayout;
    line->addWidget(title);
    line->addWidget(slider_, 1);
    line->addWidget(value_);
    auto* inner = new QVBoxLayout(parts_);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(charts_, 1);
    inner->addLayout(line);
    inner->addWidget(table_);
    nothing_ = new QLabel(
        tr("What is selected under \"All combinations\" is shown here along one setting, "
           "once it is evaluated."));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->addWidget(parts_, 1);
    column->addWidget(nothing_, 1);
}

void SlideView::prepareTable() {
    table_->setModel(numbers_);
    table_->setAccessibleName(tr("Every strategy at the slider's value"));
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    fitToRows(*table_);
}

void SlideView::showParts(bool there) {
    parts_->setVisible(there);
    nothing_->setVisible(!there);
}

void SlideView::connectParts() {
    connect(charts_, &SlideCharts::selectedRow, this, &SlideView::select);
    connect(charts_, &SlideCharts::activatedRow, this, &SlideView::activatedRow);
    connect(slider_, &QSlider::valueChanged, this, &SlideView::slideTo);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                if (const auto row = rowOf(now)) select(*row);
            });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const auto row = rowOf(index)) emit activatedRow(*row);
    });
}

std::optional<size_t> SlideView::selected() const { return charts_->selected(); }

void SlideView::setPlan(const PlanPtr& plan, const PlanRow& like) {
    plan_ = plan;
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, static_cast<int>(plan->slide->values.size()) - 1);
    charts_->setPlan(plan);
    numbers_->setSlide(plan);
    fitToRows(*table_);
    showParts(true);
    if (const auto row = rowLike(*plan, like)) select(*row);
}

void SlideView::clear() {
    plan_.reset();
    charts_->setPlan(nullptr);
    showParts(false);
}

void SlideView::slideTo(int stop) {
    if (!plan_ || !selected()) return;
    if (const auto row = slideRow(*plan_, stop, strategyOf(*plan_, *selected()))) select(*row);
}

void SlideView::select(size_t row) {
    const qsizetype stop = stopOf(*plan_, row);
    charts_->setSelected(row);
    numbers_->setStop(stop);
    const QSignalBlocker quiet(slider_), alsoQuiet(table_->selectionModel());
    slider_->setValue(static_cast<int>(stop));
    slider_->setAccessibleDescription(stopText(*plan_, stop));
    value_->setText(stopText(*plan_, stop));
    table_->selectRow(static_cast<int>(strategyOf(*plan_, row)));
    table_->scrollTo(table_->currentIndex());
    table_->viewport()->update();
    emit selectedRow(row);
}

}  // namespace shardscope::gui
