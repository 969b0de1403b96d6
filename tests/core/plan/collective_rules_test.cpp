// Rules about collectives in a plan: their arrays, their order, their number, what they move.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/core/plan/planned_step.h"

namespace shardscope::core {
namespace {

TEST(InPlaceR35, ReduceScatterAndAllGatherUseTheOwnSliceOfTheWholeArray) {
    const auto step = stepOf({.preset = "zero-1"}, 2);
    for (const Purpose purpose : {Purpose::Gradient, Purpose::Parameter}) {
        for (const Collective* call : collectives(*step, purpose)) {
            const bool scatter = call->kind == CollectiveKind::ReduceScatter;
            const TensorSpec& whole = step->plan.layout[scatter ? call->input : call->output];
            const TensorSpec& own = step->plan.layout[scatter ? call->output : call->input];
            EXPECT_EQ(own.buffer, whole.buffer);
            EXPECT_EQ(own.offset, 2 * whole.elements / 4);
            EXPECT_EQ(call->elements, whole.elements);
        }
    }
}

TEST(OrderR36, CollectivesWaitForTheirProducersAndReadersForTheCollective) {
    const auto step = stepOf({.preset = "zero-1"});
    std::map<BucketId, std::vector<std::string>> order;
    for (const auto& [action, m] : step->actions) {
        if (!action->bucket.valid()) continue;
        std::vector<std::string>& seen = order[action->bucket];
        if (std::holds_alternative<Collective>(action->what)) seen.push_back("collective");
        const auto* wait = std::get_if<WaitEvent>(&action->what);
        if (wait) seen.push_back(wait->stream == kCompute ? "compute waits" : "comm waits");
        const auto* launch = std::get_if<Launch>(&action->what);
        if (launch && std::holds_alternative<AdamW>(launch->operation)) seen.push_back("update");
    }
    for (const auto& [bucket, seen] : order) {
        EXPECT_EQ(seen,
                  (std::vector<std::string>{"comm waits", "collective", "compute waits", "update",
                                            "comm waits", "collective", "compute waits"}));
    }
}

TEST(WaitR38, ComputeWaitsForTheOldestBucketNotForTheWholeStream) {
    const auto step = stepOf({});
    std::vector<BucketId> waited, launched;
    for (const auto& [action, m] : step->actions) {
        const auto* call = std::get_if<Collective>(&action->what);
        if (call && call->purpose == Purpose::Gradient) launched.push_back(action->bucket);
        const auto* wait = std::get_if<WaitEvent>(&action->what);
        if (wait && wait->cause == WaitCause::InFlight) {
            EXPECT_NE(action->bucket, launched.back());
            waited.push_back(action->bucket);
        }
    }
    EXPECT_EQ(waited, std::vector<BucketId>{{0}});
}

TEST(GroupingR39, OneCallABucketNeverOneAParameter) {
    const auto step = stepOf({.preset = "zero-1"});
    EXPECT_EQ(collectives(*step, Purpose::Gradient).size(), 4U);
    EXPECT_EQ(collectives(*step, Purpose::Parameter).size(), 4U);
    EXPECT_GT(step->problem.graph.parameters.size(), 30U);
}

TEST(StagingR40, ConversionsForACollectiveAreBuffersOfThePlanWithATag) {
    const auto step = stepOf({.preset = "zero-1", .accumulate = DType::Fp32});
    for (const Collective* call : collectives(*step, Purpose::Gradient)) {
        EXPECT_EQ(call->dtype, DType::Bf16);
        EXPECT_EQ(step->plan.layout[step->plan.layout[call->input].buffer].category,
                  Category::Buckets);
    }
}

TEST(TrafficR41, ElementsPerParameterFollowThePaper) {
    const std::map<std::pair<std::string, int>, int64_t> expected{
        {{"zero-0", 1}, 2}, {{"zero-1", 1}, 2}, {{"zero-2", 1}, 2}, {{"zero-3", 1}, 3},
        {{"zero-0", 4}, 2}, {{"zero-1", 4}, 2}, {{"zero-2", 4}, 5}, {{"zero-3", 4}, 12}};
    for (const auto& [key, times] : expected) {
        const auto step = stepOf({.preset = key.first, .gradAccum = key.second});
        int64_t sent = 0;
        for (const Purpose purpose : {Purpose::Gradient, Purpose::Parameter}) {
            for (const Collective* call : collectives(*step, purpose)) {
                sent += call->elements * (call->kind == CollectiveKind::AllReduce ? 2 : 1);
            }
        }
        EXPECT_EQ(sent, times * step->problem.buckets.elements())
            << key.first << " G " << key.second;
    }
}

}  // namespace
}  // namespace shardscope::core
