#pragma once
// The drawn part of the compare view: panels on one time axis. Holds a viewport and turns input into
// viewports; what is where is layout's, what it looks like is paint's.

#include <QAbstractScrollArea>
#include <QImage>
#include <optional>
#include <vector>

#include "gui/layout/compare_layout.h"
#include "gui/layout/time_map.h"
#include "gui/layout/zoom_history.h"
#include "gui/model/loaded.h"
#include "gui/paint/theme.h"

class QGestureEvent;
class QNativeGestureEvent;

namespace shardscope::gui {

class CompareCanvas : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit CompareCanvas(QWidget* parent = nullptr);

    void setRecordings(std::vector<LoadedPtr> recordings);
    const std::vector<LoadedPtr>& recordings() const { return recordings_; }
    const Viewport& viewportState() const { return state_; }
    std::vector<Frame> frames() const { return framesOf(recordings_, state_); }
    /// Of what is seen now.
    const Scene& scene();

    void setRank(std::optional<int> rank);
    void setEveryBucket(bool every);
    void alignTo(std::optional<int64_t> step);
    /// The aligned step by @p count measured steps on.
    void stepAlignment(int count);

    void show(const TimeRange& range, Move move);
    void fit();  ///< the selected interval, else the aligned steps
    void fitSteps();
    void fitWholeRun();
    void zoomBy(double factor, std::optional<double> atX = {});
    void panBy(double pixels, Move move = Move::Pan);
    void scrollBy(double pixels);
    void back();
    void forward();
    size_t historySize() const { return history_.size(); }

    void select(const Selection& selection);
    void selectInterval(std::optional<TimeRange> interval);
    void selectNeighbour(int by);  ///< the next span of the selected lane
    void selectBucket(int by);
    void setCursorAt(std::optional<int64_t> atNs);
    void moveCursor(double pixels);
    void togglePinned();
    /// Pans, when needed, so that [beginNs, endNs) of the axis is in sight.
    void reveal(int64_t beginNs, int64_t endNs);
    TimeMap map();

  signals:
    void selectionChanged();
    void viewChanged();
    void cursorChanged();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

  private:
    enum class Drag { None, Pan, Interval, Minimap };

    void touch();  ///< the picture must be made again
    void renew(bool asOpened);
    void updateScrollBar();
    void paintBase(const Theme& theme);
    bool pinch(double factor, const QPointF& at);
    bool nativeGesture(const QNativeGestureEvent& event);
    bool gesture(QGestureEvent& event);
    void dragTo(const QPointF& pos);
    void centreOn(double minimapX);
    void selectCall(const Frame& frame, const Selection& from, int by);
    void click(const QPointF& pos);
    void hover(const QPointF& pos);
    int64_t atNs(double x);

    std::vector<LoadedPtr> recordings_;
    Viewport state_;
    ZoomHistory history_;
    TextMeter meter_;
    Scene scene_;
    QImage base_;  ///< all of the scene but what follows the mouse
    bool stale_ = true;
    Drag drag_ = Drag::None;
    bool moved_ = false;
    QPointF pressed_, last_;
};

}  // namespace shardscope::gui
