#include <ostream>

#include "tests/profiler/cli/request_fixture.h"

namespace shardscope::cli {
namespace {

struct BadInput {
    const char* line;
    const char* part;  ///< of the message
    const char* file = "{}";
};

/// How ctest names the case.
void PrintTo(const BadInput& input, std::ostream* out) { *out << input.line << " " << input.file; }

class CliBadInput : public testing::TestWithParam<BadInput> {};

TEST_P(CliBadInput, IsNamedWithWhatIsAllowed) {
    expectFault(GetParam().line, GetParam().part, GetParam().file);
}

INSTANTIATE_TEST_SUITE_P(
    Values, CliBadInput,
    testing::Values(
        BadInput{"--ranks 0", "--ranks: found 0; allowed: a whole number from 1 to 1,024"},
        BadInput{"--ranks -1", "--ranks: found -1; allowed"},
        BadInput{"--ranks four", "--ranks: found \"four\"; allowed: a whole number"},
        BadInput{"--ranks 2.5", "--ranks: found \"2.5\""},
        BadInput{"--ranks=", "--ranks: needs a value: N"},
        BadInput{"--ranks 99999999999999999999", "--ranks: found \"99999999999999999999\""},
        BadInput{"--world-size 0", "--ranks: found 0"},
        BadInput{"--bucket 0", "--bucket: found \"0\"; allowed: \"layer\""},
        BadInput{"--bucket 0MiB", "--bucket: found \"0MiB\""},
        BadInput{"--bucket layers", "--bucket: found \"layers\""},
        BadInput{"--heads 5", "--heads: found 5; allowed: a divisor of --hidden, which is 384"},
        BadInput{"--layers 0", "--layers: found 0"}, BadInput{"--vocab 1", "--vocab: found 1"},
        BadInput{"--seq 0", "--seq: found 0"}, BadInput{"--steps 0", "--steps: found 0"},
        BadInput{"--micro-batch 0", "--micro-batch: found 0"},
        BadInput{"--grad-accum 0", "--grad-accum: found 0"},
        BadInput{"--grad-accum 1,,4", "--grad-accum: found \"1,,4\""},
        BadInput{"--grad-accum 4,4", "4 is given twice"},
        BadInput{"--in-flight 0", "--in-flight: found 0"},
        BadInput{"--lr nan", "--lr: found \"nan\"; allowed: a finite number from 0 on"},
        BadInput{"--lr -1", "--lr: found \"-1\""}, BadInput{"--clip inf", "--clip: found \"inf\""},
        BadInput{"--seed -1", "--seed: found -1"},
        BadInput{"--memory-limit lots", "--memory-limit: found \"lots\"; allowed: a positive size"},
        BadInput{"--data=", "--data: needs a value: FILE"},
        BadInput{"--hidden 1000000000 --heads 1", "--hidden: the model would have"}));

INSTANTIATE_TEST_SUITE_P(
    Choices, CliBadInput,
    testing::Values(
        BadInput{"--dtype bf61",
                 "--dtype: found \"bf61\"; allowed: fp32, bf16, fp16; did you mean "
                 "bf16?"},
        BadInput{"--model gtp", "did you mean gpt?"},
        BadInput{"--optimizer adam", "did you mean adamw?"},
        BadInput{"--overlap maybe", "--overlap: found \"maybe\"; allowed: on, off"},
        BadInput{"--stage 4", "--stage: found 4; allowed: a whole number from 0 to 3"},
        BadInput{"--stage 1,1", "1 is given twice"},
        BadInput{"--strategy zero2", "--strategy: found \"zero2\""},
        BadInput{"--strategy zero2", "zero-2"},
        BadInput{"--stage 1 --strategy zero-1", "--stage: is the short form of --strategy"},
        BadInput{"--attention flesh", "did you mean flash?"},
        BadInput{"--attention flash --model mlp", "--attention: found flash with --model mlp"},
        BadInput{"--checkpointing ful", "did you mean full?"},
        BadInput{"--checkpointing selective --attention flash",
                 "--checkpointing: found selective; --attention flash keeps no scores"},
        BadInput{"--checkpointing full --model conformance", "has no activations"},
        BadInput{"--model lama", "did you mean llama?"},
        BadInput{"--kv-heads 2", "--kv-heads: found with --model gpt; allowed: with --model llama"},
        BadInput{"--model llama --kv-heads 4",
                 "--kv-heads: found 4; allowed: a divisor of --heads, which is 6"},
        BadInput{"--model llama --head-dim 7", "--head-dim: found 7; allowed: an even number"},
        BadInput{"--model llama --hidden 30", "--heads: found 6, which leaves 5 of --hidden 30"},
        BadInput{"--model llama --rope-theta 0.5", "--rope-theta: found 0.5; allowed"},
        BadInput{"--model llama --tied perhaps", "--tied: found \"perhaps\"; allowed: on, off"},
        BadInput{"--device cudo", "did you mean cuda?"},
        BadInput{"--device simulated", "use `shardscope simulate`"},
        BadInput{"--comm nccl", "--comm: found \"nccl\"; it connects GPUs: give --device cuda"},
        BadInput{"--comm same-gpu", "it connects GPUs"},
        BadInput{"--device cuda --comm mpi", "--comm: found \"mpi\"; it connects CPU ranks"},
        BadInput{"--device cuda --comm ncll", "did you mean nccl?"},
        BadInput{"--device cuda --timing clock", "--timing: found \"clock\"; allowed: cupti"},
        BadInput{"--timing events", "--timing: is about GPUs: give --device cuda too"},
        BadInput{"--tf32 on", "--tf32: is about GPUs"},
        BadInput{"--allocator clasic", "did you mean classic?"}));

INSTANTIATE_TEST_SUITE_P(
    Spelling, CliBadInput,
    testing::Values(BadInput{"--rank 4",
                             "--rank: shardscope run has no such option; did you mean --ranks?"},
                    BadInput{"--kvheads 2", "did you mean --kv-heads?"},
                    BadInput{"--checkpoint full", "did you mean --checkpointing?"},
                    BadInput{"--microbatch 4", "did you mean --micro-batch?"},
                    BadInput{"--gradient 4", "did you mean --gradient-accumulation-steps?"},
                    BadInput{"-ranks 4", "did you mean --ranks?"},
                    BadInput{"--xyzzy", "--xyzzy: shardscope run has no such option; see --help"},
                    BadInput{"--ranks", "--ranks: needs a value: N"},
                    BadInput{"--ranks --seq 4", "--ranks: needs a value: N"},
                    BadInput{"--ranks 2 --ranks 4", "--ranks: is given twice"},
                    BadInput{"--ranks 2 --world-size 4", "--world-size: is given twice"},
                    BadInput{"stray", "found \"stray\"; shardscope run takes options only"}));

INSTANTIATE_TEST_SUITE_P(
    Files, CliBadInput,
    testing::Values(BadInput{"",
                             "w.json:1:2: rank: is not a key of a workload; did you mean ranks?",
                             R"({"rank": 4})"},
                    BadInput{"", "w.json:1:2: ranks: found 0; allowed", R"({"ranks": 0})"},
                    BadInput{"",
                             "w.json:2:12: model.heads: found 5; allowed: a divisor of --hidden",
                             "{\n \"model\": {\"heads\": 5}}"},
                    BadInput{"", "did you mean model.kvHeads?", R"({"model": {"kvheads": 2}})"},
                    BadInput{"", "w.json:1:29: model.kvHeads: found 4; allowed: a divisor",
                             R"({"model": {"name": "llama", "kvHeads": 4}})"},
                    BadInput{"", "w.json:1:2: checkpointing: found \"all\"; allowed: none",
                             R"({"checkpointing": "all"})"},
                    BadInput{"", "w.json:1:2: dtype: found \"bf61\"", R"({"dtype": "bf61"})"},
                    BadInput{"", "w.json:1:2: bucket: found \"0\"", R"({"bucket": 0})"},
                    BadInput{"", "w.json:1:2: device: found \"cudo\"", R"({"device": "cudo"})"},
                    BadInput{"", "w.json:1:2: stage: is the short form",
                             R"({"stage": 1, "strategy": "zero-2"})"},
                    BadInput{"--heads 7", "--heads: found 7", R"({"model": {"heads": 5}})"},
                    BadInput{"--grad-accum 2", "w.json:1:2: globalBatch: found 16, but",
                             R"({"globalBatch": 16})"}));

TEST(CliArguments, SimulateHasNoCommunicator) {
    EXPECT_NE(faultOf("--device host", "{}", kSimulate).find("--device: "), std::string::npos);
}

TEST(CliArguments, AFlagTakesNoValue) {
    bool json = false;
    const auto app = makeApp("report", "");
    app->add_flag("--json", json, "");
    const auto parsed = parse(*app, {"--json=yes"});
    ASSERT_FALSE(parsed);
    EXPECT_EQ(core::toString(parsed.error()), "--json: takes no value");
}

TEST(CliArguments, AfterTwoDashesEverythingIsAFile) {
    std::vector<std::string> files;
    const auto app = makeApp("report", "");
    app->add_option("RECORDING", files, "");
    ASSERT_TRUE(parse(*app, {"a.json", "--", "--odd", "b.json"}));
    EXPECT_EQ(files, (std::vector<std::string>{"a.json", "./--odd", "b.json"}));
}

}  // namespace
}  // namespace shardscope::cli
