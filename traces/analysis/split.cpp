// One step of one rank taken apart so that its parts add up.

#include <algorithm>

#include "traces/analysis/intervals.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

using Intervals = std::vector<Interval>;

/// What of a step's rows lies within its window.
struct Within {
    const StepRow& window;

    Intervals of(Intervals intervals) const {
        return clipped(unionOf(std::move(intervals)), window.beginNs, window.endNs);
    }
    template <class Row, class Make>
    Intervals of(const std::vector<Row>& rows, Make make) const {
        Intervals intervals;
        for (const Row& row : rows) {
            if (row.step == window.step) intervals.push_back(make(row));
        }
        return of(std::move(intervals));
    }
};

Interval whole(const SpanRow& row) { return {row.beginNs, row.endNs}; }

Intervals both(Intervals a, const Intervals& b) {
    a.insert(a.end(), b.begin(), b.end());
    return unionOf(std::move(a));
}

/// By cause, each instant once: computing goes before standing still.
void addStalls(const RankRows& rows, const Within& within, Intervals covered, StepSplit& split) {
    std::map<std::string, Intervals> byCause;
    for (const SpanRow& row : rows.stalls) {
        if (row.step == split.step) byCause[std::string(row.what)].push_back(whole(row));
    }
    for (auto& [cause, intervals] : byCause) {
        const Intervals still = within.of(std::move(intervals));
        const int64_t ns = lengthOutside(still, covered);
        split.stallByCauseNs[cause] = ns;
        split.stallNs += ns;
        covered = both(std::move(covered), still);
    }
}

}  // namespace

const StepRow& medianStep(const RankRows& rows, const std::vector<int64_t>& measured) {
    std::vector<const StepRow*> windows;
    for (const int64_t step : measured) windows.push_back(rows.window(step));
    std::ranges::stable_sort(windows, {},
                             [](const StepRow* row) { return row->endNs - row->beginNs; });
    return *windows[(windows.size() - 1) / 2];
}

StepSplit splitOf(const RankRows& rows, int rank, const std::vector<int64_t>& measured) {
    const Within within{medianStep(rows, measured)};
    StepSplit split{.rank = rank,
                    .step = within.window.step,
                    .stepNs = within.window.endNs - within.window.beginNs};
    const Intervals compute = within.of(rows.operations, whole);
    const Intervals transfers = within.of(rows.collectives, [](const CollectiveRow& row) {
        return Interval{row.startNs, row.endNs};
    });
    const Intervals waits = within.of(rows.collectives, [](const CollectiveRow& row) {
        return Interval{row.arrivedNs, row.startNs};
    });
    split.computeNs = lengthOf(compute);
    addStalls(rows, within, compute, split);
    split.otherNs = split.stepNs - split.computeNs - split.stallNs;
    split.communicationNs = lengthOf(transfers);
    split.exposedNs = lengthOutside(transfers, compute);
    split.waitingNs = lengthOutside(waits, transfers);
    return split;
}

}  // namespace shardscope::traces
