#include "gui/summary/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <map>
#include <set>

namespace shardscope::gui::summary {

TableView::TableView(SummaryTable& table, QWidget* parent) : QTableView(parent), table_(table) {
    setModel(&table);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TableView::fit() {
    clearSpans();
    for (int row = 0; row < table_.rowCount(); ++row) {
        const auto first = static_cast<int>(Column::Peak);
        if (table_.isSentence(row)) setSpan(row, first, 1, kColumns - first);
    }
    resizeColumnsToContents();
    resizeRowsToContents();
    int height = horizontalHeader()->sizeHint().height() + 2 * frameWidth() +
                 horizontalScrollBar()->sizeHint().height();
    for (int row = 0; row < table_.rowCount(); ++row) height += rowHeight(row);
    setFixedHeight(height);
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
