#pragma once
// The page that compares the open recordings: what the numbers say, charts, and the table.

#include <QScrollArea>

#include "gui/summary/summary_table.h"

class QLabel;
class QVBoxLayout;

namespace shardscope::gui::summary {

class ChartWidget;
class TableView;

class SummaryView : public QScrollArea {
    Q_OBJECT

  public:
    explicit SummaryView(QWidget* parent = nullptr);

    void setRecordings(const std::vector<LoadedPtr>& recordings);
    SummaryTable& table() { return table_; }
    TableView& tableView() { return *view_; }
    ChartWidget& chart() { return *chart_; }
    /// What is shown of `shardscope compare`'s sentences.
    QStringList sentences() const;

    /// What `shardscope compare --csv` and `--markdown` print of the same files.
    QString csv() const;
    QString markdown() const;
    /// For a picture, in which nothing can be scrolled: no bars. @return the height
    /// that the whole page needs at that width.
    int makeStill(int width);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void build();
    void refresh();
    void restyle();

    SummaryTable table_;
    QWidget* page_;
    QLabel *title_, *workload_, *sentences_, *chartTitle_, *tableTitle_, *empty_;
    ChartWidget* chart_;
    TableView* view_;
};

}  // namespace shardscope::gui::summary
