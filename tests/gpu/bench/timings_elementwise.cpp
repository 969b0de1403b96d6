#include "gpu/kernels/add.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gelu.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

namespace {

void timeGelu(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = kElements;
    const char *in = place.random(dtype, n), *dOut = place.random(dtype, n);
    char* out = place.take(dtype, n);
    const double tensor = static_cast<double>(n) * size(dtype);
    report.time("gelu_forward", dtype, medianMs([&] {
                    return launchGeluForward(nullptr, {in, out, n, dtype});
                }),
                2 * tensor);
    report.time("gelu_backward", dtype, medianMs([&] {
                    return launchGeluBackward(nullptr, {dOut, in, out, n, dtype});
                }),
                3 * tensor);
    report.time("residual_add", dtype, medianMs([&] {
                    return launchResidualAdd(nullptr, {in, dOut, out, n, dtype});
                }),
                3 * tensor);
}

void timeConversions(Report& report, const Arena& arena, DType dtype) {
    Placement place(arena);
    const int64_t n = kElements;
    const auto elements = static_cast<double>(n);
    char *in = place.random(dtype, n), *sum = place.random(DType::Fp32, n);
    report.time("add_into", dtype, medianMs([&] {
                    return launchAddInto(nullptr, {in, sum, n, dtype, DType::Fp32});
                }),
                elements * (size(dtype) + 8));
    report.time("cast", dtype, medianMs([&] {
                    return launchCast(nullptr, {sum, in, n, DType::Fp32, dtype});
                }),
                elements * (size(dtype) + 4));
    // Eight ranks' parts of a parameter, from where they lie among others'.
    const int64_t columns = n / 8;
    report.time("copy_rows", dtype, medianMs([&] {
                    return launchCopyRows(nullptr, {.in = sum,
                                                    .out = in,
                                                    .elements = n - columns,
                                                    .columns = columns - 128,
                                                    .inStride = columns,
                                                    .outStride = columns - 128,
                                                    .inDtype = DType::Fp32,
                                                    .outDtype = dtype,
                                                    .rowBlocks = 0,
                                                    .packed = false});
                }),
                static_cast<double>(n - columns) * (size(dtype) + 4));
}

}  // namespace

void timeElementwise(Report& report, const Arena& arena) {
    for (const DType dtype : kFloats) {
        timeGelu(report, arena, dtype);
        timeConversions(report, arena, dtype);
    }
    report.time("fill", DType::Bf16, medianMs([&] {
                    return launchFill(nullptr, {arena.memory.at(), int64_t{1} << 30, 0xff});
                }),
                static_cast<double>(int64_t{1} << 30));
}

}  // namespace shardscope::bench
