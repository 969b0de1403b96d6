#include "gui/widgets/slide_table.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>

#include "gui/model/plan_words.h"
#include "gui/paint/series_colours.h"

namespace shardscope::gui {
namespace {

/// The line that stands for a strategy in the charts.
QPixmap keyOf(int strategy) {
    constexpr int kWidth = 30, kHeight = 12;
    QPixmap key(kWidth, kHeight);
    key.fill(Qt::transparent);
    QPainter painter(&key);
    painter.setPen(seriesPen(strategy, themeOf(QGuiApplication::palette())));
    painter.drawLine(0, kHeight / 2, kWidth, kHeight / 2);
    return key;
}

}  // namespace

void SlideTable::setSlide(PlanPtr plan) {
    metrics_ = tableMetrics(*plan);
    stop_ = 0;
    setPlan(std::move(plan));
}

void SlideTable::setStop(qsizetype stop) {
    if (stop == stop_ || !plan()) return;
    stop_ = stop;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

std::optional<size_t> SlideTable::rowAt(int strategy) const {
    return slideRow(*plan(), stop_, strategy);
}

int SlideTable::rowCount(const QModelIndex& parent) const {
    return plan() && !parent.isValid() ? static_cast<int>(plan()->strategies.size()) : 0;
}

int SlideTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(metrics_.size());
}

QVariant SlideTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !plan()) return {};
    const auto row = rowAt(index.row());
    if (!row) return {};
    switch (role) {
        case Qt::DisplayRole:
            return metrics_[static_cast<size_t>(index.column())].text(*plan(), *row);
        case kRowRole:
            return static_cast<qulonglong>(*row);
        case Qt::ToolTipRole:
            return rowSentence(plan()->rows[*row]);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter | Qt::AlignRight);
        default:
            return {};
    }
}

QVariant SlideTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (!plan() || section < 0) return {};
    if (orientation == Qt::Vertical) {
        if (section >= plan()->strategies.size()) return {};
        if (role == Qt::DecorationRole) return keyOf(section);
        return role == Qt::DisplayRole ? QVariant(plan()->strategies[section]) : QVariant();
    }
    if (section >= std::ssize(metrics_)) return {};
    const SlideMetric& metric = metrics_[static_cast<size_t>(section)];
    if (role == Qt::DisplayRole) return metric.brief;
    return role == Qt::ToolTipRole ? QVariant(metric.title) : QVariant();
}

}  // namespace shardscope::gui
