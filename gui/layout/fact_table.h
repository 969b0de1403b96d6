#pragma once
// Facts of several panels as a table, and how it is written.

#include <QString>
#include <QStringList>
#include <vector>

namespace shardscope::gui {

/// One column a fact, one row a panel. Cells of the first row are headings.
struct FactTable {
    QString title;
    std::vector<QStringList> rows;
    bool empty() const { return rows.empty(); }
};

/// As HTML for a text widget, and as plain lines.
QString htmlOf(const FactTable& table);
QString textOf(const FactTable& table);

}  // namespace shardscope::gui
