// Step times without interpreting a plan are the simulated device's.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/capacity/evaluator.h"
#include "core/sim/hardware_catalogue.h"
#include "core/sim/measured/cost_models.h"
#include "core/sim/roofline_costs.h"
#include "tests/core/capacity/simulated_pool.h"

namespace shardscope::core {
namespace {

std::shared_ptr<const CostModel> h100() {
    return std::make_shared<const RooflineCosts>(*gpuNamed("h100-sxm", {}));
}

/// Remembers how long the last step took.
class StepWatch : public PoolWatcher {
  public:
    int64_t stepNs = 0;
    void onStep(int32_t, int64_t beginNs, int64_t endNs) override { stepNs = endNs - beginNs; }
};

int64_t simulatedStepNs(const Workload& base, const Configuration& at,
                        const std::shared_ptr<const CostModel>& costs) {
    const auto problem = makeProblem(workloadOf(base, at), at.strategy, at.ranks);
    const RunContext context{.problem = &*problem, .rank = Rank{0}, .ranks = at.ranks};
    const auto communicators = makeSimulatedCommunicators(at.ranks);
    auto world = std::make_shared<SimulatedWorld>();
    world->costs = costs;
    StepWatch watch;
    const auto device = makeSimulatedDevice(context, &watch, world);
    RankRunner runner(*problem, Rank{0}, *device, *communicators[0], &watch,
                      {.hashWeights = false});
    if (!runner.setUp() || !runner.step(0) || !runner.step(1)) broken("a simulated step runs");
    return watch.stepNs;
}

Workload large() {
    Workload w;
    w.model = {
        .name = "gpt", .layers = 4, .hidden = 2048, .heads = 16, .vocab = 32000, .sequence = 1024};
    return w;
}

/// Too small for its kernels: the host is what takes time.
Workload tiny() {
    Workload w;
    w.model = {.name = "gpt", .layers = 3, .hidden = 96, .heads = 4, .vocab = 300, .sequence = 40};
    return w;
}

/// Padding behind a bucket is a launch more or less: within a thousandth.
void expectTimes(const Workload& base, const std::vector<Configuration>& all) {
    const auto costs = h100();
    Evaluator evaluator(base, {.costs = costs});
    for (const Configuration& at : all) {
        const auto found = evaluator.evaluate(at);
        ASSERT_TRUE(found) << toString(found.error());
        ASSERT_TRUE(found->stepNs);
        const auto expected = static_cast<double>(simulatedStepNs(base, at, costs));
        EXPECT_NEAR(static_cast<double>(*found->stepNs) / expected, 1.0, 1e-3) << fmt::format(
            "{} N {} mb {} G {} bucket {} overlap {}: {} ns for {}", at.strategy.preset, at.ranks,
            at.microBatch, at.gradAccum, at.strategy.bucket.elements, at.strategy.overlap,
            *found->stepNs, expected);
    }
}

std::vector<Configuration> grid() {
    std::vector<Configuration> all;
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
        const Strategy strategy = *presetNamed(name, "test");
        for (int ranks : {1, 2, 8, 64}) {
            for (int g : {1, 2, 3, 9}) {
                all.push_back({.strategy = strategy, .ranks = ranks, .gradAccum = g});
            }
        }
        Strategy other = strategy;
        other.bucket.elements = 3'000'000;
        other.inFlight = 1;
        all.push_back({.strategy = other, .ranks = 16, .microBatch = 4, .gradAccum = 5});
        other.overlap = false;
        all.push_back({.strategy = other, .ranks = 16, .microBatch = 4, .gradAccum = 5});
    }
    return all;
}

TEST(StepTime, IsTheSimulatedDevicesForALargeModel) { expectTimes(large(), grid()); }

TEST(StepTime, IsTheSimulatedDevicesWhereTheHostIsTheBottleneck) { expectTimes(tiny(), grid()); }

TEST(StepTime, IsTheSimulatedDevicesWithCheckpointingAndStaging) {
    Workload staged = large();
    staged.reduceDtype = DType::Fp32;
    std::vector<Configuration> all;
    for (const char* name : {"zero-1", "zero-2"}) {
        for (const auto checkpointing : {Checkpointing::Selective, Checkpointing::Full}) {
            all.push_back({.strategy = *presetNamed(name, "test"),
                           .ranks = 8,
                           .microBatch = 2,
                           .gradAccum = 4,
                           .checkpointing = checkpointing});
        }
    }
    expectTimes(staged, all);
}

TEST(StepTime, IsTheSimulatedDevicesForOtherSystems) {
    std::vector<Configuration> all;
    for (const char* name : {"ddp", "megatron"}) {  // whose ranks are alike
        for (int g : {1, 4}) {
            all.push_back({.strategy = *presetNamed(name, "test"), .ranks = 8, .gradAccum = g});
        }
    }
    expectTimes(large(), all);
}

TEST(StepTime, GrowsByOneMicroBatchAfterAnother) {
    Evaluator evaluator(large(), {.costs = h100()});
    const auto stepNs = [&](int g) {
        return *evaluator
                    .evaluate(
                        {.strategy = *presetNamed("zero-2", "test"), .ranks = 8, .gradAccum = g})
                    ->stepNs;
    };
    const int64_t each = stepNs(101) - stepNs(100);
    EXPECT_NEAR(static_cast<double>(stepNs(1100) - stepNs(100)), 1000.0 * static_cast<double>(each),
                1000.0);
}

TEST(StepTime, IsUnknownWithoutACostModel) {
    Evaluator evaluator(tiny(), {});
    EXPECT_FALSE(
        evaluator.evaluate({.strategy = *presetNamed("zero-2", "test"), .ranks = 4})->stepNs);
}

/// What one G gave may answer for another: that is exact.
TEST(StepTime, GoesOnWithGAsIfItWereWorkedOutAnew) {
    for (const Workload& base : {large(), tiny()}) {
        for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3"}) {
            Evaluator shared(base, {.costs = h100()});
            for (const int g : {6, 4, 5, 7, 12, 3, 40, 41, 1000}) {
                const Configuration at{
                    .strategy = *presetNamed(name, "test"), .ranks = 16, .gradAccum = g};
                Evaluator alone(base, {.costs = h100()});
                EXPECT_EQ(*shared.evaluate(at)->stepNs, *alone.evaluate(at)->stepNs)
                    << name << " G " << g;
            }
        }
    }
}

