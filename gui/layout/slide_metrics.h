#pragma once
// What a slide's charts and its table show of a row: a title, a number, and its text. The application's
// thread only, because of translation.

#include <QString>
#include <optional>
#include <vector>

#include "gui/model/plan.h"

namespace shardscope::gui {

struct SlideMetric {
    enum class Kind : uint8_t { Bytes, Time, Count };
    enum class Mark : uint8_t { None, Outweighed, NoOverlap };

    QString title;  ///< of the chart
    QString brief;  ///< of the table's column
    Kind kind = Kind::Bytes;
    std::optional<double> (*value)(const PlanRow& row, const SlideRow& slide) = nullptr;
    Mark mark = Mark::None;  ///< what the chart marks along the setting

    /// "73.6 GiB", "170"; "–" where the row has none.
    QString text(const Plan& plan, size_t row) const;
};

/// The charts of @p plan's slide: times only where hardware was named.
std::vector<SlideMetric> chartMetrics(const Plan& plan);
/// The columns of its table: every number.
std::vector<SlideMetric> tableMetrics(const Plan& plan);

}  // namespace shardscope::gui
