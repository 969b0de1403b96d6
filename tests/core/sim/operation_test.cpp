// Operations on the roofline: which side decides, and what more bytes or arithmetic do.

#include "core/sim/cost/operation.h"

#include <gtest/gtest.h>

#include "core/sim/cost/work.h"
#include "core/sim/hardware_catalogue.h"

namespace shardscope::core {
namespace {

/// Tensors 0 … 11, all of one dtype.
Layout layoutOf(DType dtype) {
    Layout layout;
    for (int i = 0; i < 12; ++i) layout.tensors.push_back({.name = "t", .dtype = dtype});
    return layout;
}

TensorId t(int index) { return TensorId{index}; }

OperationCost costOf(const char* gpu, const Operation& operation, DType dtype = DType::Bf16) {
    return operationCost(*gpuNamed(gpu, {}), operation, layoutOf(dtype), 0);
}

core::Matmul product(int64_t m, int64_t n, int64_t k) {
    return {.a = t(0),
            .b = t(1),
            .bias = {},
            .c = t(2),
            .m = m,
            .n = n,
            .k = k,
            .transposeA = false,
            .transposeB = false,
            .write = Write::Overwrite};
}

TEST(OperationCost, LargeProductsWaitForArithmeticAndThinOnesForMemory) {
    EXPECT_EQ(costOf("h100-sxm", product(8192, 8192, 8192)).bound, Bound::Arithmetic);
    EXPECT_EQ(costOf("h100-sxm", product(1, 8192, 8192)).bound, Bound::Memory);
}

TEST(OperationCost, ElementwiseKernelsTakeTheirBytesOverTheBandwidth) {
    const GeluForward gelu{.in = t(0), .out = t(1), .elements = 1'000'000'000};
    const auto h100 = gpuNamed("h100-sxm", {});
    const double seconds = 4e9 / (h100->gpu.memoryBandwidthGBps * 1e9 * h100->kernels.streaming);
    const OperationCost cost = costOf("h100-sxm", gelu);
    EXPECT_EQ(cost.bound, Bound::Memory);
    EXPECT_NEAR(static_cast<double>(cost.durationNs), seconds * 1e9, 0.01 * seconds * 1e9);
    EXPECT_NEAR(static_cast<double>(costOf("h100-sxm", gelu, DType::Fp32).durationNs),
                2.0 * seconds * 1e9, 0.01 * seconds * 1e9);
}

TEST(OperationCost, ATinyOperationCostsItsLaunch) {
    const auto h100 = gpuNamed("h100-sxm", {});
    const ResidualAdd add{.a = t(0), .b = t(1), .out = t(2), .elements = 8};
    EXPECT_NEAR(static_cast<double>(costOf("h100-sxm", add).durationNs),
                h100->kernels.launchUs * 1e3, 10.0);
}

TEST(OperationCost, TheUpdateMovesWhatTheOptimizerKeeps) {
    // bf16 weights and gradients, fp32 master, momentum and variance: 2 + 2 + 3 * 4 * 2 bytes.
    Layout layout = layoutOf(DType::Bf16);
    for (int i : {3, 4, 5}) layout.tensors[static_cast<size_t>(i)].dtype = DType::Fp32;
    const AdamW update{.gradient = t(0),
                       .scalars = t(1),
                       .weights = t(2),
                       .master = t(3),
                       .momentum = t(4),
                       .variance = t(5),
                       .bucket = BucketId{0},
                       .first = 0,
                       .elements = 1000};
    EXPECT_DOUBLE_EQ(workOf(update, layout, 0).bytes, 28.0 * 1000);
}

TEST(OperationCost, AnAccumulatedGradientIsReadToo) {
    core::Matmul dW = product(1024, 1024, 4096);
    dW.write = Write::AccumulateAfterFirst;
    const Layout layout = layoutOf(DType::Bf16);
    EXPECT_DOUBLE_EQ(workOf(dW, layout, 1).bytes - workOf(dW, layout, 0).bytes, 2.0 * 1024 * 1024);
}

TEST(OperationCost, FlashAttentionMovesNoScores) {
    const Layout layout = layoutOf(DType::Bf16);
    const AttentionShape shape{
        .batch = 1, .sequence = 8192, .heads = 32, .kvHeads = 8, .columns = 128};
    const Work flash = workOf(
        FlashAttentionForward{
            .q = t(0), .k = t(1), .v = t(2), .out = t(3), .logSumExp = t(4), .shape = shape},
        layout, 0);
    const Work scores = workOf(
        GroupedAttentionForward{
            .q = t(0), .k = t(1), .v = t(2), .probabilities = t(4), .out = t(3), .shape = shape},
        layout, 0);
    EXPECT_LT(flash.bytes, 0.05 * scores.bytes);
    EXPECT_LT(flash.flops, 0.6 * scores.flops);  // a causal kernel skips what is masked
}

TEST(OperationCost, AFasterGpuIsFaster) {
    for (const Operation& operation :
         {Operation{product(4096, 4096, 4096)},
          Operation{GeluForward{.in = t(0), .out = t(1), .elements = 100'000'000}}}) {
        EXPECT_LT(costOf("h100-sxm", operation).durationNs,
                  costOf("a100-sxm-80", operation).durationNs);
        EXPECT_LT(costOf("b200-sxm", operation).durationNs,
                  costOf("h100-sxm", operation).durationNs);
    }
}

}  // namespace
}  // namespace shardscope::core
