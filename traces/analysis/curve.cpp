// Full-size gradient bytes over the worst rank's step of median length, on the device's clock.

#include <algorithm>

#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

/// Changes of live bytes by time, from the step's begin; what is alive before counts from 0 on.
std::map<int64_t, int64_t> changesIn(const RankRows& rows, const StepRow& window) {
    std::map<int64_t, int64_t> changes{{0, 0}};
    for (const GradientRow& row : rows.gradients) {
        if (row.kind != "full" || row.endNs <= window.beginNs || row.beginNs >= window.endNs)
            continue;
        changes[std::max(row.beginNs, window.beginNs) - window.beginNs] += row.bytes;
        if (row.endNs < window.endNs) changes[row.endNs - window.beginNs] -= row.bytes;
    }
    return changes;
}

int64_t phaseBegin(const RankRows& rows, const StepRow& window, std::string_view phase) {
    int64_t first = window.endNs;
    for (const PhaseRow& row : rows.phases) {
        if (row.step == window.step && row.phase == phase) first = std::min(first, row.beginNs);
    }
    return std::clamp(first, window.beginNs, window.endNs) - window.beginNs;
}

}  // namespace

GradientCurve curveOf(const Recording& recording, int worstRank) {
    GradientCurve curve;
    const auto worst = static_cast<size_t>(worstRank);
    if (recording.measured.empty() || worst >= recording.ranks.size()) return curve;
    const RankRows& rows = recording.ranks[worst];
    const StepRow& window = medianStep(rows, recording.measured);
    int64_t live = 0;
    for (const auto& [timeNs, change] : changesIn(rows, window)) {
        live += change;
        curve.timeNs.push_back(timeNs);
        curve.bytes.push_back(live);
    }
    curve.backwardBeginNs = phaseBegin(rows, window, "backward");
    curve.optimizerBeginNs = phaseBegin(rows, window, "optimizer");
    curve.endNs = window.endNs - window.beginNs;
    return curve;
}

}  // namespace shardscope::traces
