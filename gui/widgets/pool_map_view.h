#pragma once
// The drawn map of the allocator at one instant (layout/pool_map.h): blocks are chosen by mouse or keys.
// Which instant, and what is selected, the compare view decides.

#include <QAbstractScrollArea>
#include <optional>
#include <vector>

#include "gui/layout/pool_map.h"

namespace shardscope::gui {

class PoolMapView : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit PoolMapView(QWidget* parent = nullptr);

    /// @param recordings that @p frames are of. @param atNs from where the panels are aligned; none:
    /// each recording's own peak.
    void showInstant(const std::vector<LoadedPtr>& recordings, const std::vector<Frame>& frames,
                     std::optional<int64_t> atNs, bool held);
    void select(const Selection& selection);
    const std::vector<PoolPanel>& panels() const { return panels_; }
    QSize sizeHint() const override;
    /// Of what is seen now.
    const Scene& scene();

  signals:
    /// A block was chosen here, or nothing.
    void chosen(const Selection& selection);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void touch();
    void updateScrollBar();
    void describe();
    void chooseNeighbour(int by);
    void choosePanel(int by);
    void reveal();
    /// The selected block's place among its panel's blocks.
    std::optional<size_t> chosenPlace() const;

    std::vector<LoadedPtr> recordings_;  ///< keeps what panels_ borrow
    std::vector<PoolPanel> panels_;
    PoolMapViewport state_;
    TextMeter meter_;
    Scene scene_;
    bool stale_ = true;
};

}  // namespace shardscope::gui
