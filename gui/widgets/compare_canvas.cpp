#include "gui/widgets/compare_canvas.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "gui/layout/words.h"
#include "gui/paint/fonts.h"
#include "gui/paint/paint_scene.h"

namespace shardscope::gui {

namespace {

const std::string& pathOf(const LoadedPtr& recording) { return recording->path; }

}  // namespace

CompareCanvas::CompareCanvas(QWidget* parent) : QAbstractScrollArea(parent), meter_(fontMeter()) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->grabGesture(Qt::PinchGesture);
    setAccessibleName(Compare::tr("Recordings on one time axis"));
    state_.allRanks = true;
}

void CompareCanvas::touch() {
    stale_ = true;
    viewport()->update();
    emit viewChanged();
}

const Scene& CompareCanvas::scene() {
    if (stale_) {
        state_.size = viewport()->size();
        scene_ = layoutTimeline(recordings_, state_, meter_);
        base_ = {};
        stale_ = false;
        updateScrollBar();
    }
    return scene_;
}

TimeMap CompareCanvas::map() {
    const Scene& now = scene();
    return {now.plot.left(), std::max(now.plot.right(), now.plot.left() + 1.0), state_.range, 0};
}

int64_t CompareCanvas::atNs(double x) { return map().ns(x); }

void CompareCanvas::updateScrollBar() {
    const int beyond =
        std::max(0, static_cast<int>(std::ceil(scene_.contentHeight - scene_.plot.height())));
    const QSignalBlocker blocker(verticalScrollBar());
    verticalScrollBar()->setRange(0, beyond);
    verticalScrollBar()->setPageStep(static_cast<int>(scene_.plot.height()));
    verticalScrollBar()->setSingleStep(24);
    if (state_.scroll > beyond) {
        state_.scroll = beyond;
        verticalScrollBar()->setValue(beyond);
        stale_ = true;
    }
}

void CompareCanvas::setRecordings(std::vector<LoadedPtr> recordings) {
    const bool same = std::ranges::equal(recordings_, recordings, {}, pathOf, pathOf);
    const bool asOpened = state_.range == stepRange(frames());
    recordings_ = std::move(recordings);
    if (same && !recordings_.empty()) return renew(asOpened);
    state_.selection = {};
    state_.interval.reset();
    state_.cursorNs.reset();
    state_.alignStep.reset();
    state_.scroll = 0.0;
    history_.clear();
    state_.range = stepRange(frames());
    touch();
    emit selectionChanged();
}

/// The same files, read again or in other words: the reader's place in them stays.
void CompareCanvas::renew(bool asOpened) {
    if (asOpened) state_.range = stepRange(frames());
    state_.selection.lane = -1;  // spans and calls may be others now; buckets are not
    state_.selection.call = kNoCall;
    touch();
    emit selectionChanged();
}

void CompareCanvas::setRank(std::optional<int> rank) {
    state_.rank = rank;
    state_.allRanks = !rank;
    state_.selection.call = kNoCall;  // it was of the rank before
    touch();
}

void CompareCanvas::setEveryBucket(bool every) {
    state_.everyBucket = every;
    touch();
}

void CompareCanvas::alignTo(std::optional<int64_t> step) {
    state_.alignStep = step;
    touch();
}

void CompareCanvas::stepAlignment(int count) {
    for (const Frame& frame : frames()) {
        const RankTimeline* rows = frame.rows();
        if (!rows || !frame.step) continue;
        const int64_t wanted = frame.step->step + count;
        if (rows->window(wanted)) return alignTo(wanted);
    }
}

void CompareCanvas::show(const TimeRange& range, Move move) {
    const TimeRange next = clampedTo(range, wholeRange(frames()));
    if (recordings_.empty() || next == state_.range) return;
    history_.leave(state_.range, move);
    state_.range = next;
    touch();
}

void CompareCanvas::fitSteps() { show(stepRange(frames()), Move::Fit); }
void CompareCanvas::fitWholeRun() { show(wholeRange(frames()), Move::Fit); }

void CompareCanvas::fit() {
    if (state_.interval && *state_.interval != state_.range)
        return show(*state_.interval, Move::Fit);
    fitSteps();
}

void CompareCanvas::zoomBy(double factor, std::optional<double> atX) {
    const TimeMap now = map();
    double x = (now.left + now.right) / 2.0;
    if (atX) {
        x = std::clamp(*atX, now.left, now.right);
    } else if (state_.cursorNs && *state_.cursorNs >= state_.range.beginNs &&
               *state_.cursorNs < state_.range.endNs) {
        x = now.x(*state_.cursorNs);
    }
    show(zoomed(state_.range, now.ns(x), factor), Move::Zoom);
}

void CompareCanvas::panBy(double pixels, Move move) {
    const double ns = pixels / map().pixelsPerNs();
    show(moved(state_.range, static_cast<int64_t>(std::llround(ns))), move);
}

void CompareCanvas::scrollBy(double pixels) {
    verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                  static_cast<int>(std::lround(pixels)));
}

void CompareCanvas::back() {
    state_.range = clampedTo(history_.back(state_.range), wholeRange(frames()));
    touch();
}

void CompareCanvas::forward() {
    state_.range = clampedTo(history_.forward(state_.range), wholeRange(frames()));
    touch();
}

void CompareCanvas::reveal(int64_t beginNs, int64_t endNs) {
    const TimeRange& range = state_.range;
    if (beginNs >= range.beginNs && endNs <= range.endNs) return;
    TimeRange next = moved(range, (beginNs + endNs) / 2 - (range.beginNs + range.endNs) / 2);
    if (endNs - beginNs > range.lengthNs())
        next = zoomed({beginNs, endNs}, (beginNs + endNs) / 2, 1.2);
    show(next, Move::Jump);
}

void CompareCanvas::paintBase(const Theme& theme) {
    const double scale = devicePixelRatioF();
    base_ = QImage(viewport()->size() * scale, QImage::Format_RGB32);
    base_.setDevicePixelRatio(scale);
    QPainter painter(&base_);
    recordings_.empty() ? paint(painter, scene_, theme) : paintStill(painter, scene_, theme);
}

void CompareCanvas::paintEvent(QPaintEvent*) {
    const Theme theme = themeOf(palette());
    scene();
    if (stale_) scene();  // the scroll position was out of range
    if (base_.isNull()) paintBase(theme);
    QPainter painter(viewport());
    painter.drawImage(0, 0, base_);
    if (recordings_.empty()) return;
    paintOverlay(painter, overlayOf(recordings_, state_, scene_, meter_), theme);
}

void CompareCanvas::resizeEvent(QResizeEvent*) { touch(); }

void CompareCanvas::scrollContentsBy(int, int) {
    state_.scroll = verticalScrollBar()->value();
    touch();
}

void CompareCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        meter_ = fontMeter();
        setAccessibleName(Compare::tr("Recordings on one time axis"));
    }
    touch();
}

}  // namespace shardscope::gui
