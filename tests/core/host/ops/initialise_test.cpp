#include "core/host/ops/initialise.h"

#include <algorithm>
#include <cmath>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

/// A bucket of a normal matrix (300 elements from 0), ones (10 from 384) and integers (64 from 512).
std::shared_ptr<Problem> threeParameters(uint64_t seed) {
    auto problem = std::make_shared<Problem>();
    problem->workload.seed = seed;
    problem->graph.parameters = {
        {.name = "matrix", .shape = {300}, .deviation = 0.02},
        {.name = "gain", .shape = {10}, .initializer = Initializer::Ones},
        {.name = "integers", .shape = {64}, .initializer = Initializer::Integers}};
    Bucket bucket;
    bucket.segments = {{.parameter = ParameterId{0}, .offset = 0, .elements = 300},
                       {.parameter = ParameterId{1}, .offset = 384, .elements = 10},
                       {.parameter = ParameterId{2}, .offset = 512, .elements = 64}};
    bucket.elements = 640;
    problem->buckets.buckets = {bucket};
    return problem;
}

Values initialise(int64_t first, int64_t elements, DType dtype, uint64_t seed = 0) {
    Workbench bench;
    bench.problem = threeParameters(seed);
    const TensorId tensor = bench.output(elements, dtype);
    bench.run(InitializeWeights{
        .tensor = tensor, .bucket = BucketId{0}, .first = first, .elements = elements});
    return bench.get(tensor);
}

TEST(HostInitialise, AnySliceHasTheSameValues) {
    const Values whole = initialise(0, 640, DType::Fp32);
    for (int64_t first : {0, 128, 256, 384, 512}) {
        EXPECT_EQ(initialise(first, 128, DType::Fp32),
                  Values(whole.begin() + first, whole.begin() + first + 128));
    }
}

TEST(HostInitialise, WorkingWeightsAreTheRoundedMaster) {
    for (DType dtype : {DType::Bf16, DType::Fp16}) {
        Workbench bench;
        const TensorId rounded = bench.tensor(initialise(0, 640, DType::Fp32), dtype);
        EXPECT_EQ(initialise(0, 640, dtype), bench.get(rounded));
    }
}

TEST(HostInitialise, FollowsEachParametersInitialiserAndZeroesPadding) {
    const Values values = initialise(0, 640, DType::Fp32);
    for (size_t i = 300; i < 384; ++i) EXPECT_EQ(values[i], 0.0);
    for (size_t i = 384; i < 394; ++i) EXPECT_EQ(values[i], 1.0);
    for (size_t i = 394; i < 512; ++i) EXPECT_EQ(values[i], 0.0);
    for (size_t i = 512; i < 576; ++i) {
        EXPECT_TRUE(values[i] >= 0.0 && values[i] <= 7.0 && values[i] == std::floor(values[i]));
    }
}

TEST(HostInitialise, SeedsGiveDifferentWeights) {
    EXPECT_NE(initialise(0, 128, DType::Fp32, 0), initialise(0, 128, DType::Fp32, 1));
}

TEST(HostInitialise, NormalValuesHaveTheMomentsOfANormalDistribution) {
    const Parameter parameter{.name = "w", .shape = {1}, .deviation = 2.0};
    constexpr int kCount = 200000;
    double sum = 0.0, squares = 0.0, fourths = 0.0, neighbours = 0.0, previous = 0.0;
    for (int i = 0; i < kCount; ++i) {
        const double x = ops::initialValue(parameter, ParameterId{3}, 42, i) / 2.0;
        sum += x;
        squares += x * x;
        fourths += x * x * x * x;
        neighbours += x * previous;
        previous = x;
    }
    EXPECT_NEAR(sum / kCount, 0.0, 0.01);
    EXPECT_NEAR(squares / kCount, 1.0, 0.015);
    EXPECT_NEAR(fourths / kCount, 2.9, 0.1);  // 3 - 1.2/12: a sum of twelve uniform variates
    EXPECT_NEAR(neighbours / kCount, 0.0, 0.01);
}

}  // namespace
}  // namespace shardscope::core::test
