#include "gpu/cuda_check.h"
#include "gpu/kernels/add.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gelu.h"
#include "gpu/operations/operations.h"

namespace shardscope::gpu {

namespace {

core::Result<void> fill(core::TensorId tensor, int64_t elements, uint8_t value,
                        const LaunchContext& c) {
    return check(launchFill(c.stream, {.address = c.at(tensor),
                                       .bytes = elements * core::bytesOf(c.dtypeOf(tensor)),
                                       .value = value}));
}

}  // namespace

core::Result<void> launch(const core::GeluForward& o, const LaunchContext& c) {
    return check(launchGeluForward(
        c.stream,
        {.in = c.at(o.in), .out = c.at(o.out), .elements = o.elements, .dtype = c.dtypeOf(o.in)}));
}

core::Result<void> launch(const core::GeluBackward& o, const LaunchContext& c) {
    return check(launchGeluBackward(c.stream, {.dOut = c.at(o.dOut),
                                               .in = c.at(o.in),
                                               .dIn = c.at(o.dIn),
                                               .elements = o.elements,
                                               .dtype = c.dtypeOf(o.in)}));
}

core::Result<void> launch(const core::ResidualAdd& o, const LaunchContext& c) {
    return check(launchResidualAdd(c.stream, {.a = c.at(o.a),
                                              .b = c.at(o.b),
                                              .out = c.at(o.out),
                                              .elements = o.elements,
                                              .dtype = c.dtypeOf(o.a)}));
}

core::Result<void> launch(const core::FillZero& o, const LaunchContext& c) {
    return fill(o.tensor, o.elements, 0, c);
}

core::Result<void> launch(const core::Poison& o, const LaunchContext& c) {
    return fill(o.tensor, o.elements, kPoisonByte, c);
}

core::Result<void> launch(const core::Cast& o, const LaunchContext& c) {
    return check(launchCast(c.stream, {.in = c.at(o.in),
                                       .out = c.at(o.out),
                                       .elements = o.elements,
                                       .inDtype = c.dtypeOf(o.in),
                                       .outDtype = c.dtypeOf(o.out)}));
}

core::Result<void> launch(const core::CopyRows& o, const LaunchContext& c) {
    return check(launchCopyRows(c.stream, {.in = c.at(o.in),
                                           .out = c.at(o.out),
                                           .elements = o.elements,
                                           .columns = o.columns,
                                           .inStride = o.inStride,
                                           .outStride = o.outStride,
                                           .inDtype = c.dtypeOf(o.in),
                                           .outDtype = c.dtypeOf(o.out)}));
}

core::Result<void> launch(const core::AddInto& o, const LaunchContext& c) {
    return check(launchAddInto(c.stream, {.incoming = c.at(o.incoming),
                                          .sum = c.at(o.sum),
                                          .elements = o.elements,
                                          .incomingDtype = c.dtypeOf(o.incoming),
                                          .sumDtype = c.dtypeOf(o.sum)}));
}

}  // namespace shardscope::gpu
