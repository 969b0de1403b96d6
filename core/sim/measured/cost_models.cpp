#include "core/sim/measured/cost_models.h"

#include "core/sim/measured/measured_costs.h"
#include "core/sim/roofline_costs.h"

namespace shardscope::core {

std::shared_ptr<const CostModel> makeCostModel(const Hardware& hardware, int ranks) {
    if (hardware.isCpu()) return std::make_shared<MeasuredCosts>(hardware, ranks);
    return std::make_shared<RooflineCosts>(hardware);
}

}  // namespace shardscope::core
