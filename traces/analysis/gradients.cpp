// How long full-size gradients live, and what is left of them.

#include <algorithm>
#include <set>

#include "traces/analysis/intervals.h"
#include "traces/analysis/parts.h"

namespace shardscope::traces {

namespace {

bool isTied(const Recording& recording, int64_t bucket) {
    return bucket >= 0 && bucket < static_cast<int64_t>(recording.buckets.size()) &&
           recording.buckets[static_cast<size_t>(bucket)].tied;
}

/// Full-size gradient storage in plan order.
struct LiveFull {
    std::multiset<int64_t> buckets;
    int64_t bytes = 0, tiedBytes = 0;

    void take(const Recording& recording, const PoolRow& row) {
        const int64_t change = row.call.allocate ? row.call.requested : -row.call.requested;
        bytes += change;
        if (isTied(recording, row.bucket)) tiedBytes += change;
        if (row.call.allocate) {
            buckets.insert(row.bucket);
        } else if (const auto place = buckets.find(row.bucket); place != buckets.end()) {
            buckets.erase(place);
        }
    }
};

void addPlanOrder(const Recording& recording, const RankRows& rows, GradientReport& report) {
    LiveFull live;
    for (const PoolRow& row : rows.pool) {
        if (row.call.tag != core::Category::Gradients) continue;
        live.take(recording, row);
        report.peakLiveFullBytes = std::max(report.peakLiveFullBytes, live.bytes);
        report.peakLiveFullBuckets =
            std::max(report.peakLiveFullBuckets, static_cast<int>(live.buckets.size()));
        report.tiedFullBytes = std::max(report.tiedFullBytes, live.tiedBytes);
    }
}

/// Bytes of the largest live shard buffer of each bucket: the shard itself, since what comes in
/// beside it is never larger.
int64_t shardsWithoutIncoming(const std::map<int32_t, const PoolRow*>& live) {
    std::map<int64_t, int64_t> perBucket;
    for (const auto& [buffer, row] : live) {
        int64_t& largest = perBucket[row->bucket];
        largest = std::max(largest, row->call.requested);
    }
    int64_t sum = 0;
    for (const auto& [bucket, bytes] : perBucket) sum += bytes;
    return sum;
}

/// At the end of @p step's last backward, in plan order: after the last reduction.
int64_t shardBytesOf(const RankRows& rows, int64_t step) {
    std::map<int32_t, const PoolRow*> live;
    int64_t atEnd = 0;
    for (const PoolRow& row : rows.pool) {
        if (row.step > step) break;
        if (row.call.tag == core::Category::GradientShards) {
            if (row.call.allocate) live[row.call.buffer] = &row;
            if (!row.call.allocate) live.erase(row.call.buffer);
        }
        if (row.step == step && row.phase == "backward") atEnd = shardsWithoutIncoming(live);
    }
    return atEnd;
}

using PerBucket = std::map<int64_t, std::vector<Interval>>;

PerBucket lifetimesIn(const RankRows& rows, std::string_view kind, const StepRow& window) {
    PerBucket lifetimes;
    for (const GradientRow& row : rows.gradients) {
        if (row.kind != kind || row.beginNs >= window.endNs || row.endNs <= window.beginNs)
            continue;
        lifetimes[row.bucket].push_back({row.beginNs, row.endNs});
    }
    for (auto& [bucket, spans] : lifetimes) {
        spans = unionOf(clipped(spans, window.beginNs, window.endNs));
    }
    return lifetimes;
}

double shareOf(const PerBucket& lifetimes, int64_t bucket, const StepRow& window) {
    const auto place = lifetimes.find(bucket);
    const int64_t lengthNs = window.endNs - window.beginNs;
    if (place == lifetimes.end() || lengthNs <= 0) return 0.0;
    return static_cast<double>(lengthOf(place->second)) / static_cast<double>(lengthNs);
}

double deadByteSecondsIn(const RankRows& rows, const StepRow& window) {
    double sum = 0.0;
    for (const GradientRow& row : rows.gradients) {
        if (row.kind != "dead") continue;
        const int64_t ns =
            std::min(row.endNs, window.endNs) - std::max(row.beginNs, window.beginNs);
        if (ns > 0) sum += static_cast<double>(row.bytes) * static_cast<double>(ns) * 1e-9;
    }
    return sum;
}

/// Means over measured steps and ranks.
void addDeviceTime(const Recording& recording, GradientReport& report) {
    double held = 0.0, dead = 0.0;
    const auto buckets = static_cast<int64_t>(recording.buckets.size());
    const auto samples = static_cast<double>(recording.ranks.size() * recording.measured.size());
    if (samples == 0.0) return;
    for (const RankRows& rows : recording.ranks) {
        for (const int64_t step : recording.measured) {
            const StepRow& window = *rows.window(step);
            const PerBucket full = lifetimesIn(rows, "full", window);
            for (int64_t b = 0; b < buckets; ++b) held += shareOf(full, b, window);
            dead += deadByteSecondsIn(rows, window);
        }
    }
    if (buckets > 0) report.heldShare = held / static_cast<double>(buckets) / samples;
    report.deadByteSeconds = dead / samples;
}

struct LifetimeSum {
    double held = 0.0, dead = 0.0, born = 0.0, released = 0.0, seen = 0.0;
    double lag = 0.0, reductions = 0.0;

