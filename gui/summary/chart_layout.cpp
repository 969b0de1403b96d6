#include "gui/summary/chart_layout.h"

#include <algorithm>
#include <cmath>

namespace shardscope::gui::summary {

namespace {

constexpr double kGap = 30.0;        // between panels
constexpr double kBarHeight = 18.0;  // of all strips of a cell
constexpr double kStripGap = 2.0;
constexpr double kRowSpace = 12.0;  // between rows
constexpr double kSwatch = 12.0;
constexpr double kLegendSpace = 16.0;
constexpr int kMostTicks = 5;

class Layout {
  public:
    Layout(const Chart& chart, double width, const TextMeasure& measure)
        : chart_(chart), measure_(measure) {
        scene_.width = std::max(width, kLeastChartWidth);
    }

    ChartScene run() {
        placePanels();
        double y = headings();
        const double top = y;
        for (const ChartGroup& group : chart_.groups) y = placeGroup(group, y);
        axes(top, y);
        scene_.height = y + lineOf(TextRole::Tick) + 6.0;
        return std::move(scene_);
    }

  private:
    struct Panel {
        double left = 0.0, width = 0.0;
        double largest = 0.0;  ///< value at the right end of the bars
        double barsWidth = 0.0;
        double xOf(double value) const {
            return left + (largest > 0.0 ? value / largest * barsWidth : 0.0);
        }
    };

    double lineOf(TextRole role) const { return measure_.height(role); }
    double widthOf(const QString& text, TextRole role) const { return measure_.width(text, role); }

    void text(QRectF rect, const QString& what, TextRole role,
              Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter) {
        if (!what.isEmpty()) scene_.texts.push_back({rect, what, role, alignment});
    }

    template <class Visit>
    void eachRow(Visit visit) const {
        for (const ChartGroup& group : chart_.groups) {
            for (const ChartRow& row : group.rows) visit(row);
        }
    }

    double labelWidth() const {
        double most = 60.0;
        eachRow([&](const ChartRow& row) {
            most = std::max(
                {most, widthOf(row.label, TextRole::Label), widthOf(row.mark, TextRole::Note)});
        });
        return std::min(most, 170.0) + 16.0;
    }

    static double largestOf(const ChartCell& cell) {
        double largest = 0.0;
        for (const Strip& strip : cell.strips) {
            double sum = 0.0;
            for (const Part& part : strip) sum += part.value;
            largest = std::max(largest, sum);
        }
        for (const Marker& marker : cell.markers) largest = std::max(largest, marker.value);
        return largest;
    }

    void placePanels() {
        const double first = labelWidth();
        const auto count = static_cast<double>(chart_.panels.size());
        const double width = (scene_.width - first - kGap * (count - 1)) / count;
        for (size_t i = 0; i < chart_.panels.size(); ++i) {
            Panel panel{.left = first + static_cast<double>(i) * (width + kGap), .width = width};
            double value = 0.0;
            eachRow([&](const ChartRow& row) {
                if (!row.cells) return;
                const ChartCell& cell = (*row.cells)[i];
                panel.largest = std::max(panel.largest, largestOf(cell));
                value = std::max(value, widthOf(cell.value, TextRole::Value));
            });
            panel.barsWidth = width - value - 10.0;
            panels_.push_back(panel);
        }
    }

    /// Titles, subtitles and legends. @return where the rows begin.
    double headings() {
        double y = 0.0;
        const double title = lineOf(TextRole::Title), subtitle = lineOf(TextRole::Subtitle);
        for (size_t i = 0; i < panels_.size(); ++i) {
            const Panel& panel = panels_[i];
            text({panel.left, 0.0, panel.width, title}, chart_.panels[i].title, TextRole::Title);
            text({panel.left, title, panel.width, subtitle}, chart_.panels[i].subtitle,
                 TextRole::Subtitle);
            y = std::max(y, legend(chart_.panels[i].legend, panel, title + subtitle + 8.0));
        }
        return y + 10.0;
    }

    double legend(const std::vector<LegendEntry>& entries, const Panel& panel, double top) {
        const double line = std::max(lineOf(TextRole::Legend), kSwatch) + 3.0;
        double x = panel.left, y = top;
        for (const LegendEntry& entry : entries) {
            const double width = kSwatch + 5.0 + widthOf(entry.title, TextRole::Legend);
            if (x > panel.left && x + width > panel.left + panel.width) {
                x = panel.left;
                y += line;
            }
            const QRectF swatch(x, y + (line - kSwatch) / 2.0, kSwatch, kSwatch);
            if (entry.fill) scene_.boxes.push_back({swatch, *entry.fill, {}});
            if (entry.marker) scene_.markers.push_back({swatch, *entry.marker, {}});
            text({x + kSwatch + 5.0, y, width - kSwatch - 5.0 + 1.0, line}, entry.title,
                 TextRole::Legend);
            x += width + kLegendSpace;
        }
        return y + line;
    }

