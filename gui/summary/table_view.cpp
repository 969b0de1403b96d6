#include "gui/summary/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <map>
#include <set>

namespace shardscope::gui::summary {

namespace {

constexpr int kPadding = 4;

/// Room at both sides of a cell, so that numbers do not touch their neighbours.
class Roomy : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(2 * kPadding, 6);
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem whole = option;
        initStyleOption(&whole, index);
        whole.text.clear();
        const QWidget* widget = option.widget;
        widget->style()->drawControl(QStyle::CE_ItemViewItem, &whole, painter, widget);
        QStyleOptionViewItem inner = option;
        inner.rect.adjust(kPadding, 0, -kPadding, 0);
        inner.backgroundBrush = Qt::NoBrush;
        inner.features &= ~QStyleOptionViewItem::Alternate;
        QStyledItemDelegate::paint(painter, inner, index);
    }

  protected:
    /// What is compared first stands out.
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->font.setBold(index.column() == static_cast<int>(Column::Peak) &&
                             index.data(kValueRole).isValid());
    }
};

}  // namespace

TableView::TableView(SummaryTable& table, QWidget* parent) : QTableView(parent), table_(table) {
    setModel(&table);
    setSelectionMode(ExtendedSelection);
    QFont smaller = font();  // so that every column fits into 1280 pixels
    smaller.setPointSizeF(smaller.pointSizeF() * 0.88);
    setFont(smaller);
    horizontalHeader()->setFont(smaller);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    setItemDelegate(new Roomy(this));
    horizontalHeader()->setStyleSheet(
        QStringLiteral("QHeaderView::section { background: palette(window); color: palette(text); "
                       "border: 0; border-bottom: 1px solid palette(mid); padding: 4px 6px; }"));
}

void TableView::fit() {
    clearSpans();
    for (int row = 0; row < table_.rowCount(); ++row) {
        const auto first = static_cast<int>(Column::Peak);
        if (table_.isSentence(row)) setSpan(row, first, 1, kColumns - first);
    }
    resizeColumnsToContents();
    resizeRowsToContents();
    fitHeight();
}

void TableView::fitHeight() {
    int height = horizontalHeader()->sizeHint().height() + 2 * frameWidth();
    for (int row = 0; row < table_.rowCount(); ++row) height += rowHeight(row);
    const int columns = horizontalHeader()->length();
    if (columns > viewport()->width()) height += horizontalScrollBar()->sizeHint().height();
    setFixedHeight(height);
}

void TableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitHeight();
}

QString TableView::selectedText() const {
    std::map<int, std::set<int>> cells;
    for (const QModelIndex& index : selectionModel()->selectedIndexes()) {
        cells[index.row()].insert(index.column());
    }
    std::set<int> columns;
    if (cells.empty()) {
        for (int c = 0; c < kColumns; ++c) columns.insert(c);
        for (int r = 0; r < table_.rowCount(); ++r) cells[r] = columns;
    }
    for (const auto& [row, inRow] : cells) columns.insert(inRow.begin(), inRow.end());
    const auto lineOf = [&](const auto& textOf) {
        QStringList line;
        for (const int c : columns) line << textOf(c);
        return line.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    QString text = lineOf([&](int c) {
        return table_.headerData(c, Qt::Horizontal, Qt::DisplayRole)
            .toString()
            .replace(QLatin1Char('\n'), QLatin1Char(' '));
    });
    for (const auto& [row, inRow] : cells) {
        text += lineOf([&](int c) {
            return inRow.contains(c) ? table_.index(row, c).data().toString() : QString();
        });
    }
    return text;
}

void TableView::copy() const { QGuiApplication::clipboard()->setText(selectedText()); }

void TableView::keyPressEvent(QKeyEvent* event) {
    if (!event->matches(QKeySequence::Copy)) return QTableView::keyPressEvent(event);
    copy();
    event->accept();
}

}  // namespace shardscope::gui::summary
