#include "core/plan/check_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/plan/planner.h"

namespace shardscope::core {
namespace {

struct Case {
    std::string model, preset, bucket = "layer";
    int ranks = 4, gradAccum = 1, inFlight = 2;
    bool overlap = true;
    DType dtype = DType::Bf16, reduce = DType::Bf16, accumulate = DType::Bf16;
    bool poison = true;
    int shardGroup = 0;
    Attention attention = Attention::Materialized;
    Checkpointing checkpointing = Checkpointing::None;
};

Problem problemOf(const Case& c) {
    Workload w;
    w.model = {.name = c.model, .layers = 3, .hidden = 12, .heads = 3, .vocab = 40, .sequence = 8};
    w.attention = c.attention;
    w.checkpointing = c.checkpointing;
    w.gradAccum = c.gradAccum;
    w.dtype = c.dtype;
    w.reduceDtype = c.reduce;
    w.accumulateDtype = c.accumulate;
    Strategy s = *presetNamed(c.preset, "test");
    s.bucket = *parseBucketSize(c.bucket, 2, "test");
    s.inFlight = c.inFlight;
    s.shardGroup = c.shardGroup;
    s.reduceDType = s.accumulateDType = GradientDType::AsWorkload;
    s.overlap = c.overlap;
    Problem p = *makeProblem(w, s, c.ranks);
    p.poison = c.poison;
    return p;
}

constexpr const char* kSystems[] = {"ddp",   "deepspeed-1", "deepspeed-2", "megatron",
                                    "fsdp2", "llm.c",       "torch-zero"};

std::vector<Case> grid() {
    std::vector<Case> cases;
    for (const char* model : {"gpt", "mlp", "conformance"})
        for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"})
            for (int ranks : {1, 2, 3, 4, 8})
                for (int g : {1, 4})
                    for (const char* bucket : {"layer", "700", "1", "1000000"})
                        for (int inFlight : {1, 2, 3})
                            for (bool overlap : {true, false})
                                cases.push_back({.model = model,
                                                 .preset = preset,
                                                 .bucket = bucket,
                                                 .ranks = ranks,
                                                 .gradAccum = g,
                                                 .inFlight = inFlight,
                                                 .overlap = overlap});
    for (const char* preset : kSystems)
        for (int ranks : {1, 2, 3, 8})
            for (int g : {1, 4})
                for (const char* bucket : {"layer", "700", "1000000"})
                    for (bool overlap : {true, false})
                        cases.push_back({.model = "gpt",
                                         .preset = preset,
                                         .bucket = bucket,
                                         .ranks = ranks,
                                         .gradAccum = g,
                                         .overlap = overlap});
    for (std::string_view preset : presetNames())
        for (int g : {1, 2})
            for (DType dtype : {DType::Fp32, DType::Bf16, DType::Fp16})
                for (DType reduce : {DType::Fp32, DType::Bf16})
                    for (DType accumulate : {DType::Fp32, DType::Bf16})
                        cases.push_back({.model = "gpt",
                                         .preset = std::string(preset),
                                         .gradAccum = g,
                                         .dtype = dtype,
                                         .reduce = reduce,
                                         .accumulate = accumulate});
    for (const char* model : {"llama", "gpt"})
        for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"})
            for (int g : {1, 2})
                for (const char* bucket : {"layer", "700"})
                    for (bool overlap : {true, false})
                        for (auto [attention, checkpointing] :
                             {std::pair{Attention::Materialized, Checkpointing::None},
                              {Attention::Materialized, Checkpointing::Selective},
                              {Attention::Flash, Checkpointing::Full}})
                            cases.push_back({.model = model,
                                             .preset = preset,
                                             .bucket = bucket,
                                             .ranks = 3,
                                             .gradAccum = g,
                                             .overlap = overlap,
                                             .attention = attention,
                                             .checkpointing = checkpointing});
    return cases;
}

TEST(CheckPlan, EveryPlanOfTheGridIsSafe) {
    for (const Case& c : grid()) {
        const Problem p = problemOf(c);
        for (Rank rank : {Rank{0}, Rank{c.ranks - 1}}) {
            const auto violations = checkPlan(*planSetup(p, rank), *planStep(p, rank));
            ASSERT_TRUE(violations.empty()) << fmt::format(
                "{} {} ranks {} G {} bucket {} k {} overlap {}: {}", c.model, c.preset, c.ranks,
                c.gradAccum, c.bucket, c.inFlight, c.overlap, violations.front());
        }
    }
}

TEST(CheckPlan, AllRanksLaunchTheSameCollectivesR9) {
    for (const Case& c : grid()) {
        if (c.ranks != 3) continue;
        const Problem p = problemOf(c);
        std::vector<StepPlan> steps;
        for (int r = 0; r < c.ranks; ++r) steps.push_back(*planStep(p, Rank{r}));
        EXPECT_TRUE(checkRanksAgree(steps).empty());
    }
}

template <class What>
size_t countOf(const std::vector<Action>& actions) {
    return static_cast<size_t>(std::count_if(actions.begin(), actions.end(), [](const Action& a) {
        return std::holds_alternative<What>(a.what);
    }));
}

using Actions = std::vector<Action>;

Actions withoutWait(Actions actions, size_t at) {
    actions.erase(actions.begin() + static_cast<long>(at));
    return actions;
}

Actions withoutWaitsOf(Actions actions, StreamId stream) {
    std::erase_if(actions, [&](const Action& a) {
        const auto* wait = std::get_if<WaitEvent>(&a.what);
        return wait && wait->stream == stream;
    });
    return actions;
}

/// R42: whichever wait is dropped from a plan, the checker notices. Streams are FIFO, so one wait may
/// be implied by a later one for the same stream; then dropping all of the stream's is what it notices.
TEST(FaultDrillR42, DroppingEventWaitsIsCaught) {
    for (const char* preset : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        const Problem p = problemOf({.model = "gpt", .preset = preset, .gradAccum = 2});
        const StepPlan setup = *planSetup(p, Rank{1});
        const StepPlan step = *planStep(p, Rank{1});
        int alone = 0, together = 0;
        for (auto list : {&StepPlan::microBatch, &StepPlan::epilogue, &StepPlan::commit}) {
            for (size_t i = 0; i < (step.*list).size(); ++i) {
                if (!std::holds_alternative<WaitEvent>((step.*list)[i].what)) continue;
                StepPlan broken = step;
                broken.*list = withoutWait(step.*list, i);
                if (!checkPlan(setup, broken).empty()) {
                    ++alone;
                    continue;
                }
                ++together;
                broken.*list =
                    withoutWaitsOf(step.*list, std::get<WaitEvent>((step.*list)[i].what).stream);
                EXPECT_FALSE(checkPlan(setup, broken).empty())
                    << preset << " without " << describe((step.*list)[i], step.layout);
            }
        }
        EXPECT_GT(alone, 2 * together) << preset;
    }
}

TEST(FaultDrillR42, DroppingEventWaitsIsCaughtForEverySystem) {
    for (const char* preset : kSystems) {
        const Problem p = problemOf({.model = "gpt", .preset = preset, .gradAccum = 2});
        const StepPlan setup = *planSetup(p, Rank{1});
        const StepPlan step = *planStep(p, Rank{1});
        int alone = 0;
        for (auto list : {&StepPlan::microBatch, &StepPlan::epilogue, &StepPlan::commit}) {
            for (size_t i = 0; i < (step.*list).size(); ++i) {
                const auto* wait = std::get_if<WaitEvent>(&(step.*list)[i].what);
                if (!wait) continue;
                StepPlan broken = step;
                broken.*list = withoutWait(step.*list, i);
                if (!checkPlan(setup, broken).empty()) {
                    ++alone;
                    continue;
                }
                broken.*list = withoutWaitsOf(step.*list, wait->stream);
                EXPECT_FALSE(checkPlan(setup, broken).empty())
                    << preset << " without " << describe((step.*list)[i], step.layout);
            }
        }
        EXPECT_GT(alone, 4) << preset;
    }
}

TEST(CheckPlan, ShardGroupsAreSafeAndRanksOfAGroupAgree) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3", "megatron", "llm.c", "fsdp2"}) {
        for (int group : {1, 2, 4}) {
            for (int g : {1, 2}) {
                const Problem p = problemOf(
                    {.model = "gpt", .preset = preset, .gradAccum = g, .shardGroup = group});
                std::vector<StepPlan> steps;
                for (int r = 0; r < 4; ++r) {
                    steps.push_back(*planStep(p, Rank{r}));
                    const auto violations = checkPlan(*planSetup(p, Rank{r}), steps.back());
                    ASSERT_TRUE(violations.empty()) << preset << ": " << violations.front();
                }
                EXPECT_TRUE(checkRanksAgree(steps).empty()) << preset << " S " << group;
            }
        }
    }
}

