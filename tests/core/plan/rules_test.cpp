// Rules of "what an executor must get right" that a plan shows without being run.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "core/plan/layout.h"
#include "core/plan/planner.h"

namespace shardscope::core {
namespace {

struct Case {
    std::string preset = "zero-2";
    int ranks = 4, gradAccum = 1;
    DType dtype = DType::Bf16, reduce = DType::Bf16, accumulate = DType::Bf16;
    bool poison = false;
    std::string model = "gpt";
};

Problem problemOf(const Case& c) {
    Workload w;
    w.model = {.name = c.model, .layers = 3, .hidden = 12, .heads = 3, .vocab = 40, .sequence = 8};
    w.gradAccum = c.gradAccum;
    w.dtype = c.dtype;
    w.reduceDtype = c.reduce;
    w.accumulateDtype = c.accumulate;
    Problem p = *makeProblem(w, *presetNamed(c.preset, "test"), c.ranks);
    p.poison = c.poison;
    return p;
}

struct Step {
    Problem problem;
    StepPlan setup, plan;
    std::vector<std::pair<const Action*, int>> actions;  // expanded, with the micro-batch
};

std::unique_ptr<Step> stepOf(const Case& c, int rank = 1) {
    auto step = std::make_unique<Step>();
    step->problem = problemOf(c);
    step->setup = *planSetup(step->problem, Rank{rank});
    step->plan = *planStep(step->problem, Rank{rank});
    forEachAction(step->plan, true,
                  [&](const Action& a, int m) { step->actions.emplace_back(&a, m); });
    return step;
}

template <class Kind>
std::vector<const Action*> all(const Step& step) {
    std::vector<const Action*> found;
    for (const auto& [action, m] : step.actions) {
        if (std::holds_alternative<Kind>(action->what)) found.push_back(action);
    }
    return found;
}

template <class Op>
std::vector<const Op*> launches(const Step& step) {
    std::vector<const Op*> found;
    for (const Action* action : all<Launch>(step)) {
        const auto* op = std::get_if<Op>(&std::get<Launch>(action->what).operation);
        if (op) found.push_back(op);
    }
    return found;
}

std::vector<const Collective*> collectives(const Step& step, Purpose purpose) {
    std::vector<const Collective*> found;
    for (const Action* action : all<Collective>(step)) {
        const auto& call = std::get<Collective>(action->what);
        if (call.purpose == purpose) found.push_back(&call);
    }
    return found;
}

size_t positionOf(const Step& step, const std::function<bool(const Action&, int)>& matches) {
    for (size_t i = 0; i < step.actions.size(); ++i) {
        if (matches(*step.actions[i].first, step.actions[i].second)) return i;
    }
    ADD_FAILURE() << "no such action";
    return 0;
}

bool isFree(const Action& a, const Step& step, Category category, BucketId bucket) {
    const auto* free = std::get_if<Free>(&a.what);
    return free && step.plan.layout[free->buffer].category == category && a.bucket == bucket;
}

TEST(LayoutR2, TheDefaultSplitsEachBucketAmongAllRanks) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        const auto step = stepOf({.preset = preset});
        EXPECT_EQ(step->problem.strategy.layout, ShardLayout::PerBucket);
        for (const Collective* call : collectives(*step, Purpose::Gradient)) {
            EXPECT_EQ(call->kind, CollectiveKind::ReduceScatter);
            EXPECT_EQ(step->plan.layout[call->output].elements * 4, call->elements);
        }
    }
}

TEST(SingleRankR6, HasNoCollectiveAtAnyStage) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        EXPECT_TRUE(all<Collective>(*stepOf({.preset = preset, .ranks = 1}, 0)).empty()) << preset;
    }
}

TEST(ReadinessR11, ATiedBucketIsBornAtTheHeadAndReadyLast) {
    const auto step = stepOf({});
    std::vector<BucketId> born, ready;
    for (const auto& [action, m] : step->actions) {
        const auto* allocate = std::get_if<Allocate>(&action->what);
        if (allocate && step->plan.layout[allocate->buffer].category == Category::Gradients) {
            born.push_back(action->bucket);
        }
        const auto* mark = std::get_if<Mark>(&action->what);
        if (mark && mark->kind == MarkKind::GradientReady) ready.push_back(action->bucket);
    }
    EXPECT_EQ(born, (std::vector<BucketId>{{3}, {0}, {1}, {2}}));
    EXPECT_EQ(ready, (std::vector<BucketId>{{0}, {1}, {2}, {3}}));
}

