#include "core/sim/roofline_costs.h"

#include "core/sim/cost/collective.h"
#include "core/sim/cost/contention.h"
#include "core/sim/cost/operation.h"

namespace shardscope::core {

namespace {

int64_t nsOf(double us) { return static_cast<int64_t>(us * 1e3); }

}  // namespace

int64_t RooflineCosts::hostLaunchNs() const { return nsOf(hardware_.host.launchUs); }
int64_t RooflineCosts::hostEventNs() const { return nsOf(hardware_.host.eventUs); }

OperationCost RooflineCosts::costOf(const Operation& operation, const Layout& layout,
                                    int microBatch) const {
    return operationCost(hardware_, operation, layout, microBatch);
}

CollectiveCost RooflineCosts::costOf(CollectiveKind kind, DType dtype, int64_t elements,
                                     Participants who) const {
    const auto bytes = static_cast<double>(elements * bytesOf(dtype));
    const double us = collectiveTime(hardware_, kind, bytes, who).us;
    return contended(hardware_, kind, busGBps(kind, bytes, us, who.ranks), us,
                     channelsOf(hardware_, who) / hardware_.nccl.channels);
}

}  // namespace shardscope::core
