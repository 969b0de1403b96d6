#pragma once
// How `explain` names a strategy.

#include <string>

#include "core/plan/strategy.h"

namespace shardscope::explain {

/// "zero-2", or "zero-2 without all-gather" for one broken on purpose.
inline std::string nameOf(const core::Strategy& strategy) {
    switch (strategy.omit) {
        case core::Omit::AllGather:
            return strategy.preset + " without all-gather";
        case core::Omit::ReduceScatter:
            return strategy.preset + " without reduce-scatter";
        case core::Omit::Nothing:
            break;
    }
    return strategy.preset;
}

}  // namespace shardscope::explain