TEST(ReadinessR13, EachBucketIsLaunchedOnceAMicroBatch) {
    const auto step = stepOf({.gradAccum = 3});
    std::map<std::pair<int, BucketId>, int> launched;
    for (const auto& [action, m] : step->actions) {
        const auto* call = std::get_if<Collective>(&action->what);
        if (call && call->purpose == Purpose::Gradient) ++launched[{m, action->bucket}];
    }
    EXPECT_EQ(launched.size(), 3U * 4U);
    for (const auto& [key, count] : launched) EXPECT_EQ(count, 1);
}

TEST(LifetimeR14, Stage0AllReducesInPlaceAndFreesAfterTheUpdate) {
    const auto step = stepOf({.preset = "zero-0"});
    for (const Collective* call : collectives(*step, Purpose::Gradient)) {
        EXPECT_EQ(call->kind, CollectiveKind::AllReduce);
        EXPECT_EQ(call->input, call->output);
    }
    for (int b = 0; b < 4; ++b) {
        const size_t update = positionOf(*step, [&](const Action& a, int) {
            const auto* launch = std::get_if<Launch>(&a.what);
            return launch && std::holds_alternative<AdamW>(launch->operation) &&
                   a.bucket == BucketId{b};
        });
        const size_t free = positionOf(*step, [&](const Action& a, int) {
            return isFree(a, *step, Category::Gradients, BucketId{b});
        });
        EXPECT_LT(update, free);
    }
}

TEST(LifetimeR15, Stage1PoisonsWhatIsDeadInDebugPlans) {
    const auto step = stepOf({.preset = "zero-1", .poison = true});
    int64_t poisoned = 0;
    for (const Poison* p : launches<Poison>(*step)) poisoned += p->elements;
    EXPECT_EQ(poisoned, step->problem.buckets.elements() * 3 / 4);
    EXPECT_TRUE(launches<Poison>(*stepOf({.preset = "zero-1", .poison = false})).empty());
}

TEST(LifetimeR16, Stage2FreesABucketOnlyAfterComputeWaitedForItsReduction) {
    const auto step = stepOf({.gradAccum = 2});
    std::set<BucketId> waited;
    for (const auto& [action, m] : step->actions) {
        const auto* wait = std::get_if<WaitEvent>(&action->what);
        if (wait && wait->stream == kCompute &&
            (wait->cause == WaitCause::InFlight || wait->cause == WaitCause::Drain)) {
            waited.insert(action->bucket);
        }
        for (int b = 0; b < 4; ++b) {
            if (!isFree(*action, *step, Category::Gradients, BucketId{b})) continue;
            EXPECT_EQ(waited.erase(BucketId{b}), 1U);
        }
    }
}

TEST(StallR17, WaitingForTheOldestReductionIsAWaitOfItsOwnCause) {
    const auto step = stepOf({});
    int inFlight = 0;
    for (const Action* a : all<WaitEvent>(*step)) {
        inFlight += std::get<WaitEvent>(a->what).cause == WaitCause::InFlight;
    }
    EXPECT_EQ(inFlight, 1);  // three untied buckets, two in flight
}

TEST(Stage3R18, GathersEveryBucketTwiceAMicroBatchAndReturnsNothing) {
    const auto step = stepOf({.preset = "zero-3", .gradAccum = 2});
    std::map<BucketId, int> gathers;
    for (const Action* a : all<Collective>(*step)) {
        const auto& call = std::get<Collective>(a->what);
        if (call.purpose != Purpose::Parameter) continue;
        EXPECT_EQ(call.kind, CollectiveKind::AllGather);
        EXPECT_NE(a->phase, Phase::Optimizer);
        ++gathers[a->bucket];
    }
    EXPECT_EQ(gathers.size(), 4U);
    for (const auto& [bucket, count] : gathers) EXPECT_EQ(count, 4);
}

TEST(AccumulationR20, Stages0And1ReduceOncePerStepInTheLastMicroBatch) {
    for (const char* preset : {"zero-0", "zero-1"}) {
        const auto step = stepOf({.preset = preset, .gradAccum = 4});
        for (const auto& [action, m] : step->actions) {
            const auto* call = std::get_if<Collective>(&action->what);
            if (call && call->purpose == Purpose::Gradient) {
                EXPECT_EQ(m, 3) << preset;
            }
        }
    }
}

