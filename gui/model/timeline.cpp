#include "gui/model/timeline.h"

#include <algorithm>

namespace shardscope::gui {
namespace {

constexpr size_t kCallsASlot = 4;

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
    size_t bytes = rank.memory.sizeBytes() + rank.pool.sizeBytes() + bytesOf(rank.phases) +
                   bytesOf(rank.steps) + bytesOf(rank.computing) + bytesOf(rank.exposed) +
                   bytesOf(rank.buckets);
    for (const Lane& lane : rank.lanes) bytes += bytesOf(lane.spans) + lane.begins.sizeBytes();
    for (const BucketTrack& bucket : rank.buckets) bytes += bytesOf(bucket);
    return bytes;
}

}  // namespace

const StepWindow* RankTimeline::window(int64_t step) const {
    const auto place = std::ranges::lower_bound(steps, step, {}, &StepWindow::step);
    return place != steps.end() && place->step == step ? &*place : nullptr;
}

void Timeline::settle() {
    chooseMedians();
    makeSlots();
}

/// A slot is as long as kCallsASlot calls of the rank that has most of them.
void Timeline::makeSlots() {
    int64_t begin = INT64_MAX, end = INT64_MIN;
    size_t most = 0;
    for (const RankTimeline& rank : ranks) {
        const auto& calls = rank.memory.calls();
        if (calls.empty()) continue;
        begin = std::min(begin, calls.front().timeNs);
        end = std::max(end, calls.back().timeNs);
        most = std::max(most, calls.size());
    }
    const size_t wanted = most / kCallsASlot;
    if (wanted == 0 || begin >= end) return;
    SlotGrid grid{.beginNs = begin, .slotNs = (end - begin) / static_cast<int64_t>(wanted) + 1};
    grid.count = static_cast<size_t>((end - begin) / grid.slotNs) + 1;
    memoryBand = MemorySlots(grid);
    for (RankTimeline& rank : ranks) {
        rank.memory.makeSlots(grid);
        memoryBand.merge(rank.memory.timeSlots());
    }
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
    size_t bytes = memoryBand.sizeBytes();
    for (const RankTimeline& rank : ranks) bytes += bytesOf(rank);
    for (const std::string& name : names) bytes += sizeof(std::string) + name.capacity();
    return bytes;
}

}  // namespace shardscope::gui
