#include <cmath>

#include "profiler/cli/options/recorded_settings.h"
#include "profiler/run/run_metadata.h"
#include "tests/profiler/cli/request_fixture.h"

namespace shardscope::cli {
namespace {

std::vector<std::string> presetsOf(const profiler::RunRequest& request) {
    std::vector<std::string> names;
    for (const core::Strategy& strategy : request.strategies) names.push_back(strategy.preset);
    return names;
}

using Names = std::vector<std::string>;

TEST(CliOptions, DefaultsAreTheDesigns) {
    const auto request = requestOf("");
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(request->workload, core::Workload{});
    EXPECT_EQ(presetsOf(*request), (Names{"zero-0", "zero-1", "zero-2", "zero-3"}));
    EXPECT_EQ(request->gradAccums, std::vector<int>{1});
    EXPECT_EQ(request->ranks, 4);
    EXPECT_EQ(request->device, profiler::DeviceKind::Host);
    EXPECT_EQ(request->comm, profiler::CommKind::Inproc);
    EXPECT_EQ(request->memoryLimit, 0);
    EXPECT_EQ(request->policy, core::PoolPolicy::Expandable);
    EXPECT_TRUE(request->record);
    for (const core::Strategy& strategy : request->strategies) {
        EXPECT_EQ(strategy.bucket.elements, 0);
        EXPECT_EQ(strategy.inFlight, 2);
        EXPECT_TRUE(strategy.overlap);
        EXPECT_EQ(strategy.omit, core::Omit::Nothing);
    }
}

TEST(CliOptions, LlamasShapeReachesItsFields) {
    const core::ModelShape expected{.name = "llama",
                                    .heads = 8,
                                    .intermediate = 100,
                                    .kvHeads = 2,
                                    .headDim = 32,
                                    .qkvBias = true,
                                    .qkNorm = true,
                                    .tied = true,
                                    .ropeTheta = 5e5,
                                    .normEpsilon = 1e-6};
    const auto options = requestOf(
        "--model llama --heads 8 --intermediate 100 --kv-heads 2 --head-dim 32 --qkv-bias on "
        "--qk-norm on --tied on --rope-theta 500000 --norm-epsilon 1e-6 --attention flash "
        "--checkpointing full");
    const auto file = requestOf("", R"({"model": {"name": "llama", "heads": 8, "kvHeads": 2,
        "intermediate": 100, "headDim": 32, "qkvBias": true, "qkNorm": true, "tied": true,
        "ropeTheta": 500000, "normEpsilon": 1e-6}, "attention": "flash", "checkpointing": "full"})");
    for (const auto* request : {&options, &file}) {
        ASSERT_TRUE(*request) << core::toString(request->error());
        EXPECT_EQ((*request)->workload.model, expected);
        EXPECT_EQ((*request)->workload.attention, core::Attention::Flash);
        EXPECT_EQ((*request)->workload.checkpointing, core::Checkpointing::Full);
    }
}

TEST(CliOptions, RopeScalingIsOneTextInOptionsAndFiles) {
    using enum core::RopeStretch;
    const core::RopeScaling yarn{.factor = 4.0,
                                 .originalLength = 32768,
                                 .stretch = Yarn,
                                 .attentionFactor = 0.1 * std::log(4.0) + 1.0};
    const auto option = requestOf("--model llama --rope-scaling yarn,4,32768");
    const auto file =
        requestOf("", R"({"model": {"name": "llama", "ropeScaling": "yarn,4,32768"}})");
    for (const auto* request : {&option, &file}) {
        ASSERT_TRUE(*request) << core::toString(request->error());
        EXPECT_EQ((*request)->workload.model.ropeScaling, yarn);
    }
    const auto linear = requestOf("--model llama --rope-scaling linear,2.5");
    ASSERT_TRUE(linear) << core::toString(linear.error());
    EXPECT_EQ(linear->workload.model.ropeScaling,
              (core::RopeScaling{.factor = 2.5, .stretch = Linear}));
    for (const char* bad :
         {"yarn,4", "linear,0.5", "linear,2,8192", "ntk,2", "llama3", "llama3,8,x"}) {
        const auto refused = requestOf(std::string("--model llama --rope-scaling ") + bad);
        ASSERT_FALSE(refused) << bad;
        EXPECT_NE(refused.error().message.find("yarn,FACTOR,LENGTH"), std::string::npos) << bad;
    }
}

