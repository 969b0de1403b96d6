#include "gui/widgets/lane_table.h"

#include "gui/layout/describe_call.h"
#include "gui/layout/words.h"
#include "gui/model/span_words.h"

namespace shardscope::gui {
namespace {

bool isListed(const Hit& hit) {
    return hit.kind == HitKind::Span || hit.kind == HitKind::Phase ||
           hit.kind == HitKind::Gradient || hit.kind == HitKind::Parameter;
}

QString rowText(const Hit& hit, const Frame& frame) {
    const Timeline& timeline = *frame.recording->timeline;
    const auto row = static_cast<size_t>(hit.row);
    switch (hit.kind) {
        case HitKind::Span:
            return laneTitle(frame.rows()->lanes[row]);
        case HitKind::Gradient:
            return Compare::tr("gradient %1")
                .arg(QString::fromStdString(timeline.buckets[row].label));
        case HitKind::Parameter:
            return Compare::tr("parameters %1")
                .arg(QString::fromStdString(timeline.buckets[row].label));
        default:
            return Compare::tr("phase");
    }
}

struct Interval {
    int64_t beginNs = 0, endNs = 0;
};

/// Exact where the shape is spans; otherwise as drawn.
Interval intervalOf(const Hit& hit, const Frame& frame, const QRectF& rect, const TimeMap& map) {
    const bool spans = hit.kind == HitKind::Span || hit.kind == HitKind::Phase;
    if (!spans) return {map.ns(rect.left()), map.ns(rect.right())};
    const auto& rows = hit.kind == HitKind::Phase
                           ? frame.rows()->phases
                           : frame.rows()->lanes[static_cast<size_t>(hit.row)].spans;
    return {rows[hit.index].beginNs - frame.originNs,
            rows[hit.index + hit.count - 1].endNs - frame.originNs};
}

QString whatText(const Hit& hit, const std::vector<Frame>& frames, int64_t middleNs) {
    const Frame& frame = frames[static_cast<size_t>(hit.panel)];
    if (hit.kind == HitKind::Phase && hit.count == 1) {
        return spanWords(frame.recording->timeline->names[frame.rows()->phases[hit.index].name]);
    }
    if (hit.kind == HitKind::Phase) return Compare::tr("%1 phases").arg(hit.count);
    return tipOf(hit, frames, middleNs);
}

}  // namespace

LaneTable::Entry LaneTable::entryOf(const Box& box, const std::vector<Frame>& frames,
                                    const TimeMap& map) {
    const Frame& frame = frames[static_cast<size_t>(box.hit.panel)];
    const Interval interval = intervalOf(box.hit, frame, box.rect, map);
    return {box.hit,
            QString::fromStdString(frame.recording->name),
            rowText(box.hit, frame),
            whatText(box.hit, frames, (interval.beginNs + interval.endNs) / 2),
            timeText(interval.beginNs),
            timeText(interval.endNs - interval.beginNs)};
}

void LaneTable::setScene(const Scene& scene, const std::vector<Frame>& frames,
                         const TimeRange& range, const std::vector<PoolPanel>& maps) {
    const TimeMap map{scene.plot.left(), scene.plot.right(), range, 0};
    beginResetModel();
    rows_.clear();
    for (const Part& part : scene.parts) {
        for (const Box& box : part.boxes) {
            if (!isListed(box.hit) || rows_.size() >= kMostRows) continue;
            rows_.push_back(entryOf(box, frames, map));
        }
    }
    int index = 0;
    for (const PoolPanel& panel : maps) addBlocks(panel, index++);
    endResetModel();
}

void LaneTable::addBlocks(const PoolPanel& panel, int index) {
    for (const PoolBlock& block : panel.state.blocks) {
        if (rows_.size() >= kMostRows) return;
        const BlockWords words = wordsOf(panel.frame, block.call);
        rows_.push_back({{HitKind::Block, index, block.segment, block.call, 1},
                         QString::fromStdString(panel.frame.recording->name),
                         words.place,
                         words.what,
                         words.allocated,
                         words.lived});
    }
}

int LaneTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LaneTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QVariant LaneTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || role != Qt::DisplayRole) return {};
    const Entry& entry = rows_[static_cast<size_t>(index.row())];
    switch (index.column()) {
        case Recording:
            return entry.recording;
        case Row:
            return entry.row;
        case What:
            return entry.what;
        case Begin:
            return entry.begin;
        case Duration:
            return entry.duration;
        default:
            return {};
    }
}

QVariant LaneTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
    switch (section) {
        case Recording:
            return tr("Recording");
        case Row:
            return tr("Row");
        case What:
            return tr("What");
        case Begin:
            return tr("From");
        case Duration:
            return tr("For");
        default:
            return {};
    }
}

}  // namespace shardscope::gui
