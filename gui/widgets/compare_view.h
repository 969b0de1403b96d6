#pragma once
// The compare page: the panels, what is known of the selection below them, and a search.

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/model/loaded.h"
#include "gui/model/search.h"
#include "gui/widgets/compare_actions.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QTableView;
class QTextBrowser;

namespace shardscope::gui {

class CompareCanvas;
class LaneTable;
class PoolMapView;

class CompareView : public QWidget {
    Q_OBJECT

  public:
    explicit CompareView(QWidget* parent = nullptr);

    void setRecordings(std::vector<LoadedPtr> recordings);
    /// None: each recording's worst rank, with the band over all.
    void setRank(std::optional<int> rank);
    /// What can be done here, with its keys: for the palette and the sheet of keys.
    const CompareActions& actionList() const { return actions_; }
    CompareCanvas& canvas() { return *canvas_; }
    /// Facts of the selection or the interval, as plain lines.
    QString details() const;

    void openSearch();
    /// Selects the next (1) or previous (-1) of what the field's query finds (search.h), in all
    /// panels; says so when it is no query or finds nothing.
    void findNext(int direction);
    void setSearch(const QString& expression);
    QString searchResult() const;

    /// What is in sight as a table under the panels, for screen readers and exact times.
    void toggleTable();
    LaneTable& table() { return *table_; }
    QTableView& tableView() { return *tableView_; }

    /// The allocator's blocks at the cursor's instant, under the panels; at first at each one's peak.
    void toggleMap();
    bool mapIsOpen() const;
    /// Keeps the map's instant while the cursor moves, or lets it follow again.
    void holdMap(bool held);
    bool mapIsHeld() const { return held_; }
    /// @param atNs from where the panels are aligned; none: each one's peak.
    void setMapInstant(std::optional<int64_t> atNs);
    PoolMapView& map() { return *map_; }
    /// Whether the map is open and how high it is, for a later window. Of bytes that are no such state
    /// nothing is restored.
    QByteArray saveState() const;
    void restoreState(const QByteArray& state);

  signals:
    void statusChanged(const QString& text);

  protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Hit {
        int panel = 0;
        Found found;
    };
    void layOut();
    void showDetails();
    void refreshTable();
    void retranslate();

    core::Result<std::vector<Hit>> hits() const;  // compare_view_search.cpp
    void showHit(const Hit& hit);

    void refreshMap();  // compare_view_map.cpp
    void makeRoomForMap();
    void followCursor();

    CompareCanvas* canvas_;
    PoolMapView* map_;
    CompareActions actions_;
    QSplitter* split_ = nullptr;
    QTextBrowser* details_;
    LaneTable* table_;
    QTableView* tableView_;
    std::optional<int64_t> mapNs_;  // the instant of the map
    bool held_ = false;
    int mapHeight_ = 0;  ///< as the reader left it; 0 = it was never open
    QWidget* searchBar_;
    QLineEdit* search_;
    QLabel* found_;
    QString searched_;
    int64_t hit_ = 0;  // of the last search
};

}  // namespace shardscope::gui