TEST(CliOptions, EveryOptionReachesItsField) {
    const auto request = requestOf(
        "--model mlp --layers 3 --hidden 64 --heads 4 --vocab 300 --seq 32 --ranks 2 "
        "--micro-batch 5 --dtype fp32 --reduce-dtype bf16 --accumulate-dtype fp32 "
        "--attention materialized --optimizer sgd --lr 0.25 --clip 0 --seed 7 --data corpus.txt "
        "--steps 9 --memory-limit 68MiB --allocator classic --device host --comm inproc "
        "--record off");
    ASSERT_TRUE(request) << core::toString(request.error());
    const core::Workload& w = request->workload;
    EXPECT_EQ(
        w.model,
        (core::ModelShape{
            .name = "mlp", .layers = 3, .hidden = 64, .heads = 4, .vocab = 300, .sequence = 32}));
    EXPECT_EQ(request->ranks, 2);
    EXPECT_EQ(w.microBatch, 5);
    EXPECT_EQ(w.dtype, core::DType::Fp32);
    EXPECT_EQ(w.reduceDtype, core::DType::Bf16);
    EXPECT_EQ(w.accumulateDtype, core::DType::Fp32);
    EXPECT_EQ(w.optimizer.kind, core::OptimizerKind::Sgd);
    EXPECT_EQ(w.optimizer.learningRate, 0.25);
    EXPECT_EQ(w.clip, 0.0);
    EXPECT_EQ(w.seed, 7u);
    EXPECT_EQ(w.data, "corpus.txt");
    EXPECT_EQ(w.steps, 9);
    EXPECT_EQ(request->memoryLimit, 68 << 20);
    EXPECT_EQ(request->policy, core::PoolPolicy::Classic);
    EXPECT_FALSE(request->record);
}

TEST(CliOptions, StrategyAxesReachEveryStrategy) {
    const auto request = requestOf("--stage 1,2 --bucket 25MiB --in-flight 3 --overlap off");
    ASSERT_TRUE(request);
    EXPECT_EQ(presetsOf(*request), (Names{"zero-1", "zero-2"}));
    for (const core::Strategy& strategy : request->strategies) {
        EXPECT_EQ(strategy.bucket.elements, (25 << 20) / 2);  // bf16 gradients
        EXPECT_EQ(strategy.inFlight, 3);
        EXPECT_FALSE(strategy.overlap);
    }
}

TEST(CliOptions, BucketBytesAreOfGradientElements) {
    EXPECT_EQ(requestOf("--bucket 4MiB --dtype fp32")->strategies[0].bucket.elements, 1 << 20);
    EXPECT_EQ(requestOf("--bucket 4096")->strategies[0].bucket.elements, 4096);
    EXPECT_EQ(requestOf("--bucket layer")->strategies[0].bucket.elements, 0);
}

TEST(CliOptions, AliasesMeanTheSame) {
    EXPECT_EQ(requestOf("--world-size 8")->ranks, 8);
    EXPECT_EQ(requestOf("--gradient-accumulation-steps 2,8")->gradAccums, (std::vector<int>{2, 8}));
    EXPECT_EQ(presetsOf(*requestOf("--strategy zero-2,zero-0")), (Names{"zero-2", "zero-0"}));
    EXPECT_EQ(presetsOf(*requestOf("--stage=3")), Names{"zero-3"});
}

TEST(CliOptions, ReduceAndAccumulateFollowTheDtype) {
    const auto request = requestOf("--dtype fp16");
    EXPECT_EQ(request->workload.reduceDtype, core::DType::Fp16);
    EXPECT_EQ(request->workload.accumulateDtype, core::DType::Fp16);
}

TEST(CliOptions, CaseOfAChoiceDoesNotMatter) {
    EXPECT_EQ(requestOf("--dtype BF16")->workload.dtype, core::DType::Bf16);
    EXPECT_FALSE(requestOf("--overlap OFF")->strategies[0].overlap);
}

TEST(CliOptions, GlobalBatchGivesTheAccumulation) {
    const auto request = requestOf("--global-batch 32 --micro-batch 2");
    EXPECT_EQ(request->gradAccums, std::vector<int>{4});
    EXPECT_EQ(request->workload.gradAccum, 4);
    EXPECT_EQ(faultOf("--global-batch 16 --grad-accum 4"), "(accepted)");
}

TEST(CliOptions, AGlobalBatchThatDoesNotMatchNamesTheProduct) {
    expectFault("--global-batch 10 --grad-accum 4",
                "--global-batch: found 10, but micro-batch x "
                "grad-accum x ranks = 1 x 4 x 4 = 16");
    expectFault("--global-batch 16 --grad-accum 1,4", "1 x 1 x 4 = 4");
    expectFault("--global-batch 10",
                "--global-batch: found 10; allowed: a multiple of micro-batch x ranks = 1 x 4 = 4");
}

TEST(CliOptions, WithoutLeavesACollectiveOutWhereThereIsOne) {
    const auto request = requestOf("--without all-gather");
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(presetsOf(*request), (Names{"zero-1", "zero-2"}));
    EXPECT_EQ(request->strategies[0].omit, core::Omit::AllGather);
    EXPECT_EQ(requestOf("--stage 2 --without reduce-scatter")->strategies[0].omit,
              core::Omit::ReduceScatter);
    expectFault("--stage 0 --without reduce-scatter",
                "--without: zero-0 has no reduce-scatter that could be left out");
    expectFault("--stage 3 --without all-gather", "--without: zero-3 has no all-gather");
    expectFault("--without allgather", "did you mean all-gather?");
}

