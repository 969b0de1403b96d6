#include "core/sim/measured/rate_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace shardscope::core {

namespace {

constexpr double kSame = 1e-9;  // squared distance of equal shapes
constexpr size_t kNearest = 4;

/// Squared distance of the logarithms; infinite for shapes of another kind.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i) {
        const double step = std::log(std::max(a[i], 1.0) / std::max(b[i], 1.0));
        sum += step * step;
    }
    return sum;
}

/// A kernel's shape and the time that is asked for.
struct Point {
    const MeasuredKernel* kernel = nullptr;
    double us = 0;
};

struct Neighbour {
    double distance = 0;
    Point point;
};

/// The nearest of @p all, nearest first.
std::vector<Neighbour> nearestOf(const std::vector<Point>& all, const KernelShape& shape) {
    std::vector<Neighbour> found;
    for (const Point& point : all) {
        const double far = distance(point.kernel->shape, shape.shape);
        if (std::isfinite(far)) found.push_back({.distance = far, .point = point});
    }
    std::ranges::stable_sort(found, {}, &Neighbour::distance);
    if (found.size() > kNearest) found.resize(kNearest);
    return found;
}

std::optional<double> usByShape(const std::vector<Point>& all, const KernelShape& shape) {
    const auto neighbours = nearestOf(all, shape);
    if (neighbours.empty()) return std::nullopt;
    if (neighbours.front().distance < kSame) return neighbours.front().point.us;
    double weights = 0.0, rates = 0.0;
    for (const auto& [far, point] : neighbours) {
        const double weight = 1.0 / (far * far);
        weights += weight;
        rates += weight * std::log(point.us / std::max(point.kernel->work, 1.0));
    }
    return std::exp(rates / weights) * std::max(shape.work, 1.0);
}

/// On the line through (low, atLow) and (high, atHigh).
double between(double x, double low, double atLow, double high, double atHigh) {
    return atLow + (atHigh - atLow) * (x - low) / (high - low);
}

/// Bytes and microseconds, by bytes.
using Curve = std::map<double, double>;

/// Beyond the largest, on a line from the smallest: meeting, and then so much a byte.
double usByBytes(const Curve& curve, double bytes) {
    const auto above = curve.lower_bound(bytes);
    if (above == curve.end()) {
        const auto& [least, atLeast] = *curve.begin();
        const auto& [most, atMost] = *curve.rbegin();
        if (curve.size() == 1) return atMost * bytes / most;
        return std::max(atMost, between(bytes, least, atLeast, most, atMost));
    }
    if (above == curve.begin() || above->first == bytes) return above->second;
    const auto below = std::prev(above);
    return std::exp(between(std::log(bytes), std::log(below->first), std::log(below->second),
                            std::log(above->first), std::log(above->second)));
}

/// Of one rank, in units of the array: what it reads and writes.
double workOfRank(CollectiveKind kind, double ranks) {
    const double part = 1.0 / ranks;
    switch (kind) {
        case CollectiveKind::AllReduce:
            return 1.0 + part + 2.0 * (1.0 - part);
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::Reduce:
            return 1.0 + part;
        case CollectiveKind::AllGather:
            return 2.0 * (1.0 - part);
        case CollectiveKind::Broadcast:
            return 2.0;
    }
    return 1.0;
}

}  // namespace

std::optional<double> kernelUs(const MeasuredRates& rates, const KernelShape& shape, int ranks,
                               double MeasuredKernel::*time) {
    std::map<int, std::vector<Point>> byRanks;
    for (const MeasuredKernel& kernel : rates.kernels) {
        const bool same = kernel.kernel == shape.kernel && kernel.variant == shape.variant;
        if (same && kernel.*time > 0) byRanks[kernel.ranks].push_back({&kernel, kernel.*time});
    }
    if (byRanks.empty()) return std::nullopt;
    const auto above = byRanks.lower_bound(ranks);
    if (above == byRanks.end()) return usByShape(byRanks.rbegin()->second, shape);
    const auto atAbove = usByShape(above->second, shape);
    if (above == byRanks.begin() || above->first == ranks) return atAbove;
    const auto below = std::prev(above);
    const auto atBelow = usByShape(below->second, shape);
    if (!atAbove || !atBelow) return atAbove ? atAbove : atBelow;
    return between(ranks, below->first, *atBelow, above->first, *atAbove);
}

std::optional<double> collectiveUs(const MeasuredRates& rates, CollectiveKind kind, DType dtype,
                                   double bytes, int ranks, double cores,
                                   double MeasuredCollective::*time) {
    std::map<int, std::map<DType, Curve>> measured;
    for (const MeasuredCollective& each : rates.collectives) {
        if (each.kind != kind || each.*time <= 0) continue;
        measured[each.ranks][each.dtype][each.bytes] = each.*time;
    }
    if (measured.empty()) return std::nullopt;
    const auto nearest = std::ranges::min_element(measured, {}, [&](const auto& entry) {
        return std::abs(std::log(static_cast<double>(entry.first) / ranks));
    });
    const auto& byDType = nearest->second;
    const auto same = byDType.find(dtype);
    const Curve& curve = same == byDType.end() ? byDType.begin()->second : same->second;
    const double us = usByBytes(curve, bytes);
    if (nearest->first == ranks) return us;
    const auto turns = [&](double count) { return std::max(1.0, count / cores); };
    const double there = nearest->first, here = ranks;
    return us * workOfRank(kind, here) * turns(here) / (workOfRank(kind, there) * turns(there));
}

double meetingUs(const MeasuredRates& rates, CollectiveKind kind) {
    const MeasuredCollective* smallest = nullptr;
    for (const MeasuredCollective& each : rates.collectives) {
        if (each.kind == kind && (!smallest || each.bytes < smallest->bytes)) smallest = &each;
    }
    return smallest ? smallest->us : 0.0;
}

}  // namespace shardscope::core
