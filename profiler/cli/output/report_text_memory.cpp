#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "profiler/cli/output/report_text_parts.h"
#include "profiler/cli/table/table.h"
#include "traces/analysis/json_access.h"
#include "traces/table/model.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using traces::Peak;
using traces::RunReport;

std::string when(const Peak& peak) {
    if (peak.step < 0) return "set-up";
    std::string text = fmt::format("step {}, {}", peak.step + 1, peak.phase);
    if (peak.microBatch >= 0) text += fmt::format(", micro-batch {}", peak.microBatch + 1);
    return text;
}

std::string bar(int64_t bytes, int64_t whole) {
    const double share = whole > 0 ? static_cast<double>(bytes) / static_cast<double>(whole) : 0.0;
    return std::string(static_cast<size_t>(std::clamp(share, 0.0, 1.0) * 40.0 + 0.5), '#');
}

/// Categories whose rounded bytes add up to the printed peak.
std::string compositionText(const RunReport& report) {
    const Peak& peak = report.memory.peak;
    const table::ByteUnit unit = table::unitFor(peak.bytes);
    const std::vector<int64_t> bytes(peak.composition.begin(), peak.composition.end());
    const std::vector<int64_t> ticks = table::apportion(bytes, unit);
    const Peak* second = report.memory.second ? &*report.memory.second : nullptr;
    std::string text;
    for (size_t c = 0; c < bytes.size(); ++c) {
        if (bytes[c] == 0 && (!second || second->composition[c] == 0)) continue;
        text += fmt::format(
            "  {:<20}{:>10}{:>12}  {}\n", core::kCategoryNames[c], table::ticksText(ticks[c], unit),
            second ? table::inUnit(second->composition[c], unit) : "", bar(bytes[c], peak.bytes));
    }
    return text;
}

std::string phasesText(const RunReport& report, const table::ByteUnit& unit) {
    std::string text = "  most at once by phase:";
    for (const auto& [phase, bytes] : report.memory.peakPerPhase) {
        text += fmt::format(" {} {},", phase, table::inUnit(bytes, unit));
    }
    text.back() = ' ';
    return table::wrapped(text + std::string(unit.name), kTableColumns, 4);
}

/// What a measured run knows of its GPU's memory by name; empty for others.
std::string devicePartsText(const traces::MemoryReport& memory) {
    if (!memory.deviceMemory.contains("products")) return "";
    const auto part = [&](const char* key) {
        return table::withUnit(traces::integerOf(memory.deviceMemory, key));
    };
    return fmt::format(
        ", by the run's strategies together: pools {}, NCCL {}, workspace of matrix products {}, "
        "scratch {}, the rest (contexts, code, whoever else is there) {}; the recorder's own {} "
        "left out",
        part("reserved"), part("nccl"), part("products"), part("scratch"), part("other"),
        part("recorder"));
}

std::string poolText(const RunReport& report) {
    const traces::MemoryReport& memory = report.memory;
    std::string text = fmt::format(
        "  blocks {}, segments {}; the calls replay in {} or more (--memory-limit)",
        table::withUnit(memory.allocatedPeakBytes), table::withUnit(memory.reservedPeakBytes),
        table::withUnit(memory.smallestLimitBytes));
    if (!memory.callSequenceHash.empty()) text += "; call sequence " + memory.callSequenceHash;
    text = table::wrapped(text, kTableColumns, 4);
    text += table::wrapped(
        table::asciiOf(fmt::format("  model states {} at most; the paper's formula says {} ({})",
                                   table::withUnit(memory.modelStateBytes),
                                   table::withUnit(memory.paperBytes), memory.convention)),
        kTableColumns, 4);
    if (memory.deviceUsedPeakBytes) {
        const std::string used = table::withUnit(*memory.deviceUsedPeakBytes);
        text += table::wrapped(
            report.source == "simulated"
                ? fmt::format("  a device would have {} in use, with what lies outside the pool",
                              used)
                : fmt::format("  device says {} used{}", used, devicePartsText(memory)),
            kTableColumns, 4);
    }
    return text;
}

