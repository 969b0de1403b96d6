#include "gui/widgets/pool_map_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

#include "gui/layout/compare_layout.h"
#include "gui/layout/describe_call.h"
#include "gui/layout/words.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"
#include "gui/paint/theme.h"

namespace shardscope::gui {

PoolMapView::PoolMapView(QWidget* parent) : QAbstractScrollArea(parent), meter_(fontMeter()) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumHeight(110);
    setAccessibleName(Compare::tr("Memory map: blocks of the allocator at one instant"));
}

/// High enough for ten rows.
QSize PoolMapView::sizeHint() const { return {1280, 270}; }

void PoolMapView::showInstant(const std::vector<LoadedPtr>& recordings,
                              const std::vector<Frame>& frames, std::optional<int64_t> atNs,
                              bool held) {
    recordings_ = recordings;
    panels_ = poolPanelsOf(frames, atNs);
    state_.held = held;
    touch();
    describe();
}

void PoolMapView::select(const Selection& selection) {
    if (state_.selection == selection) return;
    state_.selection = selection;
    touch();
    describe();
}

void PoolMapView::touch() {
    stale_ = true;
    viewport()->update();
}

const Scene& PoolMapView::scene() {
    if (stale_) {
        state_.size = viewport()->size();
        scene_ = layoutPoolMap(panels_, state_, meter_);
        stale_ = false;
        updateScrollBar();
    }
    return scene_;
}

void PoolMapView::updateScrollBar() {
    const double most = std::max(0.0, scene_.contentHeight - state_.size.height());
    verticalScrollBar()->setRange(0, static_cast<int>(most));
    verticalScrollBar()->setPageStep(static_cast<int>(state_.size.height()));
    verticalScrollBar()->setSingleStep(27);
}

void PoolMapView::scrollContentsBy(int, int) {
    state_.scroll = verticalScrollBar()->value();
    touch();
}

void PoolMapView::paintEvent(QPaintEvent*) {
    scene();
    QPainter painter(viewport());
    paint(painter, scene(), themeOf(palette()));
    if (!hasFocus()) return;
    painter.setPen(themeOf(palette()).accent);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

void PoolMapView::resizeEvent(QResizeEvent*) { touch(); }

void PoolMapView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        meter_ = fontMeter();
        setAccessibleName(Compare::tr("Memory map: blocks of the allocator at one instant"));
        describe();
    }
    touch();
}

bool PoolMapView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto& help = static_cast<QHelpEvent&>(*event);
    const QString tip = tipOf(hitTest(scene(), help.pos()), panels_);
    if (tip.isEmpty()) QToolTip::hideText();
    if (!tip.isEmpty()) QToolTip::showText(help.globalPos(), tip, viewport());
    return true;
}

void PoolMapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        emit chosen(selectionOf(hitTest(scene(), event->position()), panels_));
}

std::optional<size_t> PoolMapView::chosenPlace() const {
    const auto panel = static_cast<size_t>(state_.selection.panel);
    if (state_.selection.panel < 0 || panel >= panels_.size()) return std::nullopt;
    const auto& blocks = panels_[panel].state.blocks;
    const auto block = std::ranges::find(blocks, state_.selection.call, &PoolBlock::call);
    if (block == blocks.end()) return std::nullopt;
    return static_cast<size_t>(block - blocks.begin());
}

void PoolMapView::chooseNeighbour(int by) {
    const auto count = static_cast<int>(panels_.size());
    if (count == 0) return;
    const int panel = std::clamp(state_.selection.panel, 0, count - 1);
    const PoolPanel& shown = panels_[static_cast<size_t>(panel)];
    const auto blocks = static_cast<int64_t>(shown.state.blocks.size());
    if (blocks == 0) return;
    const auto place = chosenPlace();
    const int64_t next = place
                             ? std::clamp<int64_t>(static_cast<int64_t>(*place) + by, 0, blocks - 1)
                             : (by > 0 ? 0 : blocks - 1);
    emit chosen(
        selectionOf(shown.frame, panel, shown.state.blocks[static_cast<size_t>(next)].call));
    reveal();
}

/// The first block of the map before or after.
void PoolMapView::choosePanel(int by) {
    const int next = state_.selection.panel + by;
    if (next < 0 || static_cast<size_t>(next) >= panels_.size()) return;
    const PoolPanel& shown = panels_[static_cast<size_t>(next)];
    if (shown.state.blocks.empty()) return;
    emit chosen(selectionOf(shown.frame, next, shown.state.blocks.front().call));
    reveal();
}

void PoolMapView::reveal() {
    for (const Part& part : scene().parts) {
        for (const gui::Box& box : part.boxes) {
            if (box.hit.kind != HitKind::Block || box.hit.panel != state_.selection.panel ||
                box.hit.index != state_.selection.call) {
                continue;
            }
            const double above = box.rect.top(), below = box.rect.bottom() - state_.size.height();
            const double by = above < 0.0 ? above - 8.0 : std::max(0.0, below + 8.0);
            verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(by));
            return;
        }
    }
}

void PoolMapView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Right:
            return chooseNeighbour(1);
        case Qt::Key_Left:
            return chooseNeighbour(-1);
        case Qt::Key_Down:
            return choosePanel(1);
        case Qt::Key_Up:
            return choosePanel(-1);
        case Qt::Key_Escape:
            emit chosen(Selection{});
            return;
        default:
            QAbstractScrollArea::keyPressEvent(event);
    }
}

/// What a screen reader says: the chosen block, else each map's totals.
void PoolMapView::describe() {
    if (const auto place = chosenPlace()) {
        const PoolPanel& panel = panels_[static_cast<size_t>(state_.selection.panel)];
        return setAccessibleDescription(tipOf(panel.frame, panel.state.blocks[*place].call));
    }
    setAccessibleDescription(headsOf(panels_, state_.held).join(u'\n'));
}

}  // namespace shardscope::gui
