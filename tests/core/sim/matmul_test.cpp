// Matrix products: the peak for large ones, and what tiles and waves take away from small ones.

#include "core/sim/cost/matmul.h"

#include <gtest/gtest.h>

#include "core/sim/hardware_catalogue.h"

namespace shardscope::core {
namespace {

double tflops(const Hardware& hardware, const MatmulShape& shape) {
    const double flops = 2.0 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                         static_cast<double>(shape.k);
    return flops / matmulSeconds(hardware, shape) * 1e-12;
}

TEST(MatmulCost, TheBestShapeOfAnA100ReachesWhatWasMeasured) {
    const auto a100 = gpuNamed("a100-sxm-80", {});
    // ml-engineering (stas00): 271.2 TFLOP/s at 1024 x 10240 x 5120; the long-run factor comes on top.
    const double reached = tflops(*a100, {.m = 1024, .n = 10240, .k = 5120});
    EXPECT_NEAR(reached / a100->kernels.sustained, 271.2, 0.12 * 271.2);
}

TEST(MatmulCost, AWaveThatIsMostlyIdleCostsAWholeOne) {
    const auto h100 = gpuNamed("h100-sxm", {});
    // 132 multiprocessors, tiles of 256 x 128: one tile more than two whole waves starts a third.
    const double full = tflops(*h100, {.m = 256 * 66, .n = 128 * 4, .k = 8192});
    const double spilled = tflops(*h100, {.m = 256 * 67, .n = 128 * 4, .k = 8192});
    EXPECT_LT(spilled, 0.9 * full);
}

TEST(MatmulCost, FewRowsLeaveUnitsIdle) {
    const auto h100 = gpuNamed("h100-sxm", {});
    double before = 0.0;
    for (int64_t m : {16, 64, 256, 1024, 8192}) {
        const double rate = tflops(*h100, {.m = m, .n = 4096, .k = 4096});
        EXPECT_GE(rate, before) << m;
        before = rate;
    }
    EXPECT_LT(tflops(*h100, {.m = 64, .n = 4096, .k = 4096}), 0.5 * before);
}

TEST(MatmulCost, ALongInnerDimensionIsSplit) {
    const auto a100 = gpuNamed("a100-sxm-80", {});
    // The weight gradient of a small layer: 18 tiles at most, and 65,536 rows to add up.
    const double rate = tflops(*a100, {.m = 768, .n = 768, .k = 65536});
    EXPECT_GT(rate, 0.5 * tflops(*a100, {.m = 8192, .n = 8192, .k = 8192}));
}

TEST(MatmulCost, Fp32TakesTheFp32Peak) {
    const auto a100 = gpuNamed("a100-sxm-80", {});
    const MatmulShape shape{.m = 8192, .n = 8192, .k = 8192, .dtype = DType::Fp32};
    EXPECT_LT(tflops(*a100, shape), 19.5);
}

}  // namespace
}  // namespace shardscope::core
