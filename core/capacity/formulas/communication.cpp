#include "core/capacity/formulas/communication.h"

#include "core/base/result.h"

namespace shardscope::core {

double elementsPerParameter(VolumeRule rule, int gradAccum) {
    switch (rule) {
        case VolumeRule::Zero0:
        case VolumeRule::Zero1:
            return 2.0;
        case VolumeRule::Zero2:
            return gradAccum + 1.0;
        case VolumeRule::Zero3:
            return 3.0 * gradAccum;
        case VolumeRule::DeepSpeed1:
            return 3.0;
        case VolumeRule::DeepSpeed2:
            return 2.0 * gradAccum + 1.0;
    }
    broken("unknown VolumeRule");
}

double wireElementsPerParameter(VolumeRule rule, int gradAccum, int ranks) {
    return elementsPerParameter(rule, gradAccum) * (ranks - 1) / ranks;
}

}  // namespace shardscope::core
