#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "profiler/cli/output/report_text_parts.h"
#include "profiler/cli/table/table.h"
#include "traces/analysis/json_access.h"
#include "traces/table/text.h"
#include "traces/table/units.h"

namespace shardscope::cli {

namespace {

using traces::CollectiveTraffic;
using traces::RunReport;

/// A collective with its wire factor. Source: nccl-tests, doc/PERFORMANCE.md: bus bandwidth factors
/// are 2(n-1)/n for all-reduce, (n-1)/n for reduce-scatter and all-gather, 1 for reduce and broadcast.
struct Kind {
    const char* name;
    const CollectiveTraffic* traffic;
    double factor;
};

std::vector<Kind> kindsOf(const RunReport& report) {
    const double others = static_cast<double>(report.ranks - 1) / report.ranks;
    const traces::TrafficReport& traffic = report.traffic;
    return {{"reduce-scatter", &traffic.reduceScatter, others},
            {"all-gather", &traffic.allGather, others},
            {"all-reduce", &traffic.allReduce, 2.0 * others},
            {"reduce", &traffic.reduce, 1.0},
            {"broadcast", &traffic.broadcast, 1.0}};
}

std::string againstTheory(const Kind& kind) {
    const double expected = static_cast<double>(kind.traffic->payloadBytes) * kind.factor;
    const double difference = static_cast<double>(kind.traffic->wireBytes) - expected;
    if (std::abs(difference) <= static_cast<double>(kind.traffic->calls)) {
        return fmt::format("= payload x {:.3g}", kind.factor);
    }
    return fmt::format("payload x {:.3g} would be {}", kind.factor,
                       table::withUnit(std::llround(expected)));
}

std::string kindLine(const char* name, const CollectiveTraffic& traffic,
                     const std::string& remark) {
    return fmt::format("  {:<15}{:>6}{:>16}{:>12}{:>12}  {}\n", name, traffic.calls,
                       core::withCommas(traffic.elements), table::withUnit(traffic.payloadBytes),
                       table::withUnit(traffic.wireBytes), remark);
}

struct Part {
    std::string name;
    int64_t ns;
};

std::string partLine(const Part& part, int64_t stepNs) {
    const double share =
        stepNs > 0 ? 100.0 * static_cast<double>(part.ns) / static_cast<double>(stepNs) : 0.0;
    return fmt::format("  {:<38}{:>10}{:>6.0f} %\n", part.name, table::withTimeUnit(part.ns),
                       share);
}

/// Two lists of parts, each adding up: the compute stream's to the step, and what collectives do beside it.
std::string splitText(const traces::StepSplit& split, int ranks) {
    const std::string whose =
        ranks > 1 ? fmt::format("rank {}, the slowest, in its ", split.rank) : "";
    std::string text =
        fmt::format("  {}step {}, the one of median length:\n", whose, split.step + 1);
    std::vector<Part> parts{{"computing", split.computeNs},
                            {"compute stream standing still", split.stallNs}};
    for (const auto& [cause, ns] : split.stallByCauseNs) parts.push_back({"  for " + cause, ns});
    parts.push_back({"neither", split.otherNs});
    parts.push_back({"= the step", split.stepNs});
    parts.push_back({"beside it: communicating", split.communicationNs});
    parts.push_back({"  of it hidden behind compute", split.hiddenNs()});
    parts.push_back({"  of it exposed", split.exposedNs});
    parts.push_back({"beside it: waiting for peers", split.waitingNs});
    for (const Part& part : parts) text += partLine(part, split.stepNs);
    return text;
}

}  // namespace

std::string trafficText(const RunReport& report) {
    const traces::TrafficReport& traffic = report.traffic;
    std::string text = "\nTRAFFIC, a rank and step\n";
    text += fmt::format("  {:<15}{:>6}{:>16}{:>12}{:>12}\n", "", "calls", "elements", "payload",
                        "on the wire");
    for (const Kind& kind : kindsOf(report)) {
        if (kind.traffic->calls > 0)
            text += kindLine(kind.name, *kind.traffic, againstTheory(kind));
    }
    if (traffic.small.calls > 0) text += kindLine("small", traffic.small, "norm, overflow");
    return text + fmt::format(
                      "  elements sent / P = {:.4g}; the paper's count for this strategy is "
                      "{:.4g}\n",
                      traffic.elementsPerParameter, traffic.paperElementsPerParameter);
}

namespace {

std::string hostBoundText(const traces::TimeReport& time) {
    if (!time.hostBoundNs || time.stepNs.median <= 0) return {};
    return table::wrapped(
        fmt::format("  host-bound at least {} ({:.1f} % of the step): the compute stream had "
                    "nothing queued, because its host had not issued it yet",
                    table::withTimeUnit(*time.hostBoundNs),
                    100.0 * static_cast<double>(*time.hostBoundNs) /
                        static_cast<double>(time.stepNs.median)),
        kTableColumns, 4);
}

std::string recorderCostText(const RunReport& report) {
    if (!report.recorderShare) return {};
    return table::wrapped(
        fmt::format("  recording took about {:.2f} % of the step: a rank's records at {} ns each, "
                    "as measured beside the run",
                    *report.recorderShare * 100.0,
                    traces::memberOf(report.recorder, "recordNs").dump()),
        kTableColumns, 4);
}

}  // namespace

std::string timeSplitText(const RunReport& report) {
    const traces::TimeReport& time = report.time;
    const int64_t stepNs = time.stepNs.median;
    std::string text =
        "\n" +
        table::wrapped(
            fmt::format("TIME, a step: median {} (95 % interval {} to {}, p5 {}, p95 {}, n = {}), "
                        "{:.0f} tokens/s",
                        table::withTimeUnit(stepNs), table::withTimeUnit(time.stepNs.low),
                        table::withTimeUnit(time.stepNs.high), table::withTimeUnit(time.stepNs.p5),
                        table::withTimeUnit(time.stepNs.p95), time.stepNs.n, time.tokensPerSecond),
            kTableColumns);
    return text + splitText(time.slowest, report.ranks) + hostBoundText(time) +
           recorderCostText(report);
}

}  // namespace shardscope::cli
