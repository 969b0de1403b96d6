#include "gui/layout/viewport.h"

#include <algorithm>
#include <cmath>

namespace shardscope::gui {
namespace {

constexpr int64_t kShortestNs = 100;

int rankOf(const LoadedRecording& recording, const Viewport& viewport) {
    const auto ranks = static_cast<int>(recording.timeline->ranks.size());
    const int worst = recording.report ? recording.report->memory.peakPlace : 0;
    return std::clamp(viewport.rank.value_or(worst), 0, std::max(0, ranks - 1));
}

const StepWindow* stepOf(const Timeline& timeline, int rank, const Viewport& viewport) {
    if (static_cast<size_t>(rank) >= timeline.ranks.size()) return nullptr;
    if (viewport.alignStep) {
        const auto* window = timeline.ranks[static_cast<size_t>(rank)].window(*viewport.alignStep);
        if (window) return window;
    }
    return timeline.representative(rank);
}

}  // namespace

TimeRange zoomed(const TimeRange& range, int64_t anchorNs, double factor) {
    const auto length = static_cast<double>(range.lengthNs());
    const double share = static_cast<double>(anchorNs - range.beginNs) / length;
    const double wanted = std::clamp(length * factor, static_cast<double>(kShortestNs), 4e18);
    const auto begin = anchorNs - static_cast<int64_t>(std::llround(share * wanted));
    return {begin, begin + static_cast<int64_t>(std::llround(wanted))};
}

TimeRange moved(const TimeRange& range, int64_t byNs) {
    return {range.beginNs + byNs, range.endNs + byNs};
}

TimeRange clampedTo(const TimeRange& range, const TimeRange& whole) {
    const int64_t length = std::min(range.lengthNs(), whole.lengthNs());
    const int64_t begin = std::clamp(range.beginNs, whole.beginNs, whole.endNs - length);
    return {begin, begin + length};
}

const RankTimeline* Frame::rows() const {
    const auto& ranks = recording->timeline->ranks;
    return static_cast<size_t>(rank) < ranks.size() ? &ranks[static_cast<size_t>(rank)] : nullptr;
}

std::vector<Frame> framesOf(const std::vector<LoadedPtr>& recordings, const Viewport& viewport) {
    std::vector<Frame> frames;
    for (const LoadedPtr& recording : recordings) {
        const Timeline& timeline = *recording->timeline;
        const int rank = rankOf(*recording, viewport);
        const StepWindow* step = stepOf(timeline, rank, viewport);
        frames.push_back({.recording = recording.get(),
                          .rank = rank,
                          .originNs = step ? step->beginNs : timeline.beginNs,
                          .step = step});
    }
    return frames;
}

TimeRange stepRange(const std::vector<Frame>& frames) {
    int64_t longest = 0;
    for (const Frame& frame : frames) {
        const Timeline& timeline = *frame.recording->timeline;
        longest = std::max(longest,
                           frame.step ? frame.step->lengthNs() : timeline.endNs - timeline.beginNs);
    }
    longest = std::max<int64_t>(longest, kShortestNs);
    return {-longest / 50, longest + longest / 14};
}

TimeRange wholeRange(const std::vector<Frame>& frames) {
    if (frames.empty()) return {0, kShortestNs};
    TimeRange whole{INT64_MAX, INT64_MIN};
    for (const Frame& frame : frames) {
        const Timeline& timeline = *frame.recording->timeline;
        whole.beginNs = std::min(whole.beginNs, timeline.beginNs - frame.originNs);
        whole.endNs = std::max(whole.endNs, timeline.endNs - frame.originNs);
    }
    const TimeRange step = stepRange(frames);
    whole.beginNs = std::min(whole.beginNs, step.beginNs);
    whole.endNs = std::max({whole.endNs, step.endNs, whole.beginNs + kShortestNs});
    return whole;
}

}  // namespace shardscope::gui
