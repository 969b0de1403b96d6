// What one rank sends in one step, as counted where the collectives were called.

#include <algorithm>

#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

/// Which of the report's rows a collective belongs to; nullptr for names that are not ours.
CollectiveTraffic* rowFor(TrafficReport& report, const CollectiveRow& row) {
    if (row.purpose == "small") return &report.small;
    if (row.name == "reduce_scatter") return &report.reduceScatter;
    if (row.name == "allgather") return &report.allGather;
    if (row.name == "allreduce") return &report.allReduce;
    if (row.name == "reduce") return &report.reduce;
    if (row.name == "broadcast") return &report.broadcast;
    return nullptr;
}

TrafficReport stepTraffic(const RankRows& rows, int64_t step) {
    TrafficReport report;
    for (const CollectiveRow& row : rows.collectives) {
        if (row.step != step) continue;
        if (CollectiveTraffic* traffic = rowFor(report, row)) {
            traffic->calls += 1;
            traffic->elements += row.elements;
            traffic->payloadBytes += row.payloadBytes;
            traffic->wireBytes += row.wireBytes;
        }
    }
    return report;
}

/// The middle one by calls, then elements: a skipped fp16 step without all-gathers does not decide.
CollectiveTraffic middleOf(std::vector<TrafficReport> steps,
                           CollectiveTraffic TrafficReport::*member) {
    std::vector<CollectiveTraffic> sorted;
    for (const TrafficReport& step : steps) sorted.push_back(step.*member);
    std::ranges::sort(sorted, {}, [](const CollectiveTraffic& traffic) {
        return std::pair(traffic.calls, traffic.elements);
    });
    return sorted[sorted.size() / 2];
}

double weightedElements(const TrafficReport& report) {
    const int64_t once = report.reduceScatter.elements + report.allGather.elements +
                         report.reduce.elements + report.broadcast.elements;
    return static_cast<double>(once + 2 * report.allReduce.elements);
}

/// The paper's count for these axes: 1 for each reduction or gather of all of Ψ, all-reduce 2.
double paperElements(const Recording& recording) {
    if (recording.worldSize == 1) return 0.0;
    const Json& strategy = memberOf(recording.trace->run, "strategy");
    const auto microBatches = static_cast<double>(recording.gradAccum);
    const double reductions =
        textOf(strategy, "cadence") == "every-micro-batch" ? microBatches : 1.0;
    double elements = reductions * (textOf(strategy, "collective") == "all-reduce" ? 2.0 : 1.0);
    const std::string parameters = textOf(strategy, "parameters");
    if (parameters == "gathered-per-use") elements += 2.0 * microBatches;
    if (parameters == "gathered-per-forward") elements += microBatches;
    if (textOf(strategy, "weightReturn", "none") != "none") elements += 1.0;
    return elements;
}

}  // namespace

TrafficReport trafficOf(const Recording& recording) {
    TrafficReport report;
    report.paperElementsPerParameter = paperElements(recording);
    if (recording.measured.empty()) return report;
    std::vector<TrafficReport> steps;
    for (const int64_t step : recording.skippedAll() ? recording.measured : recording.committed) {
        steps.push_back(stepTraffic(recording.ranks.front(), step));
    }
    for (const auto member :
         {&TrafficReport::reduceScatter, &TrafficReport::allGather, &TrafficReport::allReduce,
          &TrafficReport::reduce, &TrafficReport::broadcast, &TrafficReport::small}) {
        report.*member = middleOf(steps, member);
    }
    if (recording.parameters > 0) {
        report.elementsPerParameter =
            weightedElements(report) / static_cast<double>(recording.parameters);
    }
    return report;
}

}  // namespace shardscope::traces
