// Rules about the end of a step in a plan: norm, overflow, states, the update.

#include <gtest/gtest.h>

#include "tests/core/plan/planned_step.h"

namespace shardscope::core {
namespace {

TEST(NormR26, ReadsOwnedElementsOnlyAndSumsOnceOverRanks) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        const auto step = stepOf({.preset = preset});
        int64_t elements = 0;
        for (const SquaredNorm* op : launches<SquaredNorm>(*step)) elements += op->elements;
        EXPECT_EQ(elements, step->problem.buckets.elements() / 4) << preset;
        EXPECT_EQ(collectives(*step, Purpose::Small).size(), 1U) << preset;
    }
    EXPECT_TRUE(collectives(*stepOf({.preset = "zero-0"}), Purpose::Small).empty());
}

TEST(OverflowR28, SkippingReleasesGradientsAndTouchesNothingElse) {
    const auto step =
        stepOf({.dtype = DType::Fp16, .reduce = DType::Fp16, .accumulate = DType::Fp16});
    EXPECT_TRUE(step->plan.branches);
    for (const Action& a : step->plan.skip) EXPECT_TRUE(std::holds_alternative<Free>(a.what));
    EXPECT_EQ(step->plan.skip.size(), 4U);
    EXPECT_TRUE(stepOf({})->plan.skip.empty());
}

TEST(MasterR31, Stages1And2KeepTheOwnedPartOnlyAndFp32NeedsNone) {
    const auto bytes = [](const Case& c) {
        const auto step = stepOf(c);
        int64_t sum = 0;
        for (const BufferSpec& b : step->plan.layout.buffers) {
            sum += b.category == Category::MasterWeights ? b.bytes : 0;
        }
        return sum;
    };
    const int64_t elements = problemOf({}).buckets.elements();
    EXPECT_EQ(bytes({.preset = "zero-0"}), 4 * elements);
    EXPECT_EQ(bytes({.preset = "zero-1"}), elements);
    EXPECT_EQ(bytes({.preset = "zero-2"}), elements);
    EXPECT_EQ(bytes({.dtype = DType::Fp32, .reduce = DType::Fp32, .accumulate = DType::Fp32}), 0);
}

TEST(StateR32, MomentsExistBeforeTheFirstStep) {
    const auto step = stepOf({});
    int64_t allocated = 0;
    for (const Action& a : step->setup.prologue) {
        const auto* allocate = std::get_if<Allocate>(&a.what);
        if (allocate && step->setup.layout[allocate->buffer].category == Category::OptimizerState) {
            allocated += step->setup.layout[allocate->buffer].bytes;
        }
    }
    EXPECT_EQ(allocated, 2 * step->problem.buckets.elements());
}

TEST(UpdateR33, TouchesOwnedElementsOnly) {
    for (int rank = 0; rank < 4; ++rank) {
        const auto step = stepOf({}, rank);
        for (const AdamW* op : launches<AdamW>(*step)) {
            const int64_t part = step->problem.buckets.shardElements(op->bucket);
            EXPECT_EQ(op->first, part * rank);
            EXPECT_EQ(op->elements, part);
            EXPECT_EQ(step->plan.layout[op->weights].offset, part * rank);
        }
    }
}

}  // namespace
}  // namespace shardscope::core
