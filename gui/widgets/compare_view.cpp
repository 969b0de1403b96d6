#include "gui/widgets/compare_view.h"

#include <QAction>
#include <QHeaderView>
#include <QKeySequence>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/layout/describe.h"
#include "gui/layout/words.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"
#include "gui/widgets/compare_actions.h"
#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/lane_table.h"
#include "gui/widgets/search_bar.h"

namespace shardscope::gui {
namespace {

constexpr int kDetailsHeight = 112;
constexpr int kTableHeight = 180;

FactTable factsIn(const CompareCanvas& canvas) {
    const Viewport& state = canvas.viewportState();
    if (state.interval) return factsOf(*state.interval, canvas.frames());
    if (state.selection.any()) return factsOf(state.selection, canvas.frames());
    return {};
}

}  // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent),
      search_(new SearchBar(this)),
      canvas_(new CompareCanvas(this)),
      details_(new QTextBrowser(this)),
      tableView_(new QTableView(this)),
      table_(new LaneTable(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(search_);
    layout->addWidget(canvas_, 1);
    layout->addWidget(details_);
    layout->addWidget(tableView_);
    setFocusProxy(canvas_);
    search_->hide();
    details_->setFixedHeight(kDetailsHeight);
    details_->setFrameShape(QFrame::NoFrame);
    details_->hide();
    tableView_->setModel(table_);
    tableView_->setFixedHeight(kTableHeight);
    tableView_->horizontalHeader()->setStretchLastSection(true);
    tableView_->hide();
    addActions();
    connect(search_, &SearchBar::queryChanged, this, &CompareView::searchFor);
    connect(search_, &SearchBar::stepped, this, &CompareView::findNext);
    connect(search_, &SearchBar::closed, this, &CompareView::closeSearch);
    connect(canvas_, &CompareCanvas::selectionChanged, this, &CompareView::showDetails);
    connect(canvas_, &CompareCanvas::viewChanged, this, [this] {
        refreshTable();
        emit statusChanged(statusText());
    });
    retranslate();
}

void CompareView::addActions() {
    canvasActions_ = addCompareActions(*canvas_);
    const auto command = [this](const QKeySequence& keys, auto act) {
        auto* action = new QAction(this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        return action;
    };
    find_ = command(QKeySequence::Find, [this] { openSearch(); });
    findNext_ = command(Qt::Key_F3, [this] { findNext(1); });
    findPrevious_ = command(Qt::SHIFT | Qt::Key_F3, [this] { findNext(-1); });
    showTable_ = command(Qt::CTRL | Qt::Key_T, [this] { toggleTable(); });
    QWidget::addActions(QList<QAction*>(canvasActions_.begin(), canvasActions_.end()));
}

void CompareView::setRecordings(std::vector<LoadedPtr> recordings) {
    found_.clear();
    foundAt_.reset();
    canvas_->setRecordings(std::move(recordings));
    if (search_->isVisible()) searchFor(search_->field().text());
}

void CompareView::fit() { canvas_->fitSteps(); }

void CompareView::setRank(std::optional<int> rank) { canvas_->setRank(rank); }

QString CompareView::statusText() const {
    const Viewport& state = canvas_->viewportState();
    if (canvas_->recordings().empty()) return {};
    QString text = Compare::tr("%1 in sight, from %2")
                       .arg(timeText(state.range.lengthNs()), timeText(state.range.beginNs));
    if (state.interval)
        text += Compare::tr("; %1 selected").arg(timeText(state.interval->lengthNs()));
    return text;
}

QString CompareView::detailsText() const {
    const FactTable table = factsIn(*canvas_);
    return table.title.isEmpty() ? QString() : textOf(table);
}

void CompareView::showDetails() {
    const FactTable table = factsIn(*canvas_);
    details_->setVisible(!table.title.isEmpty());
    details_->setHtml(htmlOf(table));
    emit selectionChanged(detailsText());
    emit statusChanged(statusText());
}

void CompareView::render(QPainter& painter, QSize size) {
    Viewport state = canvas_->viewportState();
    state.size = size;
    state.cursorNs.reset();
    paint(painter, layoutTimeline(canvas_->recordings(), state, fontMeter()), themeOf(palette()));
}

void CompareView::openSearch() {
    search_->show();
    search_->field().setFocus();
    search_->field().selectAll();
}

void CompareView::closeSearch() {
    search_->hide();
    canvas_->setFocus();
}

void CompareView::searchFor(const QString& text) {
    found_.clear();
    foundAt_.reset();
    if (text.trimmed().isEmpty()) return search_->setResult({}, false);
    const auto query = queryOf(text);
    if (!query) return search_->setResult(QString::fromStdString(query.error().message), true);
    const std::vector<Frame> frames = canvas_->frames();
    for (size_t panel = 0; panel < frames.size(); ++panel) {
        const RankTimeline* rows = frames[panel].rows();
        if (!rows) continue;
        for (const Found& one : gui::find(*frames[panel].recording->timeline, *rows, *query)) {
            found_.emplace_back(static_cast<int>(panel), one);
        }
    }
    search_->setResult(Compare::tr("%1 found").arg(found_.size()), found_.empty());
}

/// From the first that is in sight, around the ends.
void CompareView::findNext(int by) {
    if (found_.empty()) return;
    const auto size = static_cast<int64_t>(found_.size());
    if (foundAt_) {
        return showFound(static_cast<size_t>((static_cast<int64_t>(*foundAt_) + by + size) % size));
    }
    const std::vector<Frame> frames = canvas_->frames();
    const int64_t begin = canvas_->viewportState().range.beginNs;
    const auto place = std::ranges::find_if(found_, [&](const auto& one) {
        return one.second.beginNs - frames[static_cast<size_t>(one.first)].originNs >= begin;
    });
    showFound(place == found_.end() ? 0 : static_cast<size_t>(place - found_.begin()));
}

void CompareView::showFound(size_t place) {
    foundAt_ = place;
    const auto& [panel, one] = found_[place];
    const Frame frame = canvas_->frames()[static_cast<size_t>(panel)];
    Selection selection{.panel = panel, .bucket = one.bucket, .lane = one.lane, .span = one.index};
    if (one.lane >= 0) {
        const Span& span = frame.rows()->lanes[static_cast<size_t>(one.lane)].spans[one.index];
        selection.step = span.step;
        selection.microBatch = span.microBatch;
    } else {
        const Life& life = frame.rows()->buckets[static_cast<size_t>(one.bucket)].full[one.index];
        selection.step = life.step;
        selection.microBatch = life.microBatch;
    }
    canvas_->reveal(one.beginNs - frame.originNs, one.endNs - frame.originNs);
    canvas_->select(selection);
    search_->setResult(Compare::tr("%1 of %2").arg(place + 1).arg(found_.size()), false);
}

void CompareView::toggleTable() {
    tableView_->setVisible(!tableView_->isVisible());
    refreshTable();
}

/// Only while it is seen: rows are made of texts.
void CompareView::refreshTable() {
    if (tableView_->isHidden()) return;
    table_->setScene(canvas_->scene(), canvas_->frames());
}

void CompareView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void CompareView::retranslate() {
    find_->setText(tr("Search spans"));
    findNext_->setText(tr("Next span found"));
    findPrevious_->setText(tr("Previous span found"));
    showTable_->setText(tr("What is in sight as a table"));
    tableView_->setAccessibleName(tr("Spans and lifetimes in sight"));
    details_->setAccessibleName(tr("What is selected"));
    search_->retranslate();
    retranslateCompareActions(canvasActions_);
    showDetails();
}

}  // namespace shardscope::gui
