#include "core/sim/unit_costs.h"

namespace shardscope::core {

OperationCost UnitCostModel::costOf(const Operation& operation, const Layout&, int) const {
    return {.durationNs = costs_.launchNs + flopsOf(operation) / costs_.flopsPerNs};
}

CollectiveCost UnitCostModel::costOf(CollectiveKind kind, DType dtype, int64_t elements,
                                     Participants who) const {
    const int64_t bytes = elements * bytesOf(dtype);
    int64_t wire = bytes;
    if (kind == CollectiveKind::AllReduce) wire = 2 * bytes * (who.ranks - 1) / who.ranks;
    if (kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllGather) {
        wire = bytes * (who.ranks - 1) / who.ranks;
    }
    return {.durationNs = costs_.collectiveNs + wire / costs_.wireBytesPerNs};
}

}  // namespace shardscope::core