TEST(AccumulationR20, Stages0And1AddEveryContributionIntoTheFullGradient) {
    const auto step = stepOf({.preset = "zero-1", .gradAccum = 4});
    for (const BiasGradient* op : launches<BiasGradient>(*step)) {
        EXPECT_EQ(op->write, Write::AccumulateAfterFirst);
    }
    for (const TokenEmbeddingBackward* op : launches<TokenEmbeddingBackward>(*step)) {
        EXPECT_EQ(op->write, Write::Accumulate);
    }
    const auto second = stepOf({.gradAccum = 4});
    for (const BiasGradient* op : launches<BiasGradient>(*second)) {
        EXPECT_EQ(op->write, Write::Overwrite);
    }
}

TEST(ScaleR22, TheLossGradientIsTheOnlyOperationThatKnowsTheScale) {
    // One operation a micro-batch divides by G·N; collectives are plain sums and have no factor.
    EXPECT_EQ(launches<CrossEntropyBackward>(*stepOf({.gradAccum = 4})).size(), 4U);
}

TEST(AccumulatorR23, Fp32AccumulationIsCountedInFullAtStage1AndByShardAtStage2) {
    for (const char* preset : {"zero-1", "zero-2"}) {
        const auto step = stepOf({.preset = preset, .gradAccum = 2, .accumulate = DType::Fp32});
        int64_t full = 0, shards = 0, staging = 0;
        for (const BufferSpec& b : step->plan.layout.buffers) {
            if (b.category == Category::Gradients) full += b.bytes;
            if (b.category == Category::GradientShards) shards += b.bytes;
            if (b.category == Category::Buckets) staging += b.bytes;
        }
        const int64_t elements = step->problem.buckets.elements();
        EXPECT_EQ(full, 4 * elements);
        EXPECT_EQ(staging, 2 * elements);
        EXPECT_EQ(shards, std::string(preset) == "zero-2" ? elements : 0);
    }
}

TEST(IncomingR24, FromTheSecondMicroBatchOnTheReducedPartHasABufferOfItsOwn) {
    const auto step = stepOf({.gradAccum = 2});
    std::map<int, int> incoming;
    for (const auto& [action, m] : step->actions) {
        const auto* allocate = std::get_if<Allocate>(&action->what);
        if (allocate && action->name.starts_with("incoming")) ++incoming[m];
    }
    EXPECT_EQ(incoming, (std::map<int, int>{{1, 4}}));
    EXPECT_EQ(launches<AddInto>(*step).size(), 4U);
}

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

TEST(Strategy, WhatCannotBeIsRefusedWithTheRule) {
    Strategy s = *presetNamed("zero-2", "test");
    s.layout = ShardLayout::Contiguous;
    EXPECT_NE(validate(s).error().message.find("reduce-scatter needs"), std::string::npos);
    s = *presetNamed("zero-1", "test");
    s.storage = FullGradientStorage::FreedPerBucket;
    EXPECT_NE(validate(s).error().message.find("freed-per-bucket needs every"), std::string::npos);
    s = *presetNamed("zero-2", "test");
    s.inFlight = 0;
    EXPECT_FALSE(validate(s));
    s = *presetNamed("zero-1", "test");
    s.collective = GradientCollective::ReduceToOwner;
    EXPECT_FALSE(validate(s));
    EXPECT_FALSE(presetNamed("zero-4", "--stage"));
    EXPECT_NE(presetNamed("zero2", "--strategy").error().message.find("zero-2"), std::string::npos);
}

TEST(Strategy, SystemsAreNamedPoints) {
    for (std::string_view name : presetNames()) {
        const Strategy s = *presetNamed(name, "test");
        EXPECT_TRUE(validate(s)) << name;
        EXPECT_FALSE(describePreset(name).empty()) << name;
        EXPECT_EQ(stageOf(s) >= 0, name.starts_with("zero-")) << name;
    }
    EXPECT_NE(presetNamed("deepspeed2", "--strategy").error().message.find("deepspeed-2"),
              std::string::npos);
}

TEST(Omission, NeedsSomethingToLeaveOut) {
    Strategy s = *presetNamed("zero-0", "test");
    s.omit = Omit::ReduceScatter;
    EXPECT_FALSE(makeProblem(Workload{}, s, 2));
    s = *presetNamed("zero-3", "test");
    s.omit = Omit::AllGather;
    EXPECT_FALSE(makeProblem(Workload{}, s, 2));
}

}  // namespace
}  // namespace shardscope::core
