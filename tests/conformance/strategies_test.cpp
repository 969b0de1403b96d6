// Strategies of other systems: the same bits as the zero-* strategy with the same sums, the same pool
// calls on the host and simulated, and the bytes and traffic that those systems have.
// Figures: each system's code, as named in core/plan/strategy_presets.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/shard/ownership.h"
#include "tests/conformance/harness.h"

namespace shardscope::conformance {
namespace {

using namespace core;

struct Pair {
    const char* system;
    const char* zero;
    double clip;  ///< 0 where the norm's tree is another one
};

/// ddp and megatron own what zero-0 and zero-1 own. The others split differently, so their norms are
/// summed in another order; without clipping that reaches no weight.
constexpr Pair kPairs[] = {{"ddp", "zero-0", 1.0},         {"megatron", "zero-1", 1.0},
                           {"llm.c", "zero-1", 0.0},       {"deepspeed-1", "zero-1", 0.0},
                           {"deepspeed-2", "zero-2", 0.0}, {"torch-zero", "zero-1", 0.0},
                           {"fsdp2", "zero-3", 0.0}};

void asWorkload(Strategy& s) { s.reduceDType = s.accumulateDType = GradientDType::AsWorkload; }

void expectSameBits(Setting system, Setting zero, bool sameNorm) {
    system.axes = asWorkload;
    const Outcome a = run(system), b = run(zero);
    ASSERT_TRUE(a.result) << nameOf(system) << ": " << toString(a.result.error());
    ASSERT_TRUE(b.result) << nameOf(zero) << ": " << toString(b.result.error());
    EXPECT_EQ(a.losses(), b.losses()) << nameOf(system);
    EXPECT_EQ(a.weightHashes(), b.weightHashes()) << nameOf(system);
    EXPECT_TRUE(a.ranksAgree) << nameOf(system);
    for (size_t s = 0; s < a.steps.size(); ++s) {
        EXPECT_EQ(a.steps[s][0].skipped, b.steps[s][0].skipped) << nameOf(system);
        if (a.steps[s][0].skipped) continue;  // the norm is no number
        const double norm = b.steps[s][0].gradientNorm;
        for (const StepResult& r : a.steps[s]) {
            EXPECT_EQ(r.gradientNorm, a.steps[s][0].gradientNorm) << nameOf(system);
        }
        EXPECT_NEAR(a.steps[s][0].gradientNorm, norm, sameNorm ? 0.0 : 1e-5 * norm)
            << nameOf(system);
    }
}

TEST(SystemsAgreeR34, WithTheZeroStageThatHasTheSameSumsToTheLastBit) {
    for (const Pair& pair : kPairs) {
        for (DType dtype : {DType::Fp32, DType::Bf16}) {
            for (int ranks : {1, 2, 3, 4, 8}) {
                Setting system{.preset = pair.system,
                               .ranks = ranks,
                               .steps = 2,
                               .dtype = dtype,
                               .clip = pair.clip};
                Setting zero = system;
                zero.preset = pair.zero;
                expectSameBits(system, zero, pair.clip > 0.0);
            }
        }
    }
}

TEST(SystemsAgree, WithAccumulationToo) {
    for (const Pair& pair : kPairs) {
        if (pair.system == std::string("megatron")) continue;  // below: it adds rounded gradients
        for (int ranks : {1, 3}) {
            Setting system{.preset = pair.system,
                           .ranks = ranks,
                           .gradAccum = 4,
                           .steps = 2,
                           .dtype = DType::Bf16,
                           .overlap = ranks == 1,
                           .clip = pair.clip};
            Setting zero = system;
            zero.preset = pair.zero;
            expectSameBits(system, zero, pair.clip > 0.0);
        }
    }
}

TEST(SystemsAgree, IntegerGradientsAreExactEverywhere) {
    for (std::string_view preset : presetNames()) {
        for (int g : {1, 4}) {
            Setting system{.model = "conformance",
                           .preset = std::string(preset),
                           .ranks = 4,
                           .gradAccum = g,
                           .dtype = DType::Bf16,
                           .hidden = 1000,
                           .clip = 0.0};
            Setting zero = system;
            zero.preset = "zero-0";
            expectSameBits(system, zero, false);
        }
    }
}

TEST(SystemsAgree, InHalfPrecisionAfterTheScaleHasFallen) {
    for (const Pair& pair : kPairs) {
        Setting system{.preset = pair.system, .ranks = 3, .steps = 6, .dtype = DType::Fp16};
        system.clip = pair.clip;
        system.scaling = {.initial = 0x1p20, .window = 3, .hysteresis = 1, .minimum = 1.0};
        Setting zero = system;
        zero.preset = pair.zero;
        expectSameBits(system, zero, false);
    }
}

TEST(SystemsAgree, ReduceToOwnerGivesTheSumsOfReduceScatter) {
    for (ShardLayout layout : {ShardLayout::Contiguous, ShardLayout::WholeParameter}) {
        Setting zero{.preset = "zero-2", .ranks = 3, .gradAccum = 2, .dtype = DType::Bf16};
        zero.clip = 0.0;
        Setting owner = zero;
        owner.axes = [layout](Strategy& s) {
            s.layout = layout;
            s.collective = GradientCollective::ReduceToOwner;
            if (layout == ShardLayout::WholeParameter) s.weightReturn = WeightReturn::Broadcast;
        };
        const Outcome a = run(zero), b = run(owner);
        ASSERT_TRUE(a.result && b.result);
        EXPECT_EQ(a.weightHashes(), b.weightHashes()) << core::nameOf(layout);
    }
}

/// The sum of N·G gradients is rounded per group, then across groups: bit-equal where sums are exact,
/// near elsewhere; replicas agree always.
TEST(ShardGroup, ReplicasAgreeAndExactSumsAreTheSame) {
    for (const char* preset : {"zero-1", "zero-2", "zero-3", "llm.c", "fsdp2"}) {
        for (int group : {1, 2, 4}) {
            Setting hybrid{.model = "conformance",
                           .preset = preset,
                           .ranks = 4,
                           .gradAccum = 2,
                           .dtype = DType::Bf16,
                           .hidden = 1000,
                           .clip = 0.0};
            Setting full = hybrid;
            full.axes = asWorkload;
            hybrid.axes = [group](Strategy& s) {
                asWorkload(s);
                s.shardGroup = group;
            };
            const Outcome a = run(hybrid), b = run(full);
            ASSERT_TRUE(a.result) << toString(a.result.error());
            EXPECT_EQ(a.losses(), b.losses()) << preset << " S " << group;
            hybrid.model = full.model = "gpt";
            hybrid.dtype = full.dtype = DType::Fp32;
            hybrid.hidden = full.hidden = 24;
            const Outcome c = run(hybrid), d = run(full);
            EXPECT_TRUE(c.ranksAgree) << preset;
            EXPECT_NEAR(c.losses().back(), d.losses().back(), 1e-5) << preset << " S " << group;
        }
    }
}

std::vector<Setting> grid() {
    std::vector<Setting> all;
    for (const Pair& pair : kPairs)
        for (int ranks : {1, 3, 4})
            for (int g : {1, 4})
                for (bool overlap : {true, false})
                    all.push_back({.preset = pair.system,
                                   .ranks = ranks,
                                   .gradAccum = g,
                                   .steps = 2,
                                   .dtype = overlap ? DType::Bf16 : DType::Fp32,
                                   .bucket = ranks == 3 ? "3000" : "layer",
                                   .overlap = overlap,
                                   .layers = 2});
    return all;
}

TEST(PoolIdentity, SimulatedAndHostRunsOfSystemsMakeTheSameCalls) {
    for (const Setting& host : grid()) {
        Setting simulated = host;
        simulated.simulated = true;
        const Outcome a = run(host), b = run(simulated);
        ASSERT_TRUE(a.result && b.result) << nameOf(host);
        EXPECT_EQ(a.callSequenceHash, b.callSequenceHash) << nameOf(host);
        for (size_t r = 0; r < a.pool.size(); ++r) {
            ASSERT_EQ(a.pool[r].size(), b.pool[r].size());
            EXPECT_EQ(a.pool[r].back().totals.reserved, b.pool[r].back().totals.reserved);
        }
    }
}

int64_t live(const PoolEvent& event, Category category) {
    return event.live[static_cast<size_t>(category)];
}
int64_t most(const Outcome& outcome, Category category, size_t rank = 0) {
    int64_t bytes = 0;
    for (const PoolEvent& event : outcome.pool[rank])
        bytes = std::max(bytes, live(event, category));
    return bytes;
}
/// Live bytes when the step is over, and when its first micro-batch is.
int64_t after(const Outcome& outcome, Category category) {
    return live(outcome.pool[0].back(), category);
}
int64_t between(const Outcome& outcome, Category category) {
    int64_t bytes = 0;
    for (const PoolEvent& event : outcome.pool[0]) {
        if (event.ref.step == 0 && event.ref.microBatch == 0) bytes = live(event, category);
    }
    return bytes;
}

struct Facts {
    Problem problem;
    Outcome outcome;
    int64_t padded, real, largestParameter = 0, largestBucket = 0;
};

Facts factsOf(const char* preset, int gradAccum, const char* bucket = "layer") {
    Setting setting{.preset = preset,
                    .gradAccum = gradAccum,
                    .steps = 2,
                    .dtype = DType::Bf16,
                    .bucket = bucket,
                    .simulated = true};
    setting.overlap = presetNamed(preset, "test")->overlap;
    Facts facts{problemOf(setting), run(setting), 0, 0};
    facts.padded = facts.problem.buckets.elements();
    facts.real = facts.problem.graph.parameterCount();
    for (const Parameter& p : facts.problem.graph.parameters) {
        facts.largestParameter = std::max(facts.largestParameter, p.elements());
    }
    for (const Bucket& b : facts.problem.buckets.buckets) {
        facts.largestBucket = std::max(facts.largestBucket, b.elements);
    }
    return facts;
}

TEST(LiveGradientBytes, DdpHasPersistentBucketsBesideGradientsThatLiveToTheStep) {
    for (int g : {1, 4}) {
        const Facts f = factsOf("ddp", g);
        EXPECT_EQ(most(f.outcome, Category::Buckets), 2 * f.padded);
        EXPECT_EQ(after(f.outcome, Category::Buckets), 2 * f.padded);  // in forward too
        EXPECT_EQ(most(f.outcome, Category::Gradients), 2 * f.real);
        EXPECT_EQ(between(f.outcome, Category::Gradients), 2 * f.real);
        EXPECT_EQ(after(f.outcome, Category::Gradients), 0);
        EXPECT_EQ(most(f.outcome, Category::GradientShards), 0);
    }
}

TEST(LiveGradientBytes, MegatronHasFp32MainGradientsThatAreNeverFreed) {
    for (int g : {1, 4}) {
        const Facts f = factsOf("megatron", g);
        EXPECT_EQ(after(f.outcome, Category::Gradients), 4 * f.padded);
        EXPECT_EQ(between(f.outcome, Category::Gradients), 4 * f.padded);
        const int64_t transient = most(f.outcome, Category::Gradients) - 4 * f.padded;
        EXPECT_GE(transient, 2 * f.largestParameter);  // the tied table and one more
        EXPECT_LE(transient, 4 * f.largestParameter);
        EXPECT_EQ(most(f.outcome, Category::GradientShards), 0);  // fp32 already: no copy
        // 6 + 12/N bytes a parameter: bf16 weights, fp32 gradients, 12 sharded.
        int64_t states = 0;
        for (Category c : {Category::Weights, Category::MasterWeights, Category::OptimizerState,
                           Category::Gradients}) {
            states += after(f.outcome, c);
        }
        EXPECT_EQ(states, 6 * f.padded + 12 * f.padded / 4);
    }
}

TEST(LiveGradientBytes, LlmCHasOnePersistentFullGradient) {
    const Facts f = factsOf("llm.c", 4);
    for (const PoolEvent& event : f.outcome.pool[0]) {
        if (event.ref.step >= 0) {
            ASSERT_EQ(live(event, Category::Gradients), 2 * f.padded);
        }
    }
    EXPECT_EQ(after(f.outcome, Category::OptimizerState), 8 * f.padded / 4);
}

/// Whole sizes of the parameters that touch rank 0's range, as places in buckets.
int64_t wholeTouching(const Problem& problem) {
    const Ownership owners(problem.buckets, ShardLayout::Contiguous);
    int64_t sum = 0;
    for (int32_t b = 0; b < problem.buckets.count(); ++b) {
        for (Range range : owners.rangesOf(BucketId{b}, Rank{0})) {
            for (const Segment& s : problem.buckets[BucketId{b}].segments) {
                if (s.offset < range.begin && s.offset + s.elements > range.begin) {
                    range.begin = s.offset;
                }
                if (s.offset < range.end && s.offset + s.elements > range.end) {
                    range.end = s.offset + s.elements;
                }
            }
            sum += range.end - range.begin;
        }
    }
    return sum;
}

TEST(LiveGradientBytes, DeepSpeed1HoldsAllGradientsAndABucketUntilTheLastReduction) {
    for (int g : {1, 4}) {
        const Facts f = factsOf("deepspeed-1", g, "60000");
        EXPECT_EQ(most(f.outcome, Category::Gradients), 2 * f.real);
        if (g > 1) {
            EXPECT_EQ(between(f.outcome, Category::Gradients), 2 * f.real);
            EXPECT_EQ(between(f.outcome, Category::Buckets), 2 * 60000);
            EXPECT_EQ(between(f.outcome, Category::GradientShards), 0);
        }
        // One buffer without overlap, and the flattened copy of a bucket in reduction.
        EXPECT_LE(most(f.outcome, Category::Buckets), 2 * (60000 + f.largestBucket));
        EXPECT_GT(most(f.outcome, Category::Buckets), 2 * 60000);
        // The step: whole boundary parameters, flattened, then in fp32.
        const int64_t part = f.padded / 4;
        EXPECT_EQ(most(f.outcome, Category::GradientShards),
                  2 * wholeTouching(f.problem) + 2 * part + 4 * part);
        EXPECT_EQ(after(f.outcome, Category::Gradients), 0);
        EXPECT_EQ(after(f.outcome, Category::Buckets), 0);
    }
}

TEST(LiveGradientBytes, DeepSpeed2HoldsBucketsAndTwoShards) {
    const Facts f = factsOf("deepspeed-2", 4, "60000");
    EXPECT_EQ(between(f.outcome, Category::Gradients), 0);
    EXPECT_EQ(between(f.outcome, Category::Buckets), 0);
    EXPECT_EQ(between(f.outcome, Category::GradientShards), 2 * wholeTouching(f.problem));
    EXPECT_LE(most(f.outcome, Category::Gradients), 4 * f.largestParameter);
    const int64_t part = f.padded / 4;
    const int64_t shard = 2 * wholeTouching(f.problem);
    EXPECT_EQ(most(f.outcome, Category::GradientShards),
              std::max(2 * shard, shard + 2 * part + 4 * part));
}

TEST(LiveGradientBytes, DeepSpeedsOverlapTakesASecondBucketAsIssue1302Measured) {
    for (const char* preset : {"deepspeed-1", "deepspeed-2"}) {
        Setting setting{.preset = preset, .dtype = DType::Bf16, .bucket = "500000"};
        setting.simulated = true;
        setting.overlap = false;
        const int64_t one = most(run(setting), Category::Buckets);
        setting.overlap = true;
        const int64_t two = most(run(setting), Category::Buckets);
        setting.bucket = "400000";
        const int64_t smaller = most(run(setting), Category::Buckets);
        EXPECT_EQ(two - one, 2 * 500000) << preset;
        EXPECT_EQ(two - smaller, 2 * 2 * 100000) << preset;
    }
}

TEST(LiveGradientBytes, Fsdp2KeepsFp32ShardsAndNoWholeWeights) {
    const Facts f = factsOf("fsdp2", 4);
    const int64_t part = f.padded / 4;
    EXPECT_EQ(after(f.outcome, Category::Weights), 0);
    EXPECT_EQ(after(f.outcome, Category::MasterWeights), 4 * part);
    EXPECT_EQ(after(f.outcome, Category::OptimizerState), 8 * part);
    EXPECT_EQ(between(f.outcome, Category::GradientShards), 4 * part);
    EXPECT_EQ(between(f.outcome, Category::Gradients), 0);
    EXPECT_LE(most(f.outcome, Category::Buckets), 2 * 2 * f.largestBucket);
}

TEST(LiveGradientBytes, TorchZeroOwnsWholeParametersAndKeepsGradientsTwice) {
    const Facts f = factsOf("torch-zero", 2);
    EXPECT_EQ(most(f.outcome, Category::Gradients), 2 * f.real);
    EXPECT_EQ(after(f.outcome, Category::Buckets), 2 * f.padded);
    int64_t states = 0;
    for (size_t r = 0; r < 4; ++r) {
        states += live(f.outcome.pool[r].back(), Category::OptimizerState);
    }
    EXPECT_GE(states, 8 * f.real);  // all of it once, each place rounded up to 128 elements
    EXPECT_LE(states, 8 * f.padded);
}

double sent(const char* preset, int gradAccum, const std::function<void(Strategy&)>& axes = {}) {
    Setting setting{.preset = preset, .gradAccum = gradAccum, .axes = axes};
    const Problem problem = problemOf(setting);
    int64_t elements = 0;
    forEachAction(*planStep(problem, Rank{0}), true, [&](const Action& action, int) {
        const auto* call = std::get_if<Collective>(&action.what);
        if (!call || call->purpose == Purpose::Small) return;
        elements += (call->kind == CollectiveKind::AllReduce ? 2 : 1) * call->realElements;
    });
    return static_cast<double>(elements) / static_cast<double>(problem.graph.parameterCount());
}

TEST(Wire, ElementsPerParameterAreThoseOfEachSystem) {
    struct Row {
        const char* preset;
        double g1, g4, g16;
    };
    for (const Row& row :
         {Row{"zero-1", 2, 2, 2}, Row{"zero-2", 2, 5, 17}, Row{"zero-3", 3, 12, 48},
          Row{"deepspeed-1", 3, 3, 3}, Row{"deepspeed-2", 3, 9, 33}, Row{"megatron", 2, 2, 2},
          Row{"llm.c", 2, 2, 2}, Row{"ddp", 2, 2, 2}, Row{"torch-zero", 3, 3, 3},
          Row{"fsdp2", 3, 12, 48}}) {
        EXPECT_DOUBLE_EQ(sent(row.preset, 1), row.g1) << row.preset;
        EXPECT_DOUBLE_EQ(sent(row.preset, 4), row.g4) << row.preset;
        EXPECT_DOUBLE_EQ(sent(row.preset, 16), row.g16) << row.preset;
    }
    const auto multiRankOff = [](Strategy& s) { s.collective = GradientCollective::ReduceToOwner; };
    EXPECT_DOUBLE_EQ(sent("deepspeed-1", 16, multiRankOff), 2);
    EXPECT_DOUBLE_EQ(sent("deepspeed-2", 16, multiRankOff), 17);
    const auto reshardOff = [](Strategy& s) {
        s.parameters = ParameterStorage::GatheredPerForward;
    };
    EXPECT_DOUBLE_EQ(sent("fsdp2", 4, reshardOff), 8);
}

TEST(Wire, LlmCAndTorchZeroSendParametersOneByOne) {
    const auto calls = [](const char* preset, CollectiveKind kind) {
        const Problem problem = problemOf({.preset = preset});
        int64_t count = 0;
        forEachAction(*planStep(problem, Rank{1}), true, [&](const Action& action, int) {
            const auto* call = std::get_if<Collective>(&action.what);
            count += call && call->purpose != Purpose::Small && call->kind == kind;
        });
        return count;
    };
    const auto parameters =
        static_cast<int64_t>(problemOf({.preset = "zero-1"}).graph.parameters.size());
    EXPECT_EQ(calls("llm.c", CollectiveKind::ReduceScatter), parameters);
    EXPECT_EQ(calls("llm.c", CollectiveKind::AllGather), parameters);
    EXPECT_EQ(calls("torch-zero", CollectiveKind::Broadcast), parameters);
    EXPECT_EQ(calls("deepspeed-1", CollectiveKind::AllGather), 1);
}

TEST(GatheredPerForward, TrainsAsZero3DoesAndFreesAfterBackward) {
    Setting zero{.preset = "zero-3", .gradAccum = 2, .dtype = DType::Bf16};
    Setting once = zero;
    once.axes = [](Strategy& s) { s.parameters = ParameterStorage::GatheredPerForward; };
    const Outcome a = run(zero), b = run(once);
    ASSERT_TRUE(a.result && b.result);
    EXPECT_EQ(a.weightHashes(), b.weightHashes());
    const Problem problem = problemOf(once);
    EXPECT_EQ(most(b, Category::Weights),
              2 * problem.buckets.elements() + 2 * problem.buckets.elements() / 4);
    EXPECT_LT(most(a, Category::Weights), most(b, Category::Weights));
}

TEST(FaultDrillR42, DelaysChangeNoBitOfAnySystem) {
    for (const Pair& pair : kPairs) {
        Setting setting{.preset = pair.system, .ranks = 3, .gradAccum = 2, .dtype = DType::Bf16};
        setting.steps = 2;
        const auto expected = run(setting).weightHashes();
        for (StreamId slow : {kCompute, kCommunication}) {
            setting.fault = [slow](Rank rank, StreamId stream, ActionRef) {
                if (stream == slow && rank != Rank{1}) {
                    std::this_thread::sleep_for(std::chrono::microseconds(100));
                }
            };
            EXPECT_EQ(run(setting).weightHashes(), expected) << pair.system;
        }
    }
}

TEST(GradientDTypes, EveryCombinationTrainsOnEverySystem) {
    for (std::string_view preset : presetNames()) {
        for (DType dtype : {DType::Bf16, DType::Fp16, DType::Fp32}) {
            for (DType reduce : {DType::Fp32, DType::Bf16}) {
                for (DType accumulate : {DType::Fp32, DType::Bf16}) {
                    Setting setting{.preset = std::string(preset),
                                    .ranks = 2,
                                    .gradAccum = 2,
                                    .steps = 1,
                                    .dtype = dtype,
                                    .layers = 1,
                                    .axes = asWorkload,
                                    .reduceDtype = reduce,
                                    .accumulateDtype = accumulate};
                    setting.scaling.initial = 1024.0;
                    const Outcome outcome = run(setting);
                    ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
                    EXPECT_TRUE(outcome.ranksAgree) << nameOf(setting);
                    EXPECT_FALSE(outcome.steps[0][0].skipped) << nameOf(setting);
                    EXPECT_TRUE(std::isfinite(outcome.losses()[0])) << nameOf(setting);
                }
            }
        }
    }
}

}  // namespace
}  // namespace shardscope::conformance
