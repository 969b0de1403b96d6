#include <fmt/format.h>

#include <algorithm>

#include "profiler/cli/table/parts.h"
#include "traces/analysis/json_access.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using traces::GradientCurve;
using traces::RunReport;

constexpr int kColumns = 72;
constexpr std::string_view kLevels = " .:-=+*#%@";

int columnOf(int64_t timeNs, int64_t endNs) {
    const double share = static_cast<double>(timeNs) / static_cast<double>(endNs);
    return std::clamp(static_cast<int>(share * kColumns), 0, kColumns - 1);
}

/// The most bytes alive in each column's time.
std::vector<int64_t> columnsOf(const GradientCurve& curve) {
    std::vector<int64_t> columns(kColumns, 0);
    for (size_t i = 0; i < curve.timeNs.size(); ++i) {
        const int64_t until = i + 1 < curve.timeNs.size() ? curve.timeNs[i + 1] : curve.endNs;
        const int first = columnOf(curve.timeNs[i], curve.endNs);
        const int last = columnOf(std::max(until - 1, curve.timeNs[i]), curve.endNs);
        for (int c = first; c <= last; ++c) {
            int64_t& most = columns[static_cast<size_t>(c)];
            most = std::max(most, curve.bytes[i]);
        }
    }
    return columns;
}

char levelOf(int64_t bytes, int64_t scale) {
    if (bytes <= 0 || scale <= 0) return ' ';
    const auto top = static_cast<double>(kLevels.size() - 1);
    const double share = static_cast<double>(bytes) / static_cast<double>(scale);
    const auto level = static_cast<size_t>(std::clamp(share * top + 0.5, 1.0, top));
    return kLevels[level];
}

std::string drawn(const GradientCurve& curve, int64_t scale) {
    std::string line;
    for (const int64_t bytes : columnsOf(curve)) line += levelOf(bytes, scale);
    for (const int64_t begin : {curve.backwardBeginNs, curve.optimizerBeginNs}) {
        if (begin > 0 && begin < curve.endNs) {
            line[static_cast<size_t>(columnOf(begin, curve.endNs))] = '|';
        }
    }
    return line;
}

int64_t mostOf(const GradientCurve& curve) {
    return curve.bytes.empty() ? 0 : *std::ranges::max_element(curve.bytes);
}

/// "B6..B0": the labels in launch order.
std::string bucketsText(const table::TableModel& model) {
    const traces::Json& buckets = model.groups.front().rows.front().report->buckets;
    if (!buckets.is_array() || buckets.empty()) return "";
    const std::string first = traces::textOf(buckets.front(), "label");
    const std::string last = traces::textOf(buckets.back(), "label");
    return buckets.size() == 1 ? " " + first : fmt::format(" {}..{}", first, last);
}

std::string curveLine(const table::TableRow& row, const table::TableGroup& group,
                      const table::ByteUnit& unit, int64_t scale) {
    const GradientCurve& curve = row.report->curve;
    return fmt::format("{:>3} {:<6}[{}]{:>8} {}\n", row.label, fmt::format("G={}", group.gradAccum),
                       drawn(curve, scale), table::inUnit(mostOf(curve), unit), unit.name);
}

}  // namespace

std::string tableCurves(const table::TableModel& model) {
    int64_t scale = 0;
    for (const table::TableRow* row : model.rows()) {
        if (table::hasNumbers(*row->report)) scale = std::max(scale, mostOf(row->report->curve));
    }
    if (scale == 0) return {};
    std::string text = table::wrapped(
        table::asciiOf(fmt::format("full-size gradient bytes over one step: forward | backward{} | "
                                   "optimizer (@ = {} {})",
                                   bucketsText(model), table::inUnit(scale, model.bytes),
                                   model.bytes.name)),
        kTableColumns);
    for (const table::TableGroup& group : model.groups) {
        for (const table::TableRow& row : group.rows) {
            if (!table::hasNumbers(*row.report) || row.report->curve.endNs <= 0) continue;
            text += curveLine(row, group, model.bytes, scale);
        }
    }
    return text + "\n";
}

}  // namespace shardscope::cli
