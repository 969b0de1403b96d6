#include "core/sim/measured/transfer_times.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace shardscope::core {

namespace {

constexpr double kFarBeyond = 4.0;       // times the largest recorded size
constexpr double kLatencyAlone = 4096;   // bytes that no link notices
constexpr double kHasBandwidth = 65536;  // bytes from which a size says something of bandwidth

bool same(Participants a, Participants b) { return a.ranks == b.ranks && a.stride == b.stride; }

/// Of the array, what one rank sends. Source: nccl-tests' PERFORMANCE.md.
double wireShare(CollectiveKind kind, double ranks) {
    const double part = (ranks - 1.0) / ranks;
    switch (kind) {
        case CollectiveKind::AllReduce:
            return 2.0 * part;
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllGather:
            return part;
        case CollectiveKind::Reduce:
        case CollectiveKind::Broadcast:
            return 1.0;
    }
    return 1.0;
}

/// Median time by size.
using Sizes = std::map<double, double>;

Sizes sizesOf(const std::vector<RecordedTransfer>& recorded, CollectiveKind kind,
              Participants who) {
    std::map<double, std::vector<double>> all;
    for (const RecordedTransfer& each : recorded) {
        if (each.kind == kind && same(each.who, who)) all[each.bytes].push_back(each.ns);
    }
    Sizes sizes;
    for (auto& [bytes, times] : all) {
        std::ranges::sort(times);
        sizes[bytes] = times[times.size() / 2];
    }
    return sizes;
}

/// Least squares of relative errors, neither term below zero.
TransferLine fit(const Sizes& sizes) {
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (const auto& [x, y] : sizes) {
        const double weight = 1.0 / (y * y);
        w += weight;
        wx += weight * x;
        wy += weight * y;
        wxx += weight * x * x;
        wxy += weight * x * y;
    }
    TransferLine line;
    const double determinant = w * wxx - wx * wx;
    if (sizes.size() > 1) {
        line.nsPerByte = (w * wxy - wx * wy) / determinant;
        line.latencyNs = (wy - line.nsPerByte * wx) / w;
    }
    if (sizes.size() == 1 && sizes.begin()->first < kHasBandwidth) {
        return {.latencyNs = sizes.begin()->second};
    }
    if (sizes.size() == 1 || line.latencyNs < 0) {
        line = {.latencyNs = 0, .nsPerByte = wxx > 0 ? wxy / wxx : 0};
    } else if (line.nsPerByte < 0) {
        line = {.latencyNs = wy / w, .nsPerByte = 0};
    }
    return line;
}

/// The smallest collective among @p who, of any kind: what meeting alone takes.
const RecordedTransfer* smallestOf(const std::vector<RecordedTransfer>& recorded,
                                   Participants who) {
    const RecordedTransfer* smallest = nullptr;
    for (const RecordedTransfer& each : recorded) {
        if (same(each.who, who) && (!smallest || each.bytes < smallest->bytes)) smallest = &each;
    }
    return smallest;
}

/// Recorded participants that stand for @p who: themselves, or those of the nearest count.
std::optional<Participants> standFor(const std::vector<RecordedTransfer>& recorded,
                                     CollectiveKind kind, Participants who) {
    std::optional<Participants> best;
    const auto distance = [&](Participants p) {
        return std::abs(std::log(static_cast<double>(p.ranks) / who.ranks)) +
               (p.stride == who.stride ? 0.0 : 1e-3);
    };
    for (const RecordedTransfer& each : recorded) {
        if (each.kind != kind) continue;
        if (!best || distance(each.who) < distance(*best)) best = each.who;
    }
    return best;
}

/// As a ring has it: a step more for each rank, and what each rank sends.
TransferLine overRanks(TransferLine line, CollectiveKind kind, double from, double to) {
    line.latencyNs *= (to - 1.0) / (from - 1.0);
    line.nsPerByte *= wireShare(kind, to) / wireShare(kind, from);
    return line;
}

}  // namespace

std::optional<TransferLine> TransferTimes::lineOf(CollectiveKind kind, Participants who) const {
    Sizes sizes = sizesOf(recorded_, kind, who);
    if (sizes.empty()) return std::nullopt;
    const double least = sizes.begin()->first, most = sizes.rbegin()->first;
    const int count = static_cast<int>(sizes.size());
    const RecordedTransfer* smallest = smallestOf(recorded_, who);
    const bool borrows = smallest->bytes < least && least >= kHasBandwidth;
    if (borrows) sizes[smallest->bytes] = smallest->ns;
    TransferLine line = fit(sizes);
    line.leastBytes = least;
    line.mostBytes = most;
    line.sizes = count;
    line.borrowsLatency = borrows;
    return line;
}

std::optional<TransferTime> TransferTimes::ofKind(CollectiveKind kind, DType dtype, double bytes,
                                                  Participants who) const {
    for (const RecordedTransfer& each : recorded_) {
        if (each.kind == kind && each.dtype == dtype && each.bytes == bytes &&
            same(each.who, who)) {
            return TransferTime{.ns = each.ns, .recorded = true, .of = {}};
        }
    }
    const auto recordedBy = standFor(recorded_, kind, who);
    if (!recordedBy) return std::nullopt;
    const TransferLine line = *lineOf(kind, *recordedBy);
    const bool within = bytes <= std::max(kFarBeyond * line.mostBytes, kLatencyAlone);
    if (!within && line.mostBytes < kHasBandwidth) return std::nullopt;
    return TransferTime{.ns = overRanks(line, kind, recordedBy->ranks, who.ranks).at(bytes),
                        .of = {},
                        .otherRanks = !same(*recordedBy, who)};
}

std::optional<TransferTime> TransferTimes::standIn(CollectiveKind kind, DType dtype, double bytes,
                                                   Participants who) const {
    using Kind = CollectiveKind;
    const auto made = [&](std::vector<Kind> parts, double share) -> std::optional<TransferTime> {
        TransferTime sum{.of = parts};
        for (const Kind part : parts) {
            const auto time = ofKind(part, dtype, bytes, who);
            if (!time) return std::nullopt;
            sum.ns += share * time->ns;
            sum.otherRanks = sum.otherRanks || time->otherRanks;
        }
        return sum;
    };
    const auto firstOf = [](std::initializer_list<std::optional<TransferTime>> ways) {
        for (const auto& way : ways) {
            if (way) return way;
        }
        return std::optional<TransferTime>{};
    };
    switch (kind) {
        case Kind::AllReduce:
            return firstOf({made({Kind::ReduceScatter, Kind::AllGather}, 1.0)});
        case Kind::ReduceScatter:
            return firstOf({made({Kind::AllReduce}, 0.5), made({Kind::AllGather}, 1.0)});
        case Kind::AllGather:
            return firstOf({made({Kind::AllReduce}, 0.5), made({Kind::ReduceScatter}, 1.0)});
        case Kind::Reduce:
            return firstOf({made({Kind::ReduceScatter}, 1.0), made({Kind::AllReduce}, 0.5)});
        case Kind::Broadcast:
            return firstOf({made({Kind::AllGather}, 1.0), made({Kind::AllReduce}, 0.5)});
    }
    return std::nullopt;
}

std::optional<TransferTime> TransferTimes::find(CollectiveKind kind, DType dtype, double bytes,
                                                Participants who) const {
    if (const auto time = ofKind(kind, dtype, bytes, who)) return time;
    return standIn(kind, dtype, bytes, who);
}

}  // namespace shardscope::core