/// The axes are independent choices: whatever validate() lets through is a safe plan.
TEST(CheckPlan, EveryCombinationOfAxesIsRefusedOrSafe) {
    constexpr int kChoices[] = {2, 5, 3, 2, 4, 3, 3, 4, 2, 2, 2, 2, 2, 2, 2};
    uint64_t state = 42;
    const auto draw = [&state](int below) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<int>((state >> 33) % static_cast<uint64_t>(below));
    };
    Problem base = problemOf({.model = "mlp", .preset = "zero-2", .ranks = 3});
    int valid = 0;
    for (int i = 0; i < 60000; ++i) {
        int at = 0;
        const auto next = [&] { return draw(kChoices[at++]); };
        Strategy s;
        s.preset = "drawn";
        s.optimizer = static_cast<OptimizerSharding>(next());
        s.layout = static_cast<ShardLayout>(next());
        s.collective = static_cast<GradientCollective>(next());
        s.cadence = static_cast<Cadence>(next());
        s.storage = static_cast<FullGradientStorage>(next());
        s.parameters = static_cast<ParameterStorage>(next());
        s.weightReturn = static_cast<WeightReturn>(next());
        s.parameterGradients = static_cast<ParameterGradients>(next());
        s.bucketBuffers = static_cast<BucketBuffers>(next());
        s.collectiveInput = static_cast<CollectiveInput>(next());
        s.updateGradient = static_cast<UpdateGradient>(next());
        s.shardSum = static_cast<ShardSum>(next());
        s.unoverlapped = static_cast<Unoverlapped>(next());
        s.workingShards = static_cast<WorkingShards>(next());
        s.packing = static_cast<Packing>(next());
        s.overlap = draw(2) == 0;
        s.bucket = {.elements = draw(2) * 700};
        if (!validate(s)) continue;
        Workload w = base.workload;
        w.gradAccum = 1 + draw(2);
        w.accumulateDtype = draw(2) == 0 ? DType::Fp32 : DType::Bf16;
        w.reduceDtype = draw(2) == 0 ? DType::Fp32 : DType::Bf16;
        Problem p = *makeProblem(w, s, 3);
        p.poison = true;
        ++valid;
        std::string axes;
        for (const AxisValue& axis : axesOf(s)) axes += fmt::format("{} ", axis.value);
        std::vector<StepPlan> steps;
        for (int r = 0; r < 3; ++r) {
            steps.push_back(*planStep(p, Rank{r}));
            const auto violations = checkPlan(*planSetup(p, Rank{r}), steps.back());
            ASSERT_TRUE(violations.empty()) << axes << ": " << violations.front();
        }
        ASSERT_TRUE(checkRanksAgree(steps).empty());
    }
    EXPECT_GT(valid, 100);
}