    double placeGroup(const ChartGroup& group, double y) {
        const double title = lineOf(TextRole::Group);
        text({0.0, y, scene_.width, title}, group.title, TextRole::Group);
        y += title + 8.0;
        for (const ChartRow& row : group.rows) {
            placeRow(row, y);
            y += kBarHeight + lineOf(TextRole::Note) + 3.0 + kRowSpace;
        }
        return y;
    }

    void placeRow(const ChartRow& row, double y) {
        const double label = panels_.front().left - 12.0;
        const double note = lineOf(TextRole::Note);
        text({0.0, y, label, kBarHeight}, row.label, TextRole::Label);
        text({0.0, y + kBarHeight + 3.0, label, note}, row.mark, TextRole::Note);
        if (!row.cells) {
            const double left = panels_.front().left;
            text({left, y, scene_.width - left, kBarHeight}, row.problem, TextRole::Problem);
            return;
        }
        for (size_t i = 0; i < panels_.size(); ++i) placeCell((*row.cells)[i], panels_[i], y);
    }

    void placeCell(const ChartCell& cell, const Panel& panel, double y) {
        const auto count = static_cast<double>(std::max<size_t>(1, cell.strips.size()));
        const double height = (kBarHeight - kStripGap * (count - 1.0)) / count;
        double top = y, right = panel.left;
        for (const Strip& strip : cell.strips) {
            right = std::max(right, placeStrip(strip, panel, top, height));
            top += height + kStripGap;
        }
        for (const Marker& marker : cell.markers) {
            const double x = panel.xOf(marker.value);
            right = std::max(right, x);
            scene_.markers.push_back(
                {{x - 4.0, y - 4.0, 8.0, kBarHeight + 8.0}, marker.kind, marker.tip});
        }
        text({right + 8.0, y, panel.left + panel.width - right - 7.0, kBarHeight}, cell.value,
             TextRole::Value);
        text({panel.left, y + kBarHeight + 3.0, panel.width + kGap - 8.0, lineOf(TextRole::Note)},
             cell.note, TextRole::Note);
    }

    double placeStrip(const Strip& strip, const Panel& panel, double top, double height) {
        double from = 0.0;
        for (const Part& part : strip) {
            const double left = panel.xOf(from), right = panel.xOf(from + part.value);
            scene_.boxes.push_back({{left, top, right - left, height}, part.fill, part.tip});
            from += part.value;
        }
        return panel.xOf(from);
    }

    void axes(double top, double bottom) {
        for (size_t i = 0; i < panels_.size(); ++i) {
            const Panel& panel = panels_[i];
            if (panel.largest <= 0.0) continue;
            const double unit = chart_.panels[i].unit;
            const double step = tickStep(panel.largest / unit, kMostTicks);
            for (double tick = 0.0; tick <= panel.largest / unit * (1.0 + 1e-9); tick += step) {
                const double x = panel.xOf(tick * unit);
                scene_.grid.emplace_back(x, top, x, bottom);
                text({x - 40.0, bottom + 3.0, 80.0, lineOf(TextRole::Tick)},
                     QString::number(tick, 'g', 6), TextRole::Tick, Qt::AlignCenter);
            }
        }
    }

    const Chart& chart_;
    const TextMeasure& measure_;
    std::vector<Panel> panels_;
    ChartScene scene_;
};

}  // namespace

ChartScene layoutChart(const Chart& chart, double width, const TextMeasure& measure) {
    return Layout(chart, width, measure).run();
}

QString tipAt(const ChartScene& scene, QPointF place) {
    for (const SceneMarker& marker : scene.markers) {
        if (!marker.tip.isEmpty() && marker.rect.contains(place)) return marker.tip;
    }
    for (const SceneBox& box : scene.boxes) {
        if (!box.tip.isEmpty() && box.rect.contains(place)) return box.tip;
    }
    return {};
}

double tickStep(double largest, int most) {
    const double rough = largest / most;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough * (1.0 - 1e-9)) return factor * power;
    }
    return 10.0 * power;
}

}  // namespace shardscope::gui::summary
