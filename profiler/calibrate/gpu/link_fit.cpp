#include "profiler/calibrate/gpu/link_fit.h"

#include <algorithm>

#include "core/sim/cost/collective.h"
#include "profiler/calibrate/collective_sweep.h"

namespace shardscope::profiler {

namespace {

using core::CollectiveKind;

/// The collectives that carry gradients and weights.
bool carries(const TimedCollective& timed) {
    return timed.kind == CollectiveKind::ReduceScatter || timed.kind == CollectiveKind::AllGather;
}

/// Bytes that the link of one rank carries.
double wireBytes(const TimedCollective& timed, int ranks) {
    return core::busGBps(timed.kind, timed.bytes, timed.ns / 1e3, ranks) * timed.ns;
}

/// Bytes and nanoseconds of the collectives that carry arrays of @p bytes.
struct Sum {
    double wire = 0, ns = 0;
};
Sum sumOf(std::span<const TimedCollective> collectives, int ranks, double bytes) {
    Sum sum;
    for (const TimedCollective& timed : collectives) {
        if (!carries(timed) || timed.bytes != bytes) continue;
        sum.wire += wireBytes(timed, ranks);
        sum.ns += timed.ns;
    }
    return sum;
}

/// What the largest arrays take longer than the next smaller ones, so that no latency is in it; at most
/// twice what the largest alone say, where times are uncertain.
double linkOf(std::span<const TimedCollective> collectives, int ranks, double largest,
              double second) {
    const Sum large = sumOf(collectives, ranks, largest);
    const double alone = large.wire / large.ns;
    const Sum small = sumOf(collectives, ranks, second);
    if (small.ns <= 0 || large.ns <= small.ns) return alone;
    return std::clamp((large.wire - small.wire) / (large.ns - small.ns), alone, 2 * alone);
}

}  // namespace

LinkFit fitLink(std::span<const TimedCollective> collectives, int ranks) {
    LinkFit fit;
    double second = 0;
    for (const TimedCollective& timed : collectives) {
        if (!carries(timed) || timed.bytes <= fit.largestBytes) continue;
        second = fit.largestBytes;
        fit.largestBytes = timed.bytes;
    }
    fit.linkGBps = linkOf(collectives, ranks, fit.largestBytes, second);
    double weights = 0, latencies = 0;
    for (const TimedCollective& timed : collectives) {
        if (timed.kind == CollectiveKind::AllReduce &&
            (fit.smallestUs == 0 || timed.bytes <= kSmallestSweepBytes)) {
            fit.smallestUs = timed.ns / 1e3;
        }
        if (!carries(timed) || timed.bytes < kLeastSweepBytes) continue;
        const double weight = 1.0 / (timed.ns * timed.ns);  // relative errors
        weights += weight;
        latencies += weight * (timed.ns - wireBytes(timed, ranks) / fit.linkGBps);
    }
    if (weights > 0) fit.latencyUs = std::max(0.0, latencies / weights / 1e3);
    return fit;
}

}  // namespace shardscope::profiler
