// The memory map under the panels: when it is open, how high it is, and which instant it shows.

#include <QDataStream>
#include <QIODevice>
#include <QSplitter>
#include <algorithm>

#include "gui/widgets/compare_canvas.h"
#include "gui/widgets/compare_view.h"
#include "gui/widgets/pool_map_view.h"

namespace shardscope::gui {

bool CompareView::mapIsOpen() const { return !map_->isHidden(); }

/// A splitter opens a widget at its least height; the map is as high as the reader left it, or has room for
/// what it shows.
void CompareView::makeRoomForMap() {
    const int wanted = std::min(map_->sizeHint().height(), split_->height() * 2 / 5);
    QList<int> sizes = split_->sizes();
    int room = split_->height();
    for (int i = 1; i < split_->count(); ++i) {
        if (!split_->widget(i)->isHidden()) room -= split_->handleWidth();
    }
    sizes[1] = std::max(mapHeight_ > 0 ? mapHeight_ : wanted, map_->minimumHeight());
    sizes[0] = std::max(0, room - sizes[1] - sizes[2]);
    split_->setSizes(sizes);
}

void CompareView::toggleMap() {
    if (mapIsOpen()) mapHeight_ = map_->height();
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

QByteArray CompareView::saveState() const {
    QByteArray state;
    QDataStream(&state, QIODevice::WriteOnly)
        << mapIsOpen() << (mapIsOpen() ? map_->height() : mapHeight_) << split_->saveState();
    return state;
}

void CompareView::restoreState(const QByteArray& state) {
    QDataStream stream(state);
    bool open = false;
    int height = 0;
    QByteArray heights;
    stream >> open >> height >> heights;
    if (stream.status() != QDataStream::Ok || !split_->restoreState(heights)) return;
    mapHeight_ = height;
    map_->setVisible(open);
    refreshMap();
    actions_.show(*this);
}

}  // namespace shardscope::gui
