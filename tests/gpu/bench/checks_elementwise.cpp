#include "gpu/kernels/add.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gelu.h"
#include "gpu/kernels/integer.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

/// Tiny, odd, and several whole tiles with a tail.
constexpr int64_t kCounts[] = {1, 129, 1 << 14, (1 << 16) + 37};

void checkGelu(Report& report, DType dtype, int64_t n) {
    Sides s;
    // 16-bit exponentials are the GPU's own.
    const Close close = dtype == DType::Fp32 ? Close::Bits : Close::Rounding;
    const Id in = s.random(dtype, n, 3.0f), dOut = s.random(dtype, n);
    const Id out = s.output(dtype, n), dIn = s.output(dtype, n);
    s.run([&] {
        const cudaError_t status = launchGeluForward(nullptr, {s.at(in), s.at(out), n, dtype});
        return status != cudaSuccess
                   ? status
                   : launchGeluBackward(nullptr, {s.at(dOut), s.at(in), s.at(dIn), n, dtype});
    });
    report.check("gelu_forward", dtype, s, {out}, close);
    report.check("gelu_backward", dtype, s, {dIn}, close);
}

void checkSums(Report& report, DType dtype, int64_t n) {
    Sides s;
    const Id a = s.random(dtype, n), b = s.random(dtype, n), out = s.output(dtype, n);
    s.run([&] { return launchResidualAdd(nullptr, {s.at(a), s.at(b), s.at(out), n, dtype}); });
    report.check("residual_add", dtype, s, {out}, Close::Bits);
    for (const DType incoming : kFloats) {
        Sides t;
        const Id from = t.random(incoming, n), sum = t.random(dtype, n), to = t.output(dtype, n);
        t.run([&] {
            const cudaError_t status =
                launchAddInto(nullptr, {t.at(from), t.at(sum), n, incoming, dtype});
            return status != cudaSuccess
                       ? status
                       : launchCast(nullptr, {t.at(from), t.at(to), n, incoming, dtype});
        });
        report.check("add_into", dtype, t, {sum}, Close::Bits);
        report.check("cast", dtype, t, {to}, Close::Bits);
    }
}

struct Rows {
    int64_t elements, columns, inStride, outStride;
};
/// In packs with a tail, over several blocks of a row, and element by element; the last row is shorter.
constexpr Rows kRows[] = {{3 * 1000 + 17, 1000, 1000, 1264},
                          {2 * 9003 + 5000, 9003, 9008, 9024},
                          {4 * 1500, 1500, 1501, 1500},
                          {3, 7, 7, 9}};

void checkCopyRows(Report& report, DType in, DType out, const Rows& rows) {
    Sides s;
    const int64_t count = (rows.elements / rows.columns + 1);
    const Id from = s.random(in, count * rows.inStride), to = s.random(out, count * rows.outStride);
    s.run([&] {
        return launchCopyRows(nullptr, {.in = s.at(from),
                                        .out = s.at(to),
                                        .elements = rows.elements,
                                        .columns = rows.columns,
                                        .inStride = rows.inStride,
                                        .outStride = rows.outStride,
                                        .inDtype = in,
                                        .outDtype = out,
                                        .rowBlocks = 0,
                                        .packed = false});
    });
    report.check("copy_rows", out, s, {to}, Close::Bits);
}

void checkFills(Report& report, int64_t n) {
    Sides s;
    const Id zero = s.output(DType::Bf16, n), poison = s.random(DType::Bf16, n);
    s.run([&] {
        const cudaError_t status = launchFill(nullptr, {s.at(zero), 2 * n, 0});
        return status != cudaSuccess ? status
                                     : launchFill(nullptr, {s.at(poison), 2 * n, kPoisonByte});
    });
    report.check("fill", DType::Bf16, s, {zero, poison}, Close::Bits);
}

void checkIntegers(Report& report, DType dtype) {
    Sides s;
    const int64_t n = 10007;
    const Id weight = s.random(dtype, n), loss = s.output(DType::Fp32, 1);
    const Id gradient = s.random(dtype, n);
    s.run([&] {
        cudaError_t status =
            launchIntegerForward(nullptr, {s.at(weight), s.at<float>(loss), n, true, dtype});
        if (status == cudaSuccess)
            status =
                launchIntegerForward(nullptr, {s.at(weight), s.at<float>(loss), n, false, dtype});
        return status != cudaSuccess
                   ? status
                   : launchIntegerBackward(nullptr, {{s.at(gradient), dtype, true}, n, 12345, 7});
    });
    report.check("integer_forward", dtype, s, {loss}, Close::Bits);
    report.check("integer_backward", dtype, s, {gradient}, Close::Bits);
}

}  // namespace

void checkElementwise(Report& report) {
    for (const DType dtype : kFloats) {
        for (const int64_t n : kCounts) {
            checkGelu(report, dtype, n);
            checkSums(report, dtype, n);
        }
        checkIntegers(report, dtype);
        for (const DType in : kFloats)
            for (const Rows& rows : kRows) checkCopyRows(report, in, dtype, rows);
    }
    for (const int64_t n : kCounts) checkFills(report, n);
}

}  // namespace shardscope::bench
