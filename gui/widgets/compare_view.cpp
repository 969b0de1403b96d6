#include "gui/widgets/compare_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/layout/describe.h"
#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/lane_table.h"
#include "gui/widgets/pool_map_view.h"

namespace shardscope::gui {

namespace {

/// Pixels for what is selected: a line a recording, and never so many that the panels go.
constexpr int kLeastDetails = 72, kMostDetails = 220;

}  // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent),
      canvas_(new CompareCanvas(this)),
      map_(new PoolMapView(this)),
      actions_(*this, *canvas_),
      details_(new QTextBrowser(this)),
      table_(new LaneTable(this)),
      tableView_(new QTableView(this)),
      searchBar_(new QWidget(this)),
      search_(new QLineEdit(searchBar_)),
      found_(new QLabel(searchBar_)) {
    layOut();
    searchBar_->hide();
    details_->hide();
    tableView_->setModel(table_);
    tableView_->hide();
    map_->hide();
    setFocusProxy(canvas_);
    search_->installEventFilter(this);
    connect(canvas_, &CompareCanvas::selectionChanged, this, &CompareView::showDetails);
    connect(canvas_, &CompareCanvas::viewChanged, this, &CompareView::refreshMap);
    connect(canvas_, &CompareCanvas::selectionChanged, this,
            [this] { map_->select(canvas_->viewportState().selection); });
    connect(canvas_, &CompareCanvas::cursorChanged, this, &CompareView::followCursor);
    connect(map_, &PoolMapView::chosen, canvas_, &CompareCanvas::select);
    connect(search_, &QLineEdit::returnPressed, this, [this] { findNext(1); });
    retranslate();
}

void CompareView::layOut() {
    auto* bar = new QHBoxLayout(searchBar_);
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(search_, 1);
    bar->addWidget(found_, 1);
    split_ = new QSplitter(Qt::Vertical, this);
    split_->addWidget(canvas_);
    split_->addWidget(map_);
    split_->addWidget(tableView_);
    split_->setStretchFactor(0, 1);
    split_->setCollapsible(0, false);
    tableView_->setMinimumHeight(140);
    tableView_->setTabKeyNavigation(false);
    tableView_->horizontalHeader()->setStretchLastSection(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(searchBar_);
    column->addWidget(split_, 1);
    column->addWidget(details_);
}

void CompareView::setRecordings(std::vector<LoadedPtr> recordings) {
    const bool same = std::ranges::equal(
        canvas_->recordings(), recordings, {}, [](const LoadedPtr& each) { return each->path; },
        [](const LoadedPtr& each) { return each->path; });
    if (!same && !canvas_->recordings().empty()) mapNs_.reset();  // it was of others
    canvas_->setRecordings(std::move(recordings));
}

void CompareView::setRank(std::optional<int> rank) {
    canvas_->setRank(rank);
    showDetails();
}

QString CompareView::details() const { return details_->toPlainText(); }

void CompareView::showDetails() {
    const Viewport& state = canvas_->viewportState();
    const FactTable facts = state.interval ? factsOf(*state.interval, canvas_->frames())
                                           : factsOf(state.selection, canvas_->frames());
    details_->setHtml(htmlOf(facts));
    details_->document()->setTextWidth(width());
    const int height = static_cast<int>(details_->document()->size().height()) + 8;
    details_->setFixedHeight(std::clamp(height, kLeastDetails, kMostDetails));
    details_->setVisible(!facts.empty());
    emit statusChanged(facts.empty() ? QString() : facts.title);
}

void CompareView::toggleTable() {
    tableView_->setVisible(tableView_->isHidden());
    refreshTable();
    (tableView_->isHidden() ? static_cast<QWidget*>(canvas_) : tableView_)->setFocus();
}

/// Only while it is seen: its rows are texts.
void CompareView::refreshTable() {
    if (tableView_->isHidden()) return;
    const auto& maps = mapIsOpen() ? map_->panels() : std::vector<PoolPanel>{};
    table_->setScene(canvas_->scene(), canvas_->frames(), canvas_->viewportState().range, maps);
}

void CompareView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showDetails();
    }
}

void CompareView::retranslate() {
    actions_.retranslate();
    search_->setPlaceholderText(tr("Find: reduce.*B3, bucket:B3, category:collective, bytes>1MiB"));
    search_->setAccessibleName(tr("Find spans"));
    details_->setAccessibleName(tr("What is selected"));
    tableView_->setAccessibleName(tr("What is in sight"));
    refreshTable();
}

}  // namespace shardscope::gui
