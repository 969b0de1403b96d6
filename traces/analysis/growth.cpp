// Whether full-size gradients pile up: a rank that keeps what it should have released holds more of
// them in every step, until it runs out of memory.

#include <algorithm>
#include <set>

#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

constexpr size_t kFewest = 3;  ///< steps or micro-batches that make a trend

struct Most {
    int64_t buckets = 0, bytes = 0;
};

/// The most that was live in each step, and in each micro-batch of it.
struct Live {
    std::map<int64_t, Most> steps;
    std::map<std::pair<int64_t, int64_t>, Most> microBatches;
};

Live liveOf(const RankRows& rows) {
    Live most;
    std::set<int32_t> buffers;
    int64_t bytes = 0;
    for (const PoolRow& row : rows.pool) {
        if (row.call.tag == core::Category::Gradients) {
            const bool changed = row.call.allocate ? buffers.insert(row.call.buffer).second
                                                   : buffers.erase(row.call.buffer) > 0;
            if (changed) bytes += row.call.allocate ? row.call.requested : -row.call.requested;
        }
        const Most now{static_cast<int64_t>(buffers.size()), bytes};
        const auto keep = [&](Most& kept) {
            if (now.buckets > kept.buckets) kept = now;
        };
        keep(most.steps[row.step]);
        if (row.microBatch >= 0) keep(most.microBatches[{row.step, row.microBatch}]);
    }
    return most;
}

LiveGrowth trendOf(const std::vector<Most>& series, const char* over) {
    if (series.size() < kFewest || !std::ranges::is_sorted(series, {}, &Most::buckets)) return {};
    if (series.back().buckets <= series.front().buckets) return {};
    return {.over = over,
            .first = series.front().buckets,
            .last = series.back().buckets,
            .bytes = series.back().bytes - series.front().bytes};
}

std::vector<Most> within(const Live& live, int64_t step) {
    std::vector<Most> series;
    const auto end = live.microBatches.upper_bound({step, INT64_MAX});
    for (auto at = live.microBatches.lower_bound({step, 0}); at != end; ++at)
        series.push_back(at->second);
    return series;
}

}  // namespace

LiveGrowth growthOf(const Recording& recording, const RankRows& rows) {
    const Live live = liveOf(rows);
    std::vector<Most> steps;
    for (const int64_t step : recording.measured) {
        if (const auto most = live.steps.find(step); most != live.steps.end())
            steps.push_back(most->second);
    }
    if (const LiveGrowth growth = trendOf(steps, "steps"); !growth.over.empty()) return growth;
    LiveGrowth worst;
    for (const int64_t step : recording.measured) {
        const LiveGrowth growth = trendOf(within(live, step), "micro-batches");
        if (growth.last - growth.first > worst.last - worst.first) worst = growth;
    }
    return worst;
}

}  // namespace shardscope::traces
