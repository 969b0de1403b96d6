#pragma once
// What is in sight as a table: the same spans and lifetimes that the canvas draws, for screen readers
// and for reading numbers off.

#include <QAbstractTableModel>
#include <vector>

#include "gui/layout/pool_map.h"
#include "gui/layout/scene.h"
#include "gui/layout/time_map.h"
#include "gui/layout/viewport.h"

namespace shardscope::gui {

class LaneTable : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { Recording, Row, What, Begin, Duration, Columns };
    static constexpr size_t kMostRows = 20'000;

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows in the order of drawing: recording by recording, lane by lane; then the blocks of @p maps.
    void setScene(const Scene& scene, const std::vector<Frame>& frames, const TimeRange& range,
                  const std::vector<PoolPanel>& maps = {});
    /// What the shape of @p row stands for.
    const Hit& hitAt(int row) const { return rows_[static_cast<size_t>(row)].hit; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Entry {
        Hit hit;
        QString recording, row, what, begin, duration;
    };
    static Entry entryOf(const Box& box, const std::vector<Frame>& frames, const TimeMap& map);
    void addBlocks(const PoolPanel& panel, int index);

    std::vector<Entry> rows_;
};

}  // namespace shardscope::gui
