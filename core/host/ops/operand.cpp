#include "core/host/ops/operand.h"

#include <fmt/format.h>

namespace shardscope::core::ops {

namespace {

void* typed(const BoundOperation& bound, TensorId tensor, DType dtype) {
    if (bound.dtypeOf(tensor) != dtype) {
        broken(fmt::format("{}: tensor {} is {}, not {}", nameOf(*bound.operation), tensor.value,
                           nameOf(bound.dtypeOf(tensor)), nameOf(dtype)));
    }
    return bound.addressOf(tensor);
}

}  // namespace

Operand Call::operand(TensorId tensor) const {
    if (!tensor.valid()) return {};
    return {.address = bound.addressOf(tensor), .dtype = bound.dtypeOf(tensor)};
}

float* Call::floats(TensorId tensor) const {
    return static_cast<float*>(typed(bound, tensor, DType::Fp32));
}

const int32_t* Call::integers(TensorId tensor) const {
    return static_cast<const int32_t*>(typed(bound, tensor, DType::Int32));
}

bool Call::accumulates(Write write) const {
    return write == Write::Accumulate ||
           (write == Write::AccumulateAfterFirst && bound.scalars.microBatch > 0);
}

const Problem& Call::problem() const {
    if (!context.problem) broken("an operation that needs the run's problem has none");
    return *context.problem;
}

}  // namespace shardscope::core::ops