TEST(CliOptions, AFileSetsWhatOptionsDoNot) {
    const char* file = R"({"model": {"layers": 2, "heads": 3}, "ranks": 8, "gradAccum": [1, 2],
                           "stage": [1, 2], "overlap": false, "lr": 0.5})";
    const auto request = requestOf("--ranks 2 --layers 4", file);
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(request->ranks, 2);
    EXPECT_EQ(request->workload.model.layers, 4);
    EXPECT_EQ(request->workload.model.heads, 3);
    EXPECT_EQ(request->workload.optimizer.learningRate, 0.5);
    EXPECT_EQ(request->gradAccums, (std::vector<int>{1, 2}));
    EXPECT_EQ(presetsOf(*request), (Names{"zero-1", "zero-2"}));
    EXPECT_FALSE(request->strategies[0].overlap);
}

TEST(CliOptions, AnOptionReplacesTheFilesStrategyInEitherWord) {
    EXPECT_EQ(presetsOf(*requestOf("--stage 0", R"({"strategy": "zero-3"})")), Names{"zero-0"});
    EXPECT_EQ(presetsOf(*requestOf("--strategy zero-0", R"({"stage": 3})")), Names{"zero-0"});
}

TEST(CliOptions, MpiTakesItsRanksFromMpirun) {
    const MpiWorld three{.rank = 1, .ranks = 3};
    const auto request = requestOf("--comm mpi", "{}", kRun, three);
    ASSERT_TRUE(request) << core::toString(request.error());
    EXPECT_EQ(request->ranks, 3);
    EXPECT_EQ(request->comm, profiler::CommKind::Mpi);
    EXPECT_EQ(faultOf("--comm mpi --ranks 4", "{}", kRun, three),
              "--ranks: found 4, but mpirun started 3 processes; allowed: 3, or leave it out");
    EXPECT_NE(faultOf("", "{}", kRun, three).find("--comm: found inproc under mpirun"),
              std::string::npos);
    expectFault("--comm mpi", "--comm: mpi needs one process a rank; start it as: mpirun -n 4");
}

TEST(CliOptions, SimulateRunsOnTheSimulatedDevice) {
    EXPECT_EQ(requestOf("", "{}", kSimulate)->device, profiler::DeviceKind::Simulated);
    EXPECT_NE(faultOf("--comm mpi", "{}", kSimulate).find("--comm: "), std::string::npos);
}

TEST(Strategies, SystemsKeepTheirHabitsUnlessAnOptionSaysOtherwise) {
    const auto habits = requestOf("--strategy ddp,deepspeed-2,megatron,fsdp2");
    ASSERT_TRUE(habits);
    EXPECT_EQ(habits->strategies[0].bucket.bytes, 25 << 20);
    EXPECT_EQ(habits->strategies[1].bucket.elements, 500'000'000);
    EXPECT_FALSE(habits->strategies[1].overlap);
    EXPECT_TRUE(habits->strategies[2].overlap);
    EXPECT_EQ(core::withHabits(habits->workload, habits->strategies[2]).reduceDtype,
              core::DType::Fp32);
    EXPECT_EQ(core::withHabits(habits->workload, habits->strategies[3]).accumulateDtype,
              core::DType::Fp32);

    const auto given = requestOf(
        "--strategy deepspeed-2,megatron --overlap on --bucket layer --reduce-dtype bf16 "
        "--accumulate-dtype bf16");
    ASSERT_TRUE(given);
    for (const core::Strategy& strategy : given->strategies) {
        EXPECT_TRUE(strategy.overlap);
        EXPECT_EQ(strategy.bucket, core::BucketSize{});
        const core::Workload workload = core::withHabits(given->workload, strategy);
        EXPECT_EQ(workload.reduceDtype, core::DType::Bf16);
        EXPECT_EQ(workload.accumulateDtype, core::DType::Bf16);
    }
}

TEST(Strategies, AShardGroupIsAnAxisOfAllOfThem) {
    const auto request = requestOf("--stage 1,2 --shard-group 2");
    ASSERT_TRUE(request);
    for (const core::Strategy& strategy : request->strategies) {
        EXPECT_EQ(strategy.shardGroup, 2);
        EXPECT_TRUE(core::makeProblem(request->workload, strategy, 4));
        const auto odd = core::makeProblem(request->workload, strategy, 3);
        ASSERT_FALSE(odd);
        EXPECT_EQ(odd.error().where, "--shard-group");
    }
}

/// Actions are told apart by their number: a plan with fills of NaN has more.
TEST(RecordedProblem, HasThePoisonOfADebugBuild) {
    const auto request = requestOf("--stage 1");
    ASSERT_TRUE(request);
    auto problem = core::makeProblem(request->workload, request->strategies.front(), 4);
    ASSERT_TRUE(problem);
    for (const bool poison : {false, true}) {
        problem->poison = poison;
        const traces::Json run = profiler::runMetadata(*problem, {.name = "zero-1", .steps = 1});
        const auto again = recordedProblem(run, "zero-1.trace.json.gz");
        ASSERT_TRUE(again) << core::toString(again.error());
        EXPECT_EQ(again->poison, poison);
    }
}

}  // namespace
}  // namespace shardscope::cli
