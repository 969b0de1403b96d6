#include "gpu/operations/launch.h"

#include "gpu/operations/operations.h"

namespace shardscope::gpu {

core::Result<void> launchOperation(const LaunchContext& context) {
    return std::visit([&](const auto& operation) { return launch(operation, context); },
                      *context.bound.operation);
}

}  // namespace shardscope::gpu
