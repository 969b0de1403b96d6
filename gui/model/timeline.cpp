#include "gui/model/timeline.h"

#include <algorithm>

namespace shardscope::gui {
namespace {

template <class Row>
size_t bytesOf(const std::vector<Row>& rows) {
    return rows.capacity() * sizeof(Row);
}

size_t bytesOf(const BucketTrack& bucket) {
    size_t bytes = bytesOf(bucket.marks);
    for (const auto* lives : {&bucket.full, &bucket.dead, &bucket.shard, &bucket.incoming,
                              &bucket.stale, &bucket.gathering, &bucket.ready}) {
        bytes += bytesOf(*lives);
    }
    return bytes;
}

size_t bytesOf(const RankTimeline& rank) {
    size_t bytes = rank.memory.sizeBytes() + bytesOf(rank.phases) + bytesOf(rank.steps) +
                   bytesOf(rank.computing) + bytesOf(rank.exposed) + bytesOf(rank.buckets);
    for (const Lane& lane : rank.lanes) bytes += bytesOf(lane.spans);
    for (const BucketTrack& bucket : rank.buckets) bytes += bytesOf(bucket);
    return bytes;
}

}  // namespace

const StepWindow* RankTimeline::window(int64_t step) const {
    const auto place = std::ranges::lower_bound(steps, step, {}, &StepWindow::step);
    return place != steps.end() && place->step == step ? &*place : nullptr;
}

void Timeline::chooseMedians() {
    median.clear();
    for (const RankTimeline& rank : ranks) {
        std::vector<const StepWindow*> windows;
        for (const int64_t step : measured) {
            if (const StepWindow* window = rank.window(step)) windows.push_back(window);
        }
        std::ranges::stable_sort(windows, {},
                                 [](const StepWindow* window) { return window->lengthNs(); });
        median.push_back(windows.empty() ? -1 : windows[(windows.size() - 1) / 2]->step);
    }
}

const StepWindow* Timeline::representative(int rank) const {
    if (rank < 0 || static_cast<size_t>(rank) >= ranks.size()) return nullptr;
    const auto index = static_cast<size_t>(rank);
    if (index < median.size() && median[index] >= 0) return ranks[index].window(median[index]);
    return ranks[index].steps.empty() ? nullptr : &ranks[index].steps.front();
}

size_t Timeline::sizeBytes() const {
    size_t bytes = 0;
    for (const RankTimeline& rank : ranks) bytes += bytesOf(rank);
    for (const std::string& name : names) bytes += sizeof(std::string) + name.capacity();
    return bytes;
}

}  // namespace shardscope::gui
