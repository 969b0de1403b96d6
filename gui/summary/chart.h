#pragma once
// Bars of several runs in three panels that share their rows: what is drawn, before it has a place.
// Values; any thread.

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "gui/summary/chart_fill.h"

namespace shardscope::gui::summary {

struct Part {
    double value = 0.0;  ///< in the panel's unit (bytes, nanoseconds), >= 0
    Fill fill{};
    QString tip;  ///< "gradients, full size: 20.5 MiB"
};

/// Parts one after another from zero.
using Strip = std::vector<Part>;

/// A number to compare the bar with.
struct Marker {
    enum class Kind : uint8_t { Paper, Held, Step };
    Kind kind = Kind::Paper;
    double value = 0.0;
    QString tip;
};

/// One run in one panel.
struct ChartCell {
    std::vector<Strip> strips;  ///< one under another
    std::vector<Marker> markers;
    QString value;  ///< beside the bar: "72.9"
    QString note;   ///< under it
};

struct ChartRow {
    QString label;
    QString mark;                                 ///< under the label: "simulated"; may be empty
    QString problem;                              ///< instead of cells; may be empty
    std::optional<std::vector<ChartCell>> cells;  ///< one a panel
};

struct ChartGroup {
    QString title;  ///< "G = 4, global batch 16"
    std::vector<ChartRow> rows;
};

struct LegendEntry {
    std::optional<Fill> fill;
    std::optional<Marker::Kind> marker;
    QString title;
};

struct ChartPanel {
    QString title, subtitle;
    double unit = 1.0;  ///< of the axis: its numbers are values over this
    std::vector<LegendEntry> legend;
};

struct Chart {
    std::vector<ChartPanel> panels;
    std::vector<ChartGroup> groups;
};

}  // namespace shardscope::gui::summary
