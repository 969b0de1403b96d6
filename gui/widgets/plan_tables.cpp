#include "gui/widgets/plan_tables.h"

#include <QCoreApplication>
#include <array>

#include "gui/model/byte_text.h"
#include "gui/model/plan_words.h"

namespace shardscope::gui {
namespace {

struct Column {
    const char* title;
    QString (*text)(const PlanRow&);
    QVariant (*value)(const PlanRow&);
    bool number;
};

QVariant orNothing(std::optional<qint64> value) { return value ? QVariant(*value) : QVariant(); }
QString number(std::optional<qint64> value) {
    return value ? QString::number(*value) : QStringLiteral("–");
}

const std::array kColumns{
    Column{QT_TRANSLATE_NOOP("Plan", "Strategy"), [](const PlanRow& r) { return r.strategy; },
           [](const PlanRow& r) { return QVariant(r.strategy); }, false},
    Column{QT_TRANSLATE_NOOP("Plan", "Ranks"),
           [](const PlanRow& r) { return QString::number(r.ranks); },
           [](const PlanRow& r) { return QVariant(r.ranks); }, true},
    Column{QT_TRANSLATE_NOOP("Plan", "Micro-batch"),
           [](const PlanRow& r) { return QString::number(r.microBatch); },
           [](const PlanRow& r) { return QVariant(r.microBatch); }, true},
    Column{QT_TRANSLATE_NOOP("Plan", "G"), [](const PlanRow& r) { return number(r.gradAccum); },
           [](const PlanRow& r) { return orNothing(r.gradAccum); }, true},
    Column{QT_TRANSLATE_NOOP("Plan", "Bucket"), [](const PlanRow& r) { return r.bucket; },
           [](const PlanRow& r) { return QVariant(r.bucket); }, false},
    Column{QT_TRANSLATE_NOOP("Plan", "In flight"),
           [](const PlanRow& r) { return QString::number(r.inFlight); },
           [](const PlanRow& r) { return QVariant(r.inFlight); }, true},
    Column{QT_TRANSLATE_NOOP("Plan", "Checkpointing"),
           [](const PlanRow& r) { return r.checkpointing; },
           [](const PlanRow& r) { return QVariant(r.checkpointing); }, false},
    Column{QT_TRANSLATE_NOOP("Plan", "Needs"),
           [](const PlanRow& r) { return r.evaluated ? sizeText(r.neededBytes) : marginShort(r); },
           [](const PlanRow& r) { return r.evaluated ? QVariant(r.neededBytes) : QVariant(); },
           true},
    Column{QT_TRANSLATE_NOOP("Plan", "Margin"), [](const PlanRow& r) { return marginText(r); },
           [](const PlanRow& r) { return orNothing(r.marginBytes); }, true},
    Column{
        QT_TRANSLATE_NOOP("Plan", "Sent a step"),
        [](const PlanRow& r) { return r.evaluated ? sizeText(r.wireBytes) : QStringLiteral("–"); },
        [](const PlanRow& r) { return r.evaluated ? QVariant(r.wireBytes) : QVariant(); }, true},
    Column{QT_TRANSLATE_NOOP("Plan", "Step"), [](const PlanRow& r) { return stepText(r.stepNs); },
           [](const PlanRow& r) { return orNothing(r.stepNs); }, true},
    Column{QT_TRANSLATE_NOOP("Plan", "Front"),
           [](const PlanRow& r) { return r.onFront ? QStringLiteral("◆") : QString(); },
           [](const PlanRow& r) { return QVariant(r.onFront); }, false}};

}  // namespace

void PlanTable::setPlan(PlanPtr plan) {
    beginResetModel();
    plan_ = std::move(plan);
    endResetModel();
}

int HeatMapTable::rowCount(const QModelIndex& parent) const {
    return plan() && !parent.isValid() ? static_cast<int>(plan()->strategies.size()) : 0;
}

int HeatMapTable::columnCount(const QModelIndex& parent) const {
    return plan() && !parent.isValid() ? static_cast<int>(plan()->ranks.size()) : 0;
}

QVariant HeatMapTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !plan()) return {};
    const PlanCell& cell =
        plan()->cell(static_cast<size_t>(index.row()), static_cast<size_t>(index.column()));
    if (cell.rows.empty()) return {};
    const PlanRow& row = plan()->rows[cell.rows.front()];
    switch (role) {
        case Qt::DisplayRole:
            return row.evaluated && row.stepNs
                       ? marginText(row) + QStringLiteral(" · ") + stepText(row.stepNs)
                       : marginText(row);
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return rowSentence(row);
        case kRowRole:
            return static_cast<qulonglong>(cell.rows.front());
        default:
            return {};
    }
}

QVariant HeatMapTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || !plan()) return {};
    const auto index = static_cast<size_t>(section);
    if (orientation == Qt::Vertical) {
        return section < plan()->strategies.size() ? plan()->strategies[section] : QVariant();
    }
    return index < plan()->ranks.size() ? ranksText(plan()->ranks[index]) : QVariant();
}

int ConfigurationTable::rowCount(const QModelIndex& parent) const {
    return plan() && !parent.isValid() ? static_cast<int>(plan()->rows.size()) : 0;
}

int ConfigurationTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(kColumns.size());
}

QVariant ConfigurationTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !plan()) return {};
    const PlanRow& row = plan()->rows[static_cast<size_t>(index.row())];
    const Column& column = kColumns[static_cast<size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case kSortRole:
            return column.value(row);
        case kRowRole:
            return static_cast<qulonglong>(index.row());
        case Qt::ToolTipRole:
            return rowSentence(row);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter |
                                       (column.number ? Qt::AlignRight : Qt::AlignLeft));
        default:
            return {};
    }
}

QVariant ConfigurationTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) return {};
    if (orientation == Qt::Vertical) return section + 1;
    if (section < 0 || section >= std::ssize(kColumns)) return {};
    return QCoreApplication::translate("Plan", kColumns[static_cast<size_t>(section)].title);
}

}  // namespace shardscope::gui