/// Where some ranks stand for all.
std::string standingRanks(const RunReport& report) {
    const auto& ranks = report.memory.perRankPeakOf;
    const std::string text =
        fmt::format("  {} of {} ranks simulated: rank {}; no rank of the others peaks higher",
                    ranks.size(), core::withCommas(report.ranks), fmt::join(ranks, " and "));
    return table::wrapped(text, kTableColumns, 4);
}

std::string rankPeaks(const RunReport& report, const table::ByteUnit& unit) {
    const auto& peaks = report.memory.perRankPeakBytes;
    if (peaks.empty()) return "";
    if (report.source == "simulated" && peaks.size() < static_cast<size_t>(report.ranks)) {
        return standingRanks(report);
    }
    const auto [least, most] = std::ranges::minmax_element(peaks);
    return fmt::format("  ranks peak between {} and {} {}; worst is rank {}\n",
                       table::inUnit(*least, unit), table::inUnit(*most, unit), unit.name,
                       report.memory.peak.rank);
}

/// Over a step of median length.
int64_t meanDeadBytes(const RunReport& report) {
    const auto stepNs = static_cast<double>(std::max<int64_t>(1, report.time.stepNs.median));
    return std::llround(report.gradients.deadByteSeconds * 1e9 / stepNs);
}

}  // namespace

std::string memoryText(const RunReport& report) {
    const traces::MemoryReport& memory = report.memory;
    const table::ByteUnit unit = table::unitFor(memory.peak.bytes);
    std::string text = fmt::format("\nLIVE MEMORY, worst rank, {}\n", unit.name);
    text += table::asciiOf(
        fmt::format("  peak {} in {}", table::inUnit(memory.peak.bytes, unit), when(memory.peak)));
    if (memory.second) {
        text += table::asciiOf(fmt::format(
            "; second {} in {}", table::inUnit(memory.second->bytes, unit), when(*memory.second)));
    }
    text +=
        fmt::format("\n  {:<20}{:>10}{:>12}\n", "", "at peak", memory.second ? "at second" : "");
    return text + compositionText(report) + phasesText(report, unit) + rankPeaks(report, unit) +
           poolText(report);
}

std::string gradientPeakText(const RunReport& report) {
    const traces::GradientReport& gradients = report.gradients;
    return "\nGRADIENTS, worst rank\n" +
           table::wrapped(fmt::format("  at most {} full-size in {} of {} buckets ({} of it tied)",
                                      table::withUnit(gradients.peakLiveFullBytes),
                                      gradients.peakLiveFullBuckets, gradients.buckets,
                                      table::withUnit(gradients.tiedFullBytes)),
                          kTableColumns, 4);
}

std::string gradientText(const RunReport& report) {
    const traces::GradientReport& gradients = report.gradients;
    std::string text = "\nGRADIENTS, worst rank, device time\n";
    text += table::wrapped(
        fmt::format("  at most {} full-size in {} of {} buckets ({} of it tied); shards {}; "
                    "held {:.0f} % of the step; dead (reduced, of another rank's shard, not yet "
                    "freed) {} on average over the step",
                    table::withUnit(gradients.peakLiveFullBytes), gradients.peakLiveFullBuckets,
                    gradients.buckets, table::withUnit(gradients.tiedFullBytes),
                    table::withUnit(gradients.shardBytes), gradients.heldShare * 100.0,
                    table::withUnit(meanDeadBytes(report))),
        kTableColumns, 4);
    if (gradients.perBucket.empty()) return text;
    text += fmt::format("  {:<8}{:>12}{:>8}{:>8}{:>12}{:>12}{:>12}\n", "bucket", "full", "held",
                        "dead", "first born", "released", "kept for");
    for (const traces::BucketLifetime& bucket : gradients.perBucket) {
        text += fmt::format(
            "  {:<8}{:>12}{:>6.0f} %{:>6.0f} %{:>12}{:>12}{:>12}\n",
            table::asciiOf(bucket.label).substr(0, 8), table::withUnit(bucket.fullBytes),
            bucket.heldShare * 100.0, bucket.deadShare * 100.0, table::withTimeUnit(bucket.bornNs),
            table::withTimeUnit(bucket.releasedNs), table::withTimeUnit(bucket.releaseLagNs));
    }
    return text;
}

}  // namespace shardscope::cli
