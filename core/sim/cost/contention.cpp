#include "core/sim/cost/contention.h"

#include <algorithm>

namespace shardscope::core {

CollectiveCost contended(const Hardware& hardware, CollectiveKind kind, double bus, double us,
                         double channelShare) {
    const Contention& c = hardware.contention;
    const double units = hardware.gpu.multiprocessors;
    const bool gathers = kind == CollectiveKind::AllGather || kind == CollectiveKind::Broadcast;
    const double traffic = bus * (gathers ? c.gatherTraffic : c.reduceTraffic);
    const double taken = std::min(c.multiprocessors * channelShare, 0.5 * units);
    return {.durationNs = static_cast<int64_t>(us * 1e3),
            .arithmeticSlowdown = units / (units - taken),
            .memoryShare = std::min(1.0, traffic / hardware.gpu.memoryBandwidthGBps)};
}

}  // namespace shardscope::core