    /// Dead is from reduced to released.
    void takeLag(const GradientRow& row) {
        lag += static_cast<double>(row.endNs - row.beginNs);
        reductions += 1.0;
    }
    void take(const PerBucket& full, const PerBucket& deadSpans, int64_t b, const StepRow& window) {
        held += shareOf(full, b, window);
        dead += shareOf(deadSpans, b, window);
        const auto place = full.find(b);
        if (place == full.end() || place->second.empty()) return;
        born += static_cast<double>(place->second.front().beginNs - window.beginNs);
        released += static_cast<double>(place->second.back().endNs - window.beginNs);
        seen += 1.0;
    }
};

int64_t fullBytesOf(const RankRows& rows, int64_t bucket) {
    int64_t bytes = 0;
    for (const GradientRow& row : rows.gradients) {
        if (row.kind == "full" && row.bucket == bucket) bytes = std::max(bytes, row.bytes);
    }
    return bytes;
}

void addLifetimes(const Recording& recording, const RankRows& rows, GradientReport& report) {
    std::vector<LifetimeSum> sums(recording.buckets.size());
    for (const int64_t step : recording.measured) {
        const StepRow& window = *rows.window(step);
        const PerBucket full = lifetimesIn(rows, "full", window);
        const PerBucket dead = lifetimesIn(rows, "dead", window);
        for (size_t b = 0; b < sums.size(); ++b) {
            sums[b].take(full, dead, static_cast<int64_t>(b), window);
        }
    }
    for (const GradientRow& row : rows.gradients) {
        const bool counts = row.kind == "dead" && row.bucket >= 0 &&
                            row.bucket < static_cast<int64_t>(sums.size()) &&
                            std::ranges::binary_search(recording.measured, row.step);
        if (counts) sums[static_cast<size_t>(row.bucket)].takeLag(row);
    }
    const double steps = std::max<double>(1.0, static_cast<double>(recording.measured.size()));
    for (size_t b = 0; b < sums.size(); ++b) {
        const LifetimeSum& sum = sums[b];
        const double seen = std::max(sum.seen, 1.0);
        report.perBucket.push_back(
            {.label = recording.buckets[b].label,
             .fullBytes = fullBytesOf(rows, static_cast<int64_t>(b)),
             .heldShare = sum.held / steps,
             .deadShare = sum.dead / steps,
             .bornNs = static_cast<int64_t>(sum.born / seen),
             .releasedNs = static_cast<int64_t>(sum.released / seen),
             .releaseLagNs = static_cast<int64_t>(sum.lag / std::max(sum.reductions, 1.0))});
    }
}

}  // namespace

GradientReport gradientsOf(const Recording& recording, int worstRank) {
    GradientReport report{.buckets = static_cast<int>(recording.buckets.size())};
    const auto worst = static_cast<size_t>(worstRank);
    if (worst >= recording.ranks.size()) return report;
    const RankRows& rows = recording.ranks[worst];
    addPlanOrder(recording, rows, report);
    if (!recording.measured.empty()) {
        report.shardBytes = shardBytesOf(rows, recording.measured.front());
    }
    addDeviceTime(recording, report);
    addLifetimes(recording, rows, report);
    report.growth = growthOf(recording, rows);
    return report;
}

}  // namespace shardscope::traces
