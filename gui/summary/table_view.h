#pragma once
// The comparison table on screen: as high as its rows, copied with the clipboard keys as text with
// tabs, sentences across the columns that they replace.

#include <QTableView>

#include "gui/summary/summary_table.h"

namespace shardscope::gui::summary {

class TableView : public QTableView {
    Q_OBJECT

  public:
    explicit TableView(SummaryTable& table, QWidget* parent = nullptr);

    /// The selected cells as lines with tabs, headings first; the whole table when nothing is
    /// selected.
    QString selectedText() const;
    void copy() const;
    /// Column widths, spans and height by what the table holds now.
    void fit();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitHeight();

    SummaryTable& table_;
};

}  // namespace shardscope::gui::summary
