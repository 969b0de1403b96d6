#include "core/host/execute.h"

#include "core/host/ops/attention.h"
#include "core/host/ops/convert.h"
#include "core/host/ops/cross_entropy.h"
#include "core/host/ops/elementwise.h"
#include "core/host/ops/embedding.h"
#include "core/host/ops/flash_attention.h"
#include "core/host/ops/gelu.h"
#include "core/host/ops/initialise.h"
#include "core/host/ops/integer.h"
#include "core/host/ops/layernorm.h"
#include "core/host/ops/matmul.h"
#include "core/host/ops/norm.h"
#include "core/host/ops/optimizer.h"
#include "core/host/ops/rmsnorm.h"
#include "core/host/ops/rope.h"
#include "core/host/ops/swiglu.h"

namespace shardscope::core {

void executeOnHost(const BoundOperation& bound, const RunContext& context) {
    const ops::Call call{.bound = bound, .context = context};
    std::visit([&](const auto& operation) { ops::execute(operation, call); }, *bound.operation);
}

}  // namespace shardscope::core
