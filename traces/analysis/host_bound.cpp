// How long the compute stream had nothing queued because its host had not issued it yet. A pool call says
// when its host was there; what the plan has after it was issued later. So a stream that was idle before
// an operation waited for its host at least until the last pool call before that operation. A lower
// bound: what the host did between that call and the launch is not known.

#include <algorithm>

#include "traces/analysis/intervals.h"
#include "traces/analysis/json_access.h"
#include "traces/analysis/parts.h"
#include "traces/analysis/statistics.h"

namespace shardscope::traces {

namespace {

/// Elsewhere ranks are threads that share cores with their streams: idle says nothing of launching.
bool hostRunsAhead(const Json& run) {
    return textOf(run, "source") == "simulated" || textOf(run, "device") == "cuda";
}

/// Operations and stalls of the compute stream, in order of time, which is that of the plan.
std::vector<SpanRow> streamOf(const RankRows& rows) {
    std::vector<SpanRow> stream = rows.operations;
    stream.insert(stream.end(), rows.stalls.begin(), rows.stalls.end());
    std::ranges::stable_sort(stream, {}, &SpanRow::beginNs);
    return stream;
}

/// Instants of the stream that waited for the host, without those in which the host waited itself.
std::vector<Interval> hostBoundIn(const RankRows& rows) {
    std::vector<Interval> idle;
    int64_t doneNs = INT64_MIN, issuingNs = INT64_MIN;
    auto call = rows.pool.begin();
    for (const SpanRow& span : streamOf(rows)) {
        for (; call != rows.pool.end() && call->place < span.place; ++call)
            issuingNs = std::max(issuingNs, call->timeNs);
        const int64_t endNs = std::min(issuingNs, span.beginNs);
        if (doneNs != INT64_MIN && endNs > doneNs) idle.push_back({doneNs, endNs});
        doneNs = std::max(doneNs, span.endNs);
    }
    return idle;
}

std::vector<Interval> hostWaitsOf(const RankRows& rows) {
    std::vector<Interval> waits;
    for (const SpanRow& wait : rows.hostWaits) waits.push_back({wait.beginNs, wait.endNs});
    return unionOf(std::move(waits));
}

}  // namespace

std::optional<int64_t> hostBoundOf(const Recording& recording) {
    if (!hostRunsAhead(recording.trace->run) || recording.measured.empty()) return std::nullopt;
    int64_t most = 0;
    for (const RankRows& rows : recording.ranks) {
        const std::vector<Interval> idle = hostBoundIn(rows);
        const std::vector<Interval> waits = hostWaitsOf(rows);
        std::vector<int64_t> steps;
        for (const int64_t step : recording.measured) {
            const StepRow& window = *rows.window(step);
            const auto within = clipped(idle, window.beginNs, window.endNs);
            steps.push_back(lengthOutside(within, waits));
        }
        most = std::max(most, medianOf(steps));
    }
    return most;
}

}  // namespace shardscope::traces
