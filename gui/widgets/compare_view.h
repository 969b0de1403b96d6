#pragma once
// The compare page: recordings side by side on one time axis, a search line above them, what is known
// of the selection below, and the same as a table for screen readers.

#include <QSize>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/model/loaded.h"
#include "gui/model/search.h"

class QAction;
class QPainter;
class QTableView;
class QTextBrowser;

namespace shardscope::gui {

class CompareCanvas;
class LaneTable;
class SearchBar;

class CompareView : public QWidget {
    Q_OBJECT

  public:
    explicit CompareView(QWidget* parent = nullptr);

    void setRecordings(std::vector<LoadedPtr> recordings);
    void fit();
    /// None: each recording's worst rank, with the band over all ranks.
    void setRank(std::optional<int> rank);
    /// What the status line says: how many panels, which range, what is selected.
    QString statusText() const;
    /// The details below the panels as plain text; empty when nothing is selected.
    QString detailsText() const;
    /// The view as it is now, at another size.
    void render(QPainter& painter, QSize size);

    CompareCanvas& canvas() { return *canvas_; }
    SearchBar& search() { return *search_; }
    LaneTable& table() { return *table_; }
    QTableView& tableView() { return *tableView_; }
    const std::vector<std::pair<int, Found>>& found() const { return found_; }
    void openSearch();
    void closeSearch();
    void findNext(int by);
    void toggleTable();

  signals:
    void statusChanged(const QString& text);
    void selectionChanged(const QString& details);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void addActions();
    void searchFor(const QString& text);
    void showFound(size_t place);
    void showDetails();
    void refreshTable();
    void retranslate();

    SearchBar* search_;
    CompareCanvas* canvas_;
    QTextBrowser* details_;
    QTableView* tableView_;
    LaneTable* table_;
    std::vector<QAction*> canvasActions_;
    QAction *find_, *findNext_, *findPrevious_, *showTable_;
    std::vector<std::pair<int, Found>> found_;  ///< panel, what; by time on the common axis
    std::optional<size_t> foundAt_;
};

}  // namespace shardscope::gui
