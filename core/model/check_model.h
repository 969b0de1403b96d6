#pragma once
// Whether a model's shape holds together. Internal to model/; validate() calls it.

#include "core/model/workload.h"

namespace shardscope::core {

/// Sizes must be within validate()'s ranges already.
/// Errors: InvalidInput naming the option, what was found and what is allowed.
Result<void> checkModel(const Workload& workload);

/// Ψ and the columns of the widest activation, as doubles: sizes whose product no integer holds.
struct ModelExtent {
    double parameters = 0.0;
    double widestColumns = 0.0;  ///< elements of the widest activation a token
};
ModelExtent extentOf(const Workload& workload);

}  // namespace shardscope::core
