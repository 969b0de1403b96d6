#include "profiler/replay/host_pace.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/calibrate/typical.h"

namespace shardscope::profiler {

namespace {

/// Launches and events that were issued in between.
using Issued = std::pair<int, int>;

std::map<Issued, std::vector<double>> stretchesOf(std::vector<RankSpans>& ranks) {
    std::map<Issued, std::vector<double>> stretches;
    for (RankSpans& rank : ranks) {
        for (size_t i = 1; i < rank.host.size(); ++i) {
            const HostSpot &from = rank.host[i - 1], &to = rank.host[i];
            const bool together = from.step == to.step && from.microBatch == to.microBatch;
            if (!together || from.action < 0 || to.action <= from.action) continue;
            const ActionCounts& counts = rank.plans.counts(from.microBatch);
            const auto a = static_cast<size_t>(from.action), b = static_cast<size_t>(to.action);
            if (b >= counts.launches.size()) continue;
            const Issued issued{counts.launches[b] - counts.launches[a],
                                counts.events[b] - counts.events[a]};
            if (issued != Issued{0, 0}) {
                stretches[issued].push_back(static_cast<double>(to.timeNs - from.timeNs));
            }
        }
    }
    return stretches;
}

struct Normal {  ///< sums of the normal equations
    double ll = 0, le = 0, ee = 0, lt = 0, et = 0;
};

HostPace solve(const Normal& n) {
    const double determinant = n.ll * n.ee - n.le * n.le;
    HostPace pace;
    if (determinant > 1e-9 * n.ll * n.ee) {
        pace = {.launchNs = (n.lt * n.ee - n.et * n.le) / determinant,
                .eventNs = (n.et * n.ll - n.lt * n.le) / determinant};
    }
    if (pace.launchNs > 0 && pace.eventNs >= 0) return pace;
    const double all = n.ll + 2 * n.le + n.ee;  // both kinds take as long
    const double each = all > 0 ? std::max(0.0, (n.lt + n.et) / all) : 0.0;
    return {.launchNs = each, .eventNs = each};
}

/// Of one step: what lay between operations of the compute stream that waited for nothing.
struct Gaps {
    double sum = 0;
    int count = 0;
};

/// Whether the compute stream ran @p b right after @p a, as far as the plan knows.
bool follows(const ActionSpan& a, const ActionSpan& b, RankSpans& rank) {
    if (a.step != b.step || a.microBatch != b.microBatch) return false;
    const std::vector<int>& waits = rank.plans.counts(b.microBatch).computeWaits;
    const auto from = static_cast<size_t>(a.action->index);
    const auto to = static_cast<size_t>(b.action->index);
    return to > from && waits[from] == waits[to];
}

std::map<int64_t, Gaps> gapsOf(RankSpans& rank) {
    std::map<int64_t, Gaps> steps;
    const ActionSpan* previous = nullptr;
    for (const ActionSpan& span : rank.work) {
        const auto* launch = std::get_if<core::Launch>(&span.action->what);
        if (!launch || launch->stream != core::kCompute || span.step < 0) continue;
        if (previous && follows(*previous, span, rank)) {
            Gaps& gaps = steps[span.step];
            gaps.sum += static_cast<double>(std::max<int64_t>(0, span.beginNs - previous->endNs));
            ++gaps.count;
        }
        previous = &span;
    }
    return steps;
}

}  // namespace

HostPace hostPaceOf(std::vector<RankSpans>& ranks) {
    Normal sums;
    for (const auto& [issued, times] : stretchesOf(ranks)) {
        const double l = issued.first, e = issued.second, t = medianOf(times);
        const auto weight = static_cast<double>(times.size());
        sums.ll += weight * l * l;
        sums.le += weight * l * e;
        sums.ee += weight * e * e;
        sums.lt += weight * l * t;
        sums.et += weight * e * t;
    }
    return solve(sums);
}

double handOverNsOf(std::vector<RankSpans>& ranks) {
    std::vector<double> means;
    for (RankSpans& rank : ranks) {
        for (const auto& [step, gaps] : gapsOf(rank)) means.push_back(gaps.sum / gaps.count);
    }
    return medianOf(means);
}

}  // namespace shardscope::profiler