TEST(FaultDrillR42, SwappingTwoBucketLaunchesOnOneRankIsCaught) {
    const Problem p = problemOf({.model = "gpt", .preset = "zero-2"});
    std::vector<StepPlan> steps{*planStep(p, Rank{0}), *planStep(p, Rank{1})};
    std::vector<Action*> launches;
    for (Action& a : steps[1].microBatch) {
        if (std::holds_alternative<Collective>(a.what)) launches.push_back(&a);
    }
    ASSERT_GE(launches.size(), 2U);
    std::swap(*launches[0], *launches[1]);
    EXPECT_FALSE(checkRanksAgree(steps).empty());
}

TEST(CheckPlanR37, FreeingBeforeTheReductionIsWaitedForIsCaught) {
    const Problem p = problemOf({.model = "gpt", .preset = "zero-2"});
    StepPlan step = *planStep(p, Rank{0});
    for (size_t i = 0; i + 1 < step.microBatch.size(); ++i) {
        const bool wait = std::holds_alternative<WaitEvent>(step.microBatch[i].what);
        const bool free = std::holds_alternative<Free>(step.microBatch[i + 1].what);
        if (wait && free && step.microBatch[i].bucket == step.microBatch[i + 1].bucket) {
            std::swap(step.microBatch[i], step.microBatch[i + 1]);
            break;
        }
    }
    EXPECT_FALSE(checkPlan(*planSetup(p, Rank{0}), step).empty());
}

TEST(CheckPlan, ReadingWhatNothingWroteIsCaught) {
    const Problem p = problemOf({.model = "mlp", .preset = "zero-1"});
    StepPlan step = *planStep(p, Rank{0});
    std::erase_if(step.microBatch, [](const Action& a) {
        const auto* launch = std::get_if<Launch>(&a.what);
        return launch && std::holds_alternative<GeluForward>(launch->operation);
    });
    EXPECT_FALSE(checkPlan(*planSetup(p, Rank{0}), step).empty());
}

TEST(Planner, CallsAreBucketsTimesMicroBatchesR20) {
    for (int g : {1, 4}) {
        for (const char* preset : {"zero-0", "zero-1", "zero-2"}) {
            const Problem p = problemOf({.model = "gpt", .preset = preset, .gradAccum = g});
            int64_t calls = 0;
            forEachAction(*planStep(p, Rank{0}), true, [&](const Action& a, int) {
                const auto* call = std::get_if<Collective>(&a.what);
                calls += call && call->purpose == Purpose::Gradient;
            });
            const int times = std::string(preset) == "zero-2" ? g : 1;
            EXPECT_EQ(calls, p.buckets.count() * times) << preset << " G " << g;
        }
    }
}

}  // namespace
}  // namespace shardscope::core
