// Under a table of simulated runs: what the machine would make of them.

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/cli/table/parts.h"
#include "traces/analysis/json_access.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

using traces::RunReport;

std::string percent(double share) { return fmt::format("{:.1f} %", 100.0 * share); }

/// Of the slowest rank's step: all of one rank, so that computing and exposed sending do not exceed it.
double shareOf(int64_t ns, const RunReport& report) {
    return static_cast<double>(ns) /
           static_cast<double>(std::max<int64_t>(1, report.time.slowest.stepNs));
}

std::string fitText(const RunReport& report) {
    const auto& memory = report.memory;
    if (!memory.deviceUsedPeakBytes) return "";
    const int64_t used = *memory.deviceUsedPeakBytes;
    const int64_t capacity = traces::integerOf(memory.deviceMemory, "capacity");
    const std::string amount = core::formatBytes(used);
    if (capacity <= 0) return amount;
    return used <= capacity
               ? fmt::format("{}, fits", amount)
               : fmt::format("{}, {} too much", amount, core::formatBytes(used - capacity));
}

std::string rowText(const table::TableRow& row, int64_t gradAccum, bool several) {
    const RunReport& report = *row.report;
    const std::string label = several ? fmt::format("{} G={}", row.label, gradAccum) : row.label;
    const double rate = report.time.tokensPerSecond / std::max(1, report.ranks);
    return fmt::format(
        "{:<9}{:>14} {:>8} {:>9} {:>9} {:>9} {:>9}  {}\n", label,
        core::withCommas(static_cast<int64_t>(rate)), percent(report.time.mfu.value_or(0.0)),
        percent(shareOf(report.time.slowest.computeNs, report)),
        percent(shareOf(report.time.slowest.communicationNs, report)),
        percent(shareOf(report.time.slowest.exposedNs, report)),
        percent(shareOf(report.time.slowest.waitingNs, report)), table::asciiOf(fitText(report)));
}

/// Whose shares they are, once: "shares of the step are rank 0's, the slowest".
std::string whoseShares(const table::TableModel& model) {
    std::vector<std::string> ranks;
    bool several = false;
    for (const table::TableRow* row : model.rows()) {
        if (!row->report->time.mfu || !table::hasNumbers(*row->report)) continue;
        several = several || row->report->ranks > 1;
        std::string rank = std::to_string(row->report->time.slowest.rank);
        if (std::ranges::find(ranks, rank) == ranks.end()) ranks.push_back(std::move(rank));
    }
    if (!several) return {};
    return fmt::format("shares of the step: of the slowest rank, {}\n", table::listOf(ranks));
}

std::string capacityText(const RunReport& report) {
    const int64_t capacity = traces::integerOf(report.memory.deviceMemory, "capacity");
    return capacity > 0 ? " of " + core::formatBytes(capacity) : "";
}

}  // namespace

std::string simulatedRows(const table::TableModel& model) {
    std::string text;
    for (const table::TableGroup& group : model.groups) {
        for (const table::TableRow& row : group.rows) {
            if (!row.report->time.mfu || !table::hasNumbers(*row.report)) continue;
            if (text.empty()) {
                text = fmt::format("{:<9}{:>14} {:>8} {:>9} {:>9} {:>9} {:>9}  {}\n", "simulated",
                                   "tokens/s/GPU", "MFU", "compute", "sending", "exposed",
                                   "waiting", "device memory" + capacityText(*row.report));
            }
            text += rowText(row, group.gradAccum, model.groups.size() > 1);
        }
    }
    return text.empty() ? text : text + whoseShares(model) + "\n";
}

}  // namespace shardscope::cli
