#include <xxhash.h>

#include "tests/core/host/ops/bench.h"

namespace shardscope::core::test {
namespace {

/// Parameters of 200 and 300 elements; the second comes first in the bucket.
std::shared_ptr<Problem> twoParameters() {
    auto problem = std::make_shared<Problem>();
    problem->graph.parameters = {{.name = "a", .shape = {200}}, {.name = "b", .shape = {300}}};
    Bucket bucket;
    bucket.segments = {{.parameter = ParameterId{1}, .offset = 0, .elements = 300},
                       {.parameter = ParameterId{0}, .offset = 384, .elements = 200}};
    bucket.elements = 640;
    problem->buckets.buckets = {bucket};
    return problem;
}

struct Hashed {
    std::shared_ptr<Problem> problem = twoParameters();
    std::vector<uint16_t> weights = std::vector<uint16_t>(640);

    Hashed() {
        for (size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<uint16_t>(i * 40503u);
    }
    uint64_t of(int64_t first, int64_t elements) const {
        return hashWeightBlocks(weights.data() + first, DType::Bf16, *problem, BucketId{0}, first,
                                elements);
    }
};

TEST(WeightHash, ShardsSumToTheWhole) {
    const Hashed hashed;
    uint64_t sum = 0;
    for (int64_t first = 0; first < 640; first += 128) sum += hashed.of(first, 128);
    EXPECT_EQ(sum, hashed.of(0, 640));
}

TEST(WeightHash, IsTheDocumentedSumOverBlocksInDeclarationOrder) {
    const Hashed hashed;
    const auto block = [&](size_t begin, size_t count, uint64_t index) {
        return XXH3_64bits_withSeed(hashed.weights.data() + begin, count * 2, index);
    };
    // "a" has blocks 0 and 1, "b" 2 to 4; the last of each is short.
    EXPECT_EQ(hashed.of(0, 640), block(384, 128, 0) + block(512, 72, 1) + block(0, 128, 2) +
                                     block(128, 128, 3) + block(256, 44, 4));
}

TEST(WeightHash, SeesEveryRealBitAndNoPadding) {
    Hashed hashed;
    const uint64_t before = hashed.of(0, 640);
    for (size_t i = 0; i < 640; ++i) {
        hashed.weights[i] ^= 1;
        const bool real = i < 300 || (i >= 384 && i < 584);
        EXPECT_EQ(hashed.of(0, 640) != before, real) << i;
        hashed.weights[i] ^= 1;
    }
}

TEST(WeightHash, SeesSwappedBlocks) {
    Hashed hashed;
    const uint64_t before = hashed.of(0, 640);
    std::swap_ranges(hashed.weights.begin(), hashed.weights.begin() + 128,
                     hashed.weights.begin() + 128);
    EXPECT_NE(hashed.of(0, 640), before);
}

}  // namespace
}  // namespace shardscope::core::test
