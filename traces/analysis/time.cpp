// Where a step's time goes: medians over measured steps, then the maximum over ranks.

#include <algorithm>

#include "traces/analysis/intervals.h"
#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"
#include "traces/analysis/statistics.h"

namespace shardscope::traces {

namespace {

struct StepTime {
    std::vector<Interval> compute, transfers, waits;
    int64_t stallNs = 0;
    std::map<std::string, int64_t> stallByCauseNs;
};

/// Sorted by step in one pass over the rank's rows.
std::map<int64_t, StepTime> stepTimes(const RankRows& rows) {
    std::map<int64_t, StepTime> steps;
    for (const SpanRow& row : rows.operations) {
        steps[row.step].compute.push_back({row.beginNs, row.endNs});
    }
    for (const CollectiveRow& row : rows.collectives) {
        steps[row.step].waits.push_back({row.arrivedNs, row.startNs});
        steps[row.step].transfers.push_back({row.startNs, row.endNs});
    }
    for (const SpanRow& row : rows.stalls) {
        steps[row.step].stallNs += row.endNs - row.beginNs;
        steps[row.step].stallByCauseNs[std::string(row.what)] += row.endNs - row.beginNs;
    }
    return steps;
}

/// One value a step, for each quantity.
struct Samples {
    std::vector<int64_t> stepNs, computeNs, communicationNs, exposedNs, waitingNs, stallNs;
    std::map<std::string, std::vector<int64_t>> stallByCauseNs;

    void take(const StepRow& window, StepTime& step) {
        const std::vector<Interval> compute = unionOf(std::move(step.compute));
        const std::vector<Interval> transfers = unionOf(std::move(step.transfers));
        stepNs.push_back(window.endNs - window.beginNs);
        computeNs.push_back(lengthOf(compute));
        communicationNs.push_back(lengthOf(transfers));
        exposedNs.push_back(lengthOutside(transfers, compute));
        waitingNs.push_back(lengthOf(unionOf(std::move(step.waits))));
        stallNs.push_back(step.stallNs);
        for (const auto& [cause, ns] : step.stallByCauseNs) stallByCauseNs[cause].push_back(ns);
    }
};

Samples samplesOf(const Recording& recording, const RankRows& rows) {
    std::map<int64_t, StepTime> steps = stepTimes(rows);
    Samples samples;
    for (const int64_t step : recording.measured) samples.take(*rows.window(step), steps[step]);
    for (auto& [cause, values] : samples.stallByCauseNs) {
        values.resize(recording.measured.size());  // a step without this stall stood still for 0 ns
    }
    return samples;
}

void keepLarger(int64_t& kept, const std::vector<int64_t>& values) {
    kept = std::max(kept, medianOf(values));
}

/// @return whether its median step is the longest so far.
bool takeRank(TimeReport& report, const Samples& samples) {
    const Distribution step = distributionOf(samples.stepNs);
    const bool longest = report.stepNs.n == 0 || step.median > report.stepNs.median;
    if (longest) report.stepNs = step;
    keepLarger(report.computeNs, samples.computeNs);
    keepLarger(report.communicationNs, samples.communicationNs);
    keepLarger(report.exposedCommunicationNs, samples.exposedNs);
    keepLarger(report.waitingNs, samples.waitingNs);
    keepLarger(report.stallNs, samples.stallNs);
    for (const auto& [cause, values] : samples.stallByCauseNs) {
        keepLarger(report.stallByCauseNs[cause], values);
    }
    return longest;
}

/// Model FLOPs a second of one rank over its peak; none where the run does not know the peak.
std::optional<double> mfuOf(const Recording& recording, double tokensPerSecond) {
    const Json& run = recording.trace->run;
    const Json &peak = memberOf(run, "peakFlops"), &perToken = memberOf(run, "flopsPerToken");
    if (!peak.is_number() || !perToken.is_number() || peak.get<double>() <= 0.0) return {};
    return tokensPerSecond / recording.worldSize * perToken.get<double>() / peak.get<double>();
}

}  // namespace

TimeReport timeOf(const Recording& recording) {
    TimeReport report;
    if (recording.measured.empty()) return report;
    size_t slowest = 0;
    for (size_t rank = 0; rank < recording.ranks.size(); ++rank) {
        if (takeRank(report, samplesOf(recording, recording.ranks[rank]))) slowest = rank;
    }
    report.slowest =
        splitOf(recording.ranks[slowest], static_cast<int>(slowest), recording.measured);
    const Json& workload = memberOf(recording.trace->run, "workload");
    const auto tokens =
        static_cast<double>(integerOf(workload, "globalBatch") * integerOf(workload, "sequence"));
    if (report.stepNs.median > 0) {
        report.tokensPerSecond = tokens * 1e9 / static_cast<double>(report.stepNs.median);
    }
    report.hostBoundNs = hostBoundOf(recording);
    report.mfu = mfuOf(recording, report.tokensPerSecond);
    return report;
}

}  // namespace shardscope::traces
