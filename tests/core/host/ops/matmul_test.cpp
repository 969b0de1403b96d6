#include <cmath>
#include <thread>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

constexpr int64_t kM = 19, kN = 33, kK = 21;

struct Case {
    DType a = DType::Fp32, b = DType::Fp32, c = DType::Fp32;
    bool transposeA = false, transposeB = false, bias = false;
    Write write = Write::Overwrite;
    int microBatch = 0;
};

/// Runs one product and returns {result, exact result before rounding}.
std::pair<Values, Values> runCase(const Case& t) {
    Workbench bench;
    bench.scalars.microBatch = t.microBatch;
    const TensorId a = bench.random(kM * kK, 1, t.a), b = bench.random(kK * kN, 2, t.b);
    const TensorId c = bench.random(kM * kN, 3, t.c);
    const TensorId bias = t.bias ? bench.random(kN, 4, t.a) : TensorId{};
    const bool adds = t.write == Write::Accumulate ||
                      (t.write == Write::AccumulateAfterFirst && t.microBatch > 0);
    Values exact(kM * kN, 0.0);
    if (adds) exact = bench.get(c);
    const Values x = bench.get(a), y = bench.get(b);
    const Values offset = t.bias ? bench.get(bias) : Values(kN, 0.0);
    for (size_t i = 0; i < kM; ++i) {
        for (size_t j = 0; j < kN; ++j) {
            exact[i * kN + j] += offset[j];
            for (size_t k = 0; k < kK; ++k) {
                exact[i * kN + j] += x[t.transposeA ? k * kM + i : i * kK + k] *
                                     y[t.transposeB ? j * kK + k : k * kN + j];
            }
        }
    }
    bench.run(Matmul{.a = a,
                     .b = b,
                     .bias = bias,
                     .c = c,
                     .m = kM,
                     .n = kN,
                     .k = kK,
                     .transposeA = t.transposeA,
                     .transposeB = t.transposeB,
                     .write = t.write});
    return {bench.get(c), exact};
}

/// Relative spacing of a type's numbers, halved, with room for the fp32 sum.
double unitOf(DType dtype) {
    if (dtype == DType::Fp32) return 2e-6;
    return dtype == DType::Bf16 ? 0x1.01p-8 : 0x1.02p-11;
}

void expectClose(const Case& t) {
    const auto [result, exact] = runCase(t);
    for (size_t i = 0; i < exact.size(); ++i) {
        ASSERT_NEAR(result[i], exact[i], unitOf(t.c) * std::abs(exact[i]) + 4e-6)
            << nameOf(t.a) << nameOf(t.b) << nameOf(t.c) << t.transposeA << t.transposeB << t.bias
            << static_cast<int>(t.write);
    }
}

TEST(HostMatmul, IsRightForEveryTypeTransposeBiasAndWriteMode) {
    constexpr DType types[] = {DType::Fp32, DType::Bf16, DType::Fp16};
    for (DType in : types) {
        for (DType out : types) {
            for (int bits = 0; bits < 8; ++bits) {
                for (Write write : {Write::Overwrite, Write::Accumulate}) {
                    const bool bias = (bits & 4) && write == Write::Overwrite;
                    expectClose({.a = in,
                                 .b = in,
                                 .c = out,
                                 .transposeA = (bits & 1) != 0,
                                 .transposeB = (bits & 2) != 0,
                                 .bias = bias,
                                 .write = write});
                }
            }
        }
    }
}

TEST(HostMatmul, MultipliesOperandsOfDifferentTypes) {
    expectClose({.a = DType::Bf16, .b = DType::Fp32, .c = DType::Bf16});
    expectClose({.a = DType::Fp16, .b = DType::Bf16, .c = DType::Fp32});
}

TEST(HostMatmul, AccumulatesAfterTheFirstMicroBatchOnly) {
    for (int microBatch : {0, 1}) {
        expectClose({.a = DType::Bf16,
                     .b = DType::Bf16,
                     .c = DType::Fp32,
                     .write = Write::AccumulateAfterFirst,
                     .microBatch = microBatch});
    }
}

TEST(HostMatmul, AccumulationRoundsTheSumOnce) {
    // 256 + (1 + 2^-10) is just above the middle of bf16's 256 and 258; a product rounded first is 1,
    // and 257 would go to the even 256.
    Workbench bench;
    const TensorId a = bench.tensor({1.0, 0x1p-5}, DType::Bf16);
    const TensorId b = bench.tensor({1.0, 0x1p-5}, DType::Bf16);
    const TensorId c = bench.tensor({256.0}, DType::Bf16);
    bench.run(Matmul{.a = a,
                     .b = b,
                     .bias = {},
                     .c = c,
                     .m = 1,
                     .n = 1,
                     .k = 2,
                     .transposeA = false,
                     .transposeB = false,
                     .write = Write::Accumulate});
    EXPECT_EQ(bench.get(c), Values{258.0});
}

TEST(HostMatmul, GivesTheSameBitsOnEveryThread) {
    for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16}) {
        const Case t{.a = dtype, .b = dtype, .c = DType::Fp32, .transposeB = true};
        const Values here = runCase(t).first;
        Values there;
        std::thread([&] { there = runCase(t).first; }).join();
        EXPECT_EQ(here, there);
    }
}

TEST(HostMatmul, GradientsMatchFiniteDifferences) {
    Workbench bench;
    const TensorId x = bench.random(6 * 5, 1), w = bench.random(5 * 7, 2),
                   bias = bench.random(7, 3);
    const TensorId y = bench.output(6 * 7), dY = bench.random(6 * 7, 4);
    const TensorId dX = bench.output(6 * 5), dW = bench.output(5 * 7), dBias = bench.output(7);
    const auto product = [&](TensorId a, TensorId b, TensorId offset, TensorId c, int64_t m,
                             int64_t n, int64_t k, bool transposeA, bool transposeB) {
        bench.run(Matmul{.a = a,
                         .b = b,
                         .bias = offset,
                         .c = c,
                         .m = m,
                         .n = n,
                         .k = k,
                         .transposeA = transposeA,
                         .transposeB = transposeB,
                         .write = Write::Overwrite});
    };
    const auto forward = [&] { product(x, w, bias, y, 6, 7, 5, false, false); };
    forward();
    product(dY, w, {}, dX, 6, 5, 7, false, true);
    product(x, dY, {}, dW, 5, 7, 6, true, false);
    bench.run(BiasGradient{
        .dOut = dY, .dBias = dBias, .rows = 6, .columns = 7, .write = Write::Overwrite});
    const Values weights = bench.get(dY);
    for (auto [input, gradient] : {std::pair{x, dX}, std::pair{w, dW}, std::pair{bias, dBias}}) {
        expectGradient(bench, input, y, weights, bench.get(gradient), forward);
    }
}

TEST(HostBiasGradient, SumsInFp32AndAccumulatesWithOneRounding) {
    Workbench bench;
    // 300 ones: bf16 sums would stop at 256.
    const TensorId dOut = bench.tensor(Values(600, 1.0), DType::Bf16);
    const TensorId dBias = bench.tensor({4.0, 8.0}, DType::Bf16);
    BiasGradient gradient{
        .dOut = dOut, .dBias = dBias, .rows = 300, .columns = 2, .write = Write::Accumulate};
    bench.run(gradient);
    EXPECT_EQ(bench.get(dBias), (Values{304.0, 308.0}));
    gradient.write = Write::Overwrite;
    bench.run(gradient);
    EXPECT_EQ(bench.get(dBias), (Values{300.0, 300.0}));
}

}  // namespace
}  // namespace shardscope::core::test
