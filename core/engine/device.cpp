#include "core/engine/device.h"

#include <fmt/format.h>

namespace shardscope::core {

void* BoundOperation::addressOf(TensorId tensor) const {
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        if (ids[i] == tensor) return addresses[i];
    }
    broken(fmt::format("{}: tensor {} is not bound", nameOf(*operation), tensor.value));
}

}  // namespace shardscope::core
