#include "core/sim/cost/contention.h"

#include <algorithm>

namespace shardscope::core {

namespace {

constexpr double kMostTraffic = 0.75;  // of the memory bandwidth: computation is never starved

}  // namespace

CollectiveCost contended(const Hardware& hardware, CollectiveKind kind, double bus, double us) {
    const Contention& c = hardware.contention;
    const double units = hardware.gpu.multiprocessors;
    const bool gathers = kind == CollectiveKind::AllGather || kind == CollectiveKind::Broadcast;
    const double traffic = bus * (gathers ? c.gatherTraffic : c.reduceTraffic);
    const double share = std::min(traffic / hardware.gpu.memoryBandwidthGBps, kMostTraffic);
    const double taken = std::min(c.multiprocessors, 0.5 * units);
    return {.durationNs = static_cast<int64_t>(us * 1e3),
            .arithmeticSlowdown = units / (units - taken),
            .memorySlowdown = 1.0 / (1.0 - share)};
}

}  // namespace shardscope::core
