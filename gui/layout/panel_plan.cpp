#include "gui/layout/panel_plan.h"

#include <algorithm>
#include <cmath>

namespace shardscope::gui {
namespace {

constexpr double kLeastGradientRow = 6.0;
constexpr double kMostGradientArea = 126.0;  ///< of folded rows, before anything is stretched
constexpr double kSectionGap = 5.0;

/// What a panel has to show.
struct Contents {
    bool memory = false, gradients = false, parameters = false;
    int rows = 0, bucketsPerRow = 1;
    std::vector<size_t> lanes;
};

bool anyGradient(const RankTimeline& rows) {
    return std::ranges::any_of(rows.buckets, [](const auto& b) { return !b.full.empty(); });
}

bool anyParameter(const RankTimeline& rows) {
    return std::ranges::any_of(rows.buckets, [](const auto& b) {
        return !b.ready.empty() || !b.stale.empty() || !b.gathering.empty();
    });
}

void foldBuckets(Contents& contents, int buckets, const Viewport& viewport) {
    contents.rows = buckets;
    while (!viewport.everyBucket && contents.rows * kLeastGradientRow > kMostGradientArea) {
        ++contents.bucketsPerRow;
        contents.rows = (buckets + contents.bucketsPerRow - 1) / contents.bucketsPerRow;
    }
}

/// Pinned lanes come first.
std::vector<size_t> lanesOf(const RankTimeline& rows, const Viewport& viewport) {
    std::vector<size_t> lanes;
    for (size_t i = 0; i < rows.lanes.size(); ++i) {
        if (rows.lanes[i].kind == LaneKind::Other && rows.lanes[i].spans.empty()) continue;
        lanes.push_back(i);
    }
    std::ranges::stable_sort(
        lanes, {}, [&](size_t i) { return viewport.pinned.contains(rows.lanes[i].title) ? 0 : 1; });
    return lanes;
}

Contents contentsOf(const Frame& frame, const Viewport& viewport) {
    Contents contents;
    const RankTimeline* rows = frame.rows();
    if (!rows) return contents;
    contents.memory = !rows->memory.empty();
    contents.gradients = anyGradient(*rows);
    contents.parameters = anyParameter(*rows);
    foldBuckets(contents, static_cast<int>(rows->buckets.size()), viewport);
    contents.lanes = lanesOf(*rows, viewport);
    return contents;
}

/// Heights at @p ease: 0 = as tight as can be read, 1 = comfortable.
struct Heights {
    double title, phases, memory, gradientRow, parameterRow, lane;
};

Heights heightsAt(double ease, bool everyBucket) {
    const double rows = everyBucket ? std::min(ease, 0.8) : ease;
    return {.title = 20.0 + 4.0 * std::min(ease, 1.0),
            .phases = 12.0 + 3.0 * std::min(ease, 1.0),
            .memory = 50.0 + 66.0 * ease,
            .gradientRow = std::min(kLeastGradientRow + 8.5 * rows, 22.0),
            .parameterRow = std::min(3.0 + 2.0 * rows, 7.0),
            .lane = std::min(12.0 + 5.0 * ease, 19.0)};
}

double heightOf(const Contents& contents, const Heights& heights) {
    double height = heights.title + heights.phases + 2.0 * kSectionGap;
    if (contents.memory) height += heights.memory + kSectionGap;
    if (contents.gradients) height += heights.gradientRow * contents.rows + kSectionGap;
    if (contents.parameters) height += heights.parameterRow * contents.rows + kSectionGap;
    return height + heights.lane * static_cast<double>(contents.lanes.size());
}

double totalAt(const std::vector<Contents>& all, double ease, bool everyBucket) {
    double total = 0.0;
    for (const Contents& contents : all) {
        total += heightOf(contents, heightsAt(ease, everyBucket)) + kPanelGap;
    }
    return total;
}

/// The most ease that fits, from 0 to 2; heights grow with it.
double easeFor(const std::vector<Contents>& all, double available, bool everyBucket) {
    double low = 0.0, high = 2.0;
    for (int i = 0; i < 24; ++i) {
        const double middle = (low + high) / 2.0;
        (totalAt(all, middle, everyBucket) <= available ? low : high) = middle;
    }
    return low;
}

PanelPlan planOf(const Contents& contents, const Heights& heights) {
    PanelPlan plan{.titleHeight = std::round(heights.title),
                   .rows = contents.rows,
                   .bucketsPerRow = contents.bucketsPerRow,
                   .hasGradients = contents.gradients,
                   .hasParameters = contents.parameters,
                   .laneHeight = std::floor(heights.lane)};
    double y = plan.titleHeight;
    const auto place = [&](double& at, double height) {
        at = y;
        y = std::round(y + height);
    };
    plan.phaseHeight = std::floor(heights.phases);
    place(plan.phases, plan.phaseHeight + 2.0);
    if (contents.memory) {
        plan.memoryHeight = std::floor(heights.memory);
        place(plan.memory, plan.memoryHeight + kSectionGap);
    }
    plan.gradientRow = heights.gradientRow;
    plan.parameterRow = heights.parameterRow;
    if (contents.gradients) place(plan.gradients, plan.gradientsHeight() + kSectionGap);
    if (contents.parameters) place(plan.parameters, plan.parametersHeight() + kSectionGap);
    for (const size_t lane : contents.lanes) {
        plan.lanes.push_back({lane, y});
        y += plan.laneHeight;
    }
    plan.height = y + kSectionGap;
    return plan;
}

}  // namespace

std::vector<PanelPlan> planPanels(const std::vector<Frame>& frames, const Viewport& viewport,
                                  double available) {
    std::vector<Contents> all;
    for (const Frame& frame : frames) all.push_back(contentsOf(frame, viewport));
    const double ease = easeFor(all, available, viewport.everyBucket);
    std::vector<PanelPlan> plans;
    for (const Contents& contents : all) {
        plans.push_back(planOf(contents, heightsAt(ease, viewport.everyBucket)));
    }
    return plans;
}

}  // namespace shardscope::gui
