// The race of products on the double, where an algorithm takes as long as a test says, and its table.

#include <gtest/gtest.h>

#include "core/plan/planner.h"
#include "tests/conformance/harness.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/products/race.h"

namespace shardscope::products {
namespace {

constexpr Rules kShort{.offers = 8, .heats = 1, .finalists = 3, .rounds = 3, .laps = 2};

/// Milliseconds that the double's algorithms take: far more than this machine needs between two calls.
struct Times {
    int64_t whole = 100, split = 100, anyOrder = 100;
};

/// Each test has shapes of its own: the engine remembers its choice as long as the process lives.
PlannedProduct productOf(int64_t m) {
    return {.name = "h.0.attn.c_proj",
            .shape = gpu::packedProduct(m, 8, 8, false, true, core::DType::Bf16, core::DType::Bf16),
            .times = 2};
}

class ProductRace : public testing::Test {
  protected:
    // The race runs what the engine must not: algorithms that add in any order.
    void SetUp() override {
        doubles::cuda::reset();
        doubles::cuda::collectViolations(&violations_);
    }
    void TearDown() override {
        doubles::cuda::collectViolations(nullptr);
        for (const std::string& violation : violations_) {
            EXPECT_NE(violation.find("an order that changes"), std::string::npos) << violation;
        }
        EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
    }
    static void pace(const Times& times) {
        doubles::cuda::setPace([times](const doubles::cuda::PacedWork& work) -> int64_t {
            if (work.kernel == "double_gemm") return 1000000 * times.whole;
            if (work.kernel == "double_gemm_split") return 1000000 * times.split;
            return work.kernel == "double_gemm_any_order" ? 1000000 * times.anyOrder : 0;
        });
    }
    static Finish run(int64_t m, const Times& times) {
        pace(times);
        const auto finish = race(doubles::cuda::cublasLtDouble(), productOf(m), kShort);
        EXPECT_TRUE(finish) << toString(finish.error());
        return finish ? *finish : Finish{};
    }
    std::vector<std::string> violations_;
};

TEST_F(ProductRace, OursIsTheBestOfThoseThatSumInOrder) {
    const Finish finish = run(16, {.whole = 100, .split = 80, .anyOrder = 200});
    EXPECT_EQ(finish.offers, 3);
    EXPECT_NEAR(finish.oursMs, 80, 1);
    EXPECT_NEAR(finish.bestMs, 80, 1);
    EXPECT_FALSE(finish.anyOrder);
}

TEST_F(ProductRace, AFasterOneThatSumsInAnyOrderIsTheBestAndMarked) {
    const Finish finish = run(17, {.whole = 100, .split = 120, .anyOrder = 90});
    EXPECT_NEAR(finish.oursMs, 100, 1);
    EXPECT_NEAR(finish.ratio(), 0.9, 0.02);
    EXPECT_TRUE(finish.anyOrder);
}

// What the engine chose for a shape stays: the race sees when it is no longer the best.
TEST_F(ProductRace, SeesThatOursIsNotTheBest) {
    EXPECT_NEAR(run(18, {.whole = 60, .split = 100}).ratio(), 1.0, 0.02);
    const Finish finish = run(18, {.whole = 60, .split = 30});
    EXPECT_NEAR(finish.oursMs, 60, 1);
    EXPECT_NEAR(finish.bestMs, 30, 1);
    EXPECT_NEAR(finish.ratio(), 0.5, 0.02);
}

TEST_F(ProductRace, WithoutAnAlgorithmSaysSo) {
    doubles::cuda::setDrills({.noAlgorithm = true});
    const auto finish = race(doubles::cuda::cublasLtDouble(), productOf(19), kShort);
    ASSERT_FALSE(finish);
    EXPECT_NE(toString(finish.error()).find("no algorithm"), std::string::npos);
}

TEST_F(ProductRace, WithoutRoomSaysSo) {
    for (int64_t refused = 1; refused <= 5; ++refused) {
        doubles::cuda::reset({}, {.fullFrom = refused});
        const auto finish = race(doubles::cuda::cublasLtDouble(), productOf(20), kShort);
        EXPECT_FALSE(finish) << refused;
        EXPECT_EQ(doubles::cuda::tally().liveBytes, 0) << refused;
    }
}

TEST(PlannedProducts, AreEachShapeOnceAndHowOften) {
    const conformance::Setting setting{.ranks = 1, .dtype = core::DType::Bf16, .layers = 3};
    const auto products = productsOf(conformance::problemOf(setting));
    ASSERT_TRUE(products);
    int64_t all = 0;
    for (const PlannedProduct& one : *products) {
        all += one.times;
        EXPECT_EQ(one.shape.inputs, core::DType::Bf16);
        EXPECT_FALSE(one.name.empty());
    }
    // Four products a layer and the head, each forward and twice backward.
    EXPECT_EQ(all, 3 * (4 * 3 + 1));
    EXPECT_LE(products->size(), 15U);
    EXPECT_EQ(products->front().times, 3) << "one a layer";
    EXPECT_TRUE(products->front().shape.bias);
}

Finish finishOf(const std::string& name, double ours, double best, bool anyOrder = false) {
    Finish finish{.product = productOf(21), .oursMs = ours, .bestMs = best, .offers = 7};
    finish.product.name = name;
    finish.anyOrder = anyOrder;
    return finish;
}

TEST(ProductTable, HasTheLeastRatioLastAndSaysIt) {
    const std::string table = tableOf({finishOf("worst", 1.0, 0.8, true),
                                       finishOf("best", 1.0, 1.0), finishOf("middle", 1.0, 0.96)});
    const size_t best = table.find("\nbest "), middle = table.find("\nmiddle "),
                 worst = table.find("\nworst ");
    EXPECT_LT(best, middle);
    EXPECT_LT(middle, worst);
    EXPECT_NE(table.find(" 0.800 < *\n"), std::string::npos) << table;
    EXPECT_EQ(table.find(" 0.960 <"), std::string::npos) << table;
    EXPECT_NE(
        table.find("matrix products: least 0.800 of cuBLASLt's best (worst), 2 of 3 at 0.95\n"),
        std::string::npos)
        << table;
}

TEST(ProductTable, WithoutProductsSaysSo) {
    EXPECT_NE(tableOf({}).find("matrix products: none"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::products
