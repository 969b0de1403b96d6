#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "profiler/cli/table_parts.h"
#include "profiler/cli/table_text.h"
#include "traces/analysis/json_access.h"

namespace shardscope::cli {

namespace {

using core::Category;
using traces::CollectiveTraffic;
using traces::integerOf;
using traces::Json;
using traces::RunReport;
using traces::textOf;

constexpr size_t kStepColumns = 10;
constexpr size_t kCallColumns = 12;

std::string headings(const TableModel& model) {
    std::string text =
        fmt::format("{:<48}{:>8} |grad|{:<25}|{}\n",
                    fmt::format("       LIVE MEMORY AT ITS PEAK, worst rank, {}", model.bytes.name),
                    "paper", " SENT, a rank and step", " STEP");
    text += fmt::format("{:<5}{:>6} {:>8}{:>7}{:>7}{:>7}{:>7}{:>8} |held|{:>6}{:>6} {:<12}| {}\n",
                        "stage", "peak", "=weights", "+full", "+shard", "+optim", "+rest", "states",
                        model.sent.name, "xP", "calls", model.time.name);
    return text + std::string(kTableColumns - 1, '-') + "\n";
}

/// Summands in the order of the columns; they add up to the peak.
std::vector<int64_t> summandsOf(const RunReport& report) {
    const int64_t weights = bytesAtPeak(report, Category::Weights);
    const int64_t full = bytesAtPeak(report, Category::Gradients);
    const int64_t shard = bytesAtPeak(report, Category::GradientShards);
    const int64_t optimizer = bytesAtPeak(report, Category::MasterWeights) +
                              bytesAtPeak(report, Category::OptimizerState);
    const int64_t rest = report.memory.peak.bytes - weights - full - shard - optimizer;
    return {weights, full, shard, optimizer, std::max<int64_t>(rest, 0)};
}

std::string memoryCells(const RunReport& report, const ByteUnit& unit) {
    const std::vector<int64_t> bytes = summandsOf(report);
    const std::vector<int64_t> ticks = apportion(bytes, unit);
    int64_t sum = 0;
    std::string cells;
    for (size_t i = 0; i < bytes.size(); ++i) {
        sum += ticks[i];
        cells +=
            fmt::format("{:>{}}", bytes[i] == 0 ? "-" : ticksText(ticks[i], unit), i == 0 ? 8 : 7);
    }
    return fmt::format("{:>7}{}{:>8}", ticksText(sum, unit), cells,
                       inUnit(report.memory.paperBytes, unit));
}

std::string countText(int64_t calls) {
    return calls < 10'000 ? std::to_string(calls) : fmt::format("{}k", calls / 1000);
}

std::string callsText(const RunReport& report) {
    struct Kind {
        const CollectiveTraffic* traffic;
        const char* name;
    };
    const traces::TrafficReport& traffic = report.traffic;
    std::string wide, narrow;
    for (const Kind& kind : {Kind{&traffic.allReduce, "AR"}, Kind{&traffic.reduceScatter, "RS"},
                             Kind{&traffic.reduce, "RD"}, Kind{&traffic.allGather, "AG"},
                             Kind{&traffic.broadcast, "BC"}}) {
        if (kind.traffic->calls == 0) continue;
        const std::string count = countText(kind.traffic->calls);
        wide += fmt::format("{}{:>2} {}", wide.empty() ? "" : ", ", count, kind.name);
        narrow += fmt::format("{}{}{}", narrow.empty() ? "" : ",", count, kind.name);
    }
    if (wide.empty()) return "none";
    return wide.size() <= kCallColumns ? wide : narrow.substr(0, kCallColumns);
}

/// Median and half interval (rounded up) with the same decimals: as many as fit.
std::string stepText(const RunReport& report, const TimeUnit& unit) {
    const traces::Distribution& step = report.time.stepNs;
    const double median = static_cast<double>(step.median) / unit.ns;
    const double half = static_cast<double>(step.high - step.low) / 2.0 / unit.ns;
    for (int decimals = median < 9.995 ? 2 : median < 99.95 ? 1 : 0;; --decimals) {
        const double digit = std::pow(10.0, decimals);
        std::string text = fmt::format("{:.{}f} +-{:.{}f}", median, decimals,
                                       std::ceil(half * digit) / digit, decimals);
        if (text.size() <= kStepColumns || decimals == 0) return text.substr(0, kStepColumns);
    }
}

std::string numbersRow(const TableRow& row, const TableModel& model) {
    const RunReport& report = *row.report;
    return fmt::format("{:>3}  {} |{:>3.0f}%|{:>6}{:>6.2f} {:<12}| {}", row.label,
                       memoryCells(report, model.bytes),
                       std::round(report.gradients.heldShare * 100.0),
                       inUnit(sentBytes(report), model.sent), report.traffic.elementsPerParameter,
                       callsText(report), stepText(report, model.time));
}

/// "1  OOM at backward B2: needed 3.4, had 1.9 MiB": what the limit leaves beside live blocks. That may
/// be enough and lie in pieces.
std::string outOfMemoryRow(const RunReport& report) {
    const Json& failure = report.outOfMemory;
    if (!failure.is_object()) return "OOM: " + errorText(report);
    const int64_t needed = integerOf(failure, "requested");
    const int64_t used = integerOf(failure, "allocated", integerOf(failure, "reserved"));
    const int64_t had = std::max<int64_t>(0, integerOf(failure, "limit") - used);
    const ByteUnit unit = unitFor(needed);
    const std::string label = textOf(failure, "label");
    const std::string what = label.empty() ? textOf(failure, "buffer") : label;
    return fmt::format("OOM at {} {}: needed {}, had {} {}{}", textOf(failure, "phase"), what,
                       inUnit(needed, unit), inUnit(had, unit), unit.name,
                       had >= needed ? " in pieces" : "");
}

std::string rowText(const TableRow& row, const TableModel& model) {
    const RunReport& report = *row.report;
    if (hasNumbers(report)) return numbersRow(row, model);
    std::string what;
    if (report.status == "oom") {
        what = outOfMemoryRow(report);
    } else if (report.status == "interrupted") {
        what = "INTERRUPTED before a whole step was recorded";
    } else if (report.status == "failed") {
        what = "FAILED: " + errorText(report);
    } else {
        what = "no whole step was recorded";
    }
    return fmt::format("{:>3}  {}", row.label, what);
}

std::string groupTitle(const TableGroup& group, const TableModel& model) {
    std::string title = fmt::format("G = {}   global batch {}", group.gradAccum, group.globalBatch);
    if (!model.oneWorldSize) title += fmt::format("   {} ranks", group.ranks);
    if (!model.oneModel) title += "   " + group.model;
    return title;
}

std::string fitted(const std::string& line) {
    const std::string ascii = asciiOf(line);
    return ascii.size() > kTableColumns ? ascii.substr(0, kTableColumns - 3) + "..." : ascii;
}

}  // namespace

std::string tableRows(const TableModel& model) {
    std::string text = headings(model);
    for (const TableGroup& group : model.groups) {
        text += fitted(groupTitle(group, model)) + "\n";
        for (const TableRow& row : group.rows) text += fitted(rowText(row, model)) + "\n";
    }
    return text;
}

}  // namespace shardscope::cli