/// A CPU of which nothing was measured but its peaks.
std::shared_ptr<const Hardware> twoCores() {
    Hardware machine;
    machine.gpu = {.memoryMiB = 4096,
                   .memoryBandwidthGBps = 20,
                   .bf16Tflops = 0.2,
                   .fp16Tflops = 0.2,
                   .fp32Tflops = 0.2,
                   .multiprocessors = 1};
    machine.host = {.launchUs = 0.5, .eventUs = 0.25};
    machine.cpu = {.cores = 2, .handOverUs = 0.5, .wakeUpUs = 50, .lateness = 0.1, .sharing = 1.2};
    return std::make_shared<const Hardware>(machine);
}

TEST(StepTime, OnOneMachineIsTheSimulatedDevicesWithAsManyRanks) {
    const auto machine = twoCores();
    Evaluator evaluator(tiny(), {.machine = machine});
    for (const char* name : {"zero-0", "zero-1", "zero-2", "zero-3", "deepspeed-2"}) {
        for (const int ranks : {1, 2, 4}) {
            for (const int g : {1, 3}) {
                const Configuration at{
                    .strategy = *presetNamed(name, "test"), .ranks = ranks, .gradAccum = g};
                EXPECT_EQ(*evaluator.evaluate(at)->stepNs,
                          simulatedStepNs(tiny(), at, makeCostModel(*machine, ranks)))
                    << name << " N " << ranks << " G " << g;
            }
        }
    }
}

TEST(OneMachine, IsSharedByItsRanks) {
    const Configuration two{.strategy = *presetNamed("zero-1", "test"), .ranks = 2};
    const int64_t needs = Evaluator(tiny(), {}).evaluate(two)->memory.reservedPeakBytes;
    Evaluator enough(tiny(), {.budgetBytes = 2 * needs, .machine = twoCores()});
    Evaluator less(tiny(), {.budgetBytes = 2 * needs - 2, .machine = twoCores()});
    EXPECT_TRUE(enough.evaluate(two)->fits);
    EXPECT_FALSE(less.evaluate(two)->fits);
}

}  // namespace
}  // namespace shardscope::core
