// The search over the panels: all that the field's query finds, one after another.

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/compare_view.h"

namespace shardscope::gui {

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

}  // namespace shardscope::gui
