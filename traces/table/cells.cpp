#include "traces/table/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "traces/analysis/json_access.h"
#include "traces/table/model.h"
#include "traces/table/recorded_texts.h"

namespace shardscope::table {

namespace {

using core::Category;
using traces::integerOf;
using traces::Json;
using traces::RunReport;
using traces::textOf;

constexpr size_t kStepColumns = 10;
constexpr size_t kCallColumns = 13;

struct Calls {
    std::string_view name;
    int64_t count = 0;
};

std::vector<Calls> callsOf(const traces::TrafficReport& traffic) {
    std::vector<Calls> all{{"AR", traffic.allReduce.calls},
                           {"RS", traffic.reduceScatter.calls},
                           {"RD", traffic.reduce.calls},
                           {"AG", traffic.allGather.calls},
                           {"BC", traffic.broadcast.calls}};
    std::erase_if(all, [](const Calls& calls) { return calls.count == 0; });
    return all;
}

/// "672 AR,RS,AG".
std::string sameCallsText(const std::vector<Calls>& all) {
    std::string names;
    for (const Calls& calls : all) {
        if (calls.count != all.front().count) return std::string(kCallColumns + 1, ' ');
        names += (names.empty() ? "" : ",") + std::string(calls.name);
    }
    return fmt::format("{} {}", all.front().count, names);
}

/// "OOM at backward B2: needed 3.4, had 1.9 MiB": what the limit leaves beside live blocks. That may
/// be enough and lie in pieces.
Phrase outOfMemoryRow(const RunReport& report) {
    const Json& failure = report.outOfMemory;
    if (!failure.is_object()) return Sentences::phrase("OOM: %1").with({errorText(report)});
    const int64_t needed = integerOf(failure, "requested");
    const int64_t used = integerOf(failure, "allocated", integerOf(failure, "reserved"));
    const int64_t had = std::max<int64_t>(0, integerOf(failure, "limit") - used);
    const ByteUnit unit = unitFor(needed);
    const std::string label = textOf(failure, "label");
    const std::string what = label.empty() ? textOf(failure, "buffer") : label;
    const auto sentence = had >= needed
                              ? Sentences::phrase("OOM at %1 %2: needed %3, had %4 %5 in pieces")
                              : Sentences::phrase("OOM at %1 %2: needed %3, had %4 %5");
    return sentence.with({recordedText(textOf(failure, "phase")), what, inUnit(needed, unit),
                          inUnit(had, unit), unit.name});
}

}  // namespace

std::vector<int64_t> summandsOf(const RunReport& report) {
    const int64_t weights = bytesAtPeak(report, Category::Weights);
    const int64_t full = bytesAtPeak(report, Category::Gradients);
    const int64_t shard = bytesAtPeak(report, Category::GradientShards);
    const int64_t optimizer = bytesAtPeak(report, Category::MasterWeights) +
                              bytesAtPeak(report, Category::OptimizerState);
    const int64_t rest = report.memory.peak.bytes - weights - full - shard - optimizer;
    return {weights, full, shard, optimizer, std::max<int64_t>(rest, 0)};
}

std::string timesText(double value) {
    return fmt::format("{:.{}f}", value, value < 99.995 ? 2 : value < 999.95 ? 1 : 0);
}

std::string callsText(const RunReport& report) {
    const std::vector<Calls> all = callsOf(report.traffic);
    if (all.empty()) return "none";
    std::string wide, narrow;
    int64_t sum = 0;
    for (const Calls& calls : all) {
        wide += fmt::format("{}{:>2} {}", wide.empty() ? "" : ", ", calls.count, calls.name);
        narrow += fmt::format("{}{}{}", narrow.empty() ? "" : ",", calls.count, calls.name);
        sum += calls.count;
    }
    for (const std::string& text : {wide, narrow, sameCallsText(all)}) {
        if (text.size() <= kCallColumns) return text;
    }
    return fmt::format("{} in all", sum);
}

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

Phrase whyNoNumbers(const RunReport& report) {
    if (report.status == "oom") return outOfMemoryRow(report);
    if (report.growing) return Sentences::phrase("no whole step is recorded yet");
    if (report.status == "interrupted") {
        return Sentences::phrase("INTERRUPTED before a whole step was recorded");
    }
    if (report.status == "failed") return Sentences::phrase("FAILED: %1").with({errorText(report)});
    return Sentences::phrase("no whole step was recorded");
}

}  // namespace shardscope::table
