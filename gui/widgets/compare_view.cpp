#include "gui/widgets/compare_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
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

bool CompareView::mapIsOpen() const { return !map_->isHidden(); }

/// A splitter opens a widget at its least height, until the reader has moved its handle.
void CompareView::makeRoomForMap() {
    QList<int> sizes = split_->sizes();
    const int more =
        std::min(map_->sizeHint().height(), split_->height() * 2 / 5) - map_->minimumHeight();
    if (sizes[1] > map_->minimumHeight() || more <= 0) return;
    sizes[1] = map_->minimumHeight() + more;
    sizes[0] = std::max(0, split_->height() - sizes[1] - sizes[2]);
    split_->setSizes(sizes);
}

void CompareView::toggleMap() {
    map_->setVisible(map_->isHidden());
    if (mapIsOpen()) makeRoomForMap();
    refreshMap();
    actions_.show(*this);
    (map_->isHidden() ? static_cast<QWidget*>(canvas_) : map_)->setFocus();
}

void CompareView::holdMap(bool held) {
    held_ = held;
    if (!held) followCursor();
    refreshMap();
    actions_.show(*this);
}

void CompareView::setMapInstant(std::optional<int64_t> atNs) {
    mapNs_ = atNs;
    refreshMap();
}

/// Where the pointer was last: on its way to the map it leaves the panels.
void CompareView::followCursor() {
    const auto& cursor = canvas_->viewportState().cursorNs;
    if (!cursor || held_ || cursor == mapNs_) return;
    setMapInstant(cursor);
}

void CompareView::refreshMap() {
    if (mapIsOpen()) {
        map_->showInstant(canvas_->recordings(), canvas_->frames(), mapNs_, held_);
        map_->select(canvas_->viewportState().selection);
    }
    refreshTable();
}

void CompareView::openSearch() {
    searchBar_->show();
    search_->setFocus();
    search_->selectAll();
}

void CompareView::setSearch(const QString& expression) { search_->setText(expression); }
QString CompareView::searchResult() const { return found_->text(); }

core::Result<std::vector<CompareView::Hit>> CompareView::hits() const {
    const auto query = queryOf(search_->text());
    if (!query) return tl::unexpected(query.error());
    const std::vector<Frame> frames = canvas_->frames();
    std::vector<Hit> all;
    for (size_t panel = 0; panel < frames.size(); ++panel) {
        const RankTimeline* rows = frames[panel].rows();
        if (!rows) continue;
        const auto found = gui::find(*frames[panel].recording->timeline, *rows, *query);
        for (const Found& one : found) all.push_back({static_cast<int>(panel), one});
    }
    return all;
}

void CompareView::findNext(int direction) {
    const auto all = hits();
    if (!all) return found_->setText(QString::fromStdString(all.error().message));
    if (all->empty()) return found_->setText(tr("Nothing is like this."));
    const auto count = static_cast<int64_t>(all->size());
    hit_ = search_->text() == searched_ ? (hit_ + direction + count) % count
                                        : (direction > 0 ? 0 : count - 1);
    searched_ = search_->text();
    showHit((*all)[static_cast<size_t>(hit_)]);
    found_->setText(tr("%1 of %2").arg(hit_ + 1).arg(count));
}

void CompareView::showHit(const Hit& hit) {
    const std::vector<Frame> frames = canvas_->frames();
    const Frame& frame = frames[static_cast<size_t>(hit.panel)];
    const RankTimeline& rows = *frame.rows();
    Selection selection{.panel = hit.panel, .bucket = hit.found.bucket, .lane = hit.found.lane};
    if (hit.found.lane >= 0) {
        const Span& span = rows.lanes[static_cast<size_t>(hit.found.lane)].spans[hit.found.index];
        selection.span = hit.found.index;
        selection.bucket = span.bucket;
        selection.step = span.step;
        selection.microBatch = span.microBatch;
    } else {
        const auto& lives = rows.buckets[static_cast<size_t>(hit.found.bucket)].full;
        selection.step = lives[hit.found.index].step;
        selection.microBatch = lives[hit.found.index].microBatch;
    }
    canvas_->select(selection);
    canvas_->reveal(hit.found.beginNs - frame.originNs, hit.found.endNs - frame.originNs);
}

bool CompareView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != search_ || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto& key = static_cast<QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Escape) {
        searchBar_->hide();
        canvas_->setFocus();
        return true;
    }
    if (key.key() == Qt::Key_Return && key.modifiers().testFlag(Qt::ShiftModifier)) {
        findNext(-1);
        return true;
    }
    return false;
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
