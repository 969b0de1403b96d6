#include "core/catalogue/parameters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/catalogue/catalogue.h"

namespace shardscope::core {
namespace {

Architecture model(const char* name) {
    const auto entry = catalogueNamed(name, "test");
    EXPECT_TRUE(entry) << toString(entry.error());
    return entry ? entry->architecture : Architecture{};
}

/// Shapes by name.
std::map<std::string, std::vector<int64_t>> shapesOf(const Architecture& a) {
    std::map<std::string, std::vector<int64_t>> shapes;
    for (const ModelParameter& p : parametersOf(a)) shapes[p.name] = p.shape;
    return shapes;
}

using Shape = std::vector<int64_t>;

struct Count {
    const char* name;
    int64_t parameters;
};

class PublishedCount : public testing::TestWithParam<Count> {};

TEST_P(PublishedCount, IsReproducedToTheDigit) {
    EXPECT_EQ(parameterCount(model(GetParam().name)), GetParam().parameters) << GetParam().name;
}

// Counts by closed formulas over the values of config.json, as V·h + P·h + 2h + L(12h² + 13h) of GPT-2.
INSTANTIATE_TEST_SUITE_P(
    Table, PublishedCount,
    testing::Values(
        Count{"gpt2", 124'439'808}, Count{"gpt2-medium", 354'823'168},
        Count{"gpt2-large", 774'030'080}, Count{"gpt2-xl", 1'557'611'200},
        Count{"llama-2-7b", 6'738'415'616}, Count{"llama-2-13b", 13'015'864'320},
        Count{"llama-2-70b", 68'976'648'192}, Count{"llama-3-8b", 8'030'261'248},
        Count{"llama-3-70b", 70'553'706'496}, Count{"llama-3.1-8b", 8'030'261'248},
        Count{"llama-3.1-70b", 70'553'706'496}, Count{"llama-3.1-405b", 405'853'388'800},
        Count{"llama-3.2-1b", 1'235'814'400}, Count{"llama-3.2-3b", 3'212'749'824},
        Count{"mistral-7b-v0.1", 7'241'732'096}, Count{"mixtral-8x7b-v0.1", 46'702'792'704},
        Count{"qwen2.5-0.5b", 494'032'768}, Count{"qwen2.5-1.5b", 1'543'714'304},
        Count{"qwen2.5-3b", 3'085'938'688}, Count{"qwen2.5-7b", 7'615'616'512},
        Count{"qwen2.5-72b", 72'706'203'648}, Count{"gemma-2-2b", 2'614'341'888},
        Count{"gemma-2-9b", 9'241'705'984}, Count{"phi-3-mini-4k-instruct", 3'821'079'552},
        Count{"deepseek-v2", 235'741'434'880}, Count{"deepseek-v3", 671'026'419'200},
        Count{"falcon-7b", 6'921'720'704}, Count{"bloom-560m", 559'214'592},
        Count{"bloom-176b", 176'247'271'424}, Count{"opt-125m", 125'239'296},
        Count{"opt-1.3b", 1'315'758'080}, Count{"opt-6.7b", 6'658'473'984},
        Count{"opt-13b", 12'853'473'280}, Count{"opt-30b", 29'974'540'288},
        Count{"opt-66b", 65'719'701'504}, Count{"opt-175b", 174'604'468'224},
        Count{"t5-small", 60'506'624}, Count{"t5-base", 222'903'552}, Count{"t5-3b", 2'851'598'336},
        Count{"bert-base-uncased", 109'482'240}, Count{"bert-base-cased", 108'310'272},
        Count{"vit-base-patch16-224", 86'567'656}, Count{"llm-foundry-mpt-1b", 1'315'950'592},
        Count{"llm-foundry-mpt-7b", 6'658'859'008}));

// Totals of the published safetensors; Falcon's store the tied head a second time.
INSTANTIATE_TEST_SUITE_P(
    BeyondTheTable, PublishedCount,
    testing::Values(Count{"opt-350m", 331'196'416}, Count{"deepseek-v2-lite", 15'706'484'224},
                    Count{"falcon-180b", 179'522'565'120 - 65'024LL * 14'848},
                    Count{"mpt-7b", 6'649'286'656}, Count{"gemma-2b", 2'506'172'416},
                    Count{"gemma-7b", 8'537'680'896}, Count{"gemma-2-27b", 27'227'128'320},
                    Count{"qwen2.5-14b", 14'770'033'664}, Count{"qwen2.5-32b", 32'763'876'352},
                    Count{"qwen3-0.6b", 596'049'920}, Count{"qwen3-4b", 4'022'468'096},
                    Count{"qwen3-8b", 8'190'735'360}, Count{"qwen3-14b", 14'768'307'200},
                    Count{"qwen3-32b", 32'762'123'264}, Count{"mistral-7b-v0.3", 7'248'023'552},
                    Count{"mistral-nemo-base-2407", 12'247'782'400},
                    Count{"mistral-small-24b-base-2501", 23'572'403'200},
                    Count{"mistral-large-instruct-2407", 122'610'069'504},
                    Count{"phi-3-medium-4k-instruct", 13'960'238'080},
                    Count{"phi-4", 14'659'507'200}, Count{"tinyllama-1.1b", 1'100'048'384},
                    Count{"smollm2-135m", 134'515'008}, Count{"smollm2-360m", 361'821'120},
                    Count{"smollm2-1.7b", 1'711'376'384}, Count{"yi-6b", 6'061'035'520},
                    Count{"yi-34b", 34'388'917'248}, Count{"bloom-1b1", 1'065'314'304},
                    Count{"bloom-1b7", 1'722'408'960}, Count{"bloom-3b", 3'002'557'440},
                    Count{"bloom-7b1", 7'069'016'064}, Count{"t5-large", 737'668'096},
                    Count{"flan-t5-base", 247'577'856}, Count{"flan-t5-small", 76'961'152},
                    Count{"flan-t5-large", 783'150'080}, Count{"flan-t5-xl", 2'849'757'184},
                    Count{"flan-t5-xxl", 11'135'332'352}, Count{"bert-large-uncased", 335'141'888},
                    Count{"vit-large-patch16-224", 304'326'632}));

TEST(Parameters, Gpt2HasTransposedMatricesAndATiedTable) {
    const auto parameters = parametersOf(model("gpt2"));
    EXPECT_EQ(parameters.front().name, "transformer.wte.weight");
    EXPECT_TRUE(parameters.front().tied);
    EXPECT_EQ(parameters.front().aliases, std::vector<std::string>{"lm_head.weight"});
    const auto shapes = shapesOf(model("gpt2"));
    EXPECT_EQ(shapes.at("transformer.h.11.attn.c_attn.weight"), (Shape{768, 2304}));
    EXPECT_EQ(shapes.at("transformer.h.0.mlp.c_proj.weight"), (Shape{3072, 768}));
    EXPECT_FALSE(shapes.contains("lm_head.weight"));
}

TEST(Parameters, HeadDimensionOverridesHiddenOverHeads) {
    const auto shapes = shapesOf(model("mistral-nemo-base-2407"));  // 5120 / 32 is 160
    EXPECT_EQ(shapes.at("model.layers.0.self_attn.q_proj.weight"), (Shape{4096, 5120}));
    EXPECT_EQ(shapes.at("model.layers.0.self_attn.o_proj.weight"), (Shape{5120, 4096}));
}

TEST(Parameters, Qwen3HasHeadNormsAndNoBias) {
    const auto shapes = shapesOf(model("qwen3-8b"));
    EXPECT_EQ(shapes.at("model.layers.0.self_attn.q_norm.weight"), (Shape{128}));
    EXPECT_EQ(shapes.at("model.layers.0.self_attn.k_norm.weight"), (Shape{128}));
    EXPECT_FALSE(shapes.contains("model.layers.0.self_attn.q_proj.bias"));
    EXPECT_TRUE(shapesOf(model("qwen2.5-7b")).contains("model.layers.0.self_attn.q_proj.bias"));
    EXPECT_FALSE(shapesOf(model("qwen2.5-7b")).contains("model.layers.0.self_attn.o_proj.bias"));
}

TEST(Parameters, LlamasSwitchesAddBiases) {
    Architecture a = model("llama-2-7b");
    const int64_t plain = parameterCount(a);
    a.qkvBias = a.outputBias = true;
    EXPECT_EQ(parameterCount(a) - plain, 32 * 4 * 4096);
    a.mlpBias = true;
    EXPECT_EQ(parameterCount(a) - plain, 32 * (4 * 4096 + 2 * 11008 + 4096));
}

TEST(Parameters, Phi3FusesItsMatrices) {
    const auto shapes = shapesOf(model("phi-3-medium-4k-instruct"));
    EXPECT_EQ(shapes.at("model.layers.0.self_attn.qkv_proj.weight"), (Shape{7680, 5120}));
    EXPECT_EQ(shapes.at("model.layers.0.mlp.gate_up_proj.weight"), (Shape{35840, 5120}));
}

TEST(Parameters, MixtralHasARouterAndEightExpertsALayer) {
    const auto shapes = shapesOf(model("mixtral-8x7b-v0.1"));
    EXPECT_EQ(shapes.at("model.layers.31.block_sparse_moe.gate.weight"), (Shape{8, 4096}));
    EXPECT_EQ(shapes.at("model.layers.31.block_sparse_moe.experts.7.w2.weight"),
              (Shape{4096, 14336}));
}

TEST(Parameters, DeepseekWithoutQueryRankProjectsAtOnce) {
    const auto lite = shapesOf(model("deepseek-v2-lite"));
    EXPECT_EQ(lite.at("model.layers.0.self_attn.q_proj.weight"), (Shape{16 * 192, 2048}));
    EXPECT_EQ(lite.at("model.layers.0.mlp.gate_proj.weight"), (Shape{10944, 2048}));
    EXPECT_EQ(lite.at("model.layers.1.mlp.shared_experts.up_proj.weight"), (Shape{2816, 2048}));
    const auto v3 = shapesOf(model("deepseek-v3"));
    EXPECT_EQ(v3.at("model.layers.3.mlp.gate.e_score_correction_bias"), (Shape{256}));
    EXPECT_EQ(v3.at("model.layers.60.self_attn.kv_a_proj_with_mqa.weight"), (Shape{576, 7168}));
    EXPECT_FALSE(v3.contains("model.layers.2.mlp.gate.weight"));
}

TEST(Parameters, FalconsNewDecoderHasTwoNormsAndGroupedHeads) {
    const auto big = shapesOf(model("falcon-40b"));
    EXPECT_EQ(big.at("transformer.h.0.self_attention.query_key_value.weight"),
              (Shape{(128 + 16) * 64, 8192}));
    EXPECT_TRUE(big.contains("transformer.h.0.ln_mlp.bias"));
    const auto small = shapesOf(model("falcon-7b"));
    EXPECT_EQ(small.at("transformer.h.0.self_attention.query_key_value.weight"),
              (Shape{73 * 64, 4544}));
    EXPECT_TRUE(small.contains("transformer.h.0.input_layernorm.weight"));
    EXPECT_FALSE(small.contains("transformer.h.0.post_attention_layernorm.weight"));
    const auto rw = shapesOf(model("falcon-rw-1b"));
    EXPECT_TRUE(rw.contains("transformer.h.0.post_attention_layernorm.weight"));
    EXPECT_EQ(rw.at("transformer.h.0.mlp.dense_h_to_4h.bias"), (Shape{8192}));
}

TEST(Parameters, Opt350mProjectsItsEmbeddingAndEndsWithoutANorm) {
    const auto shapes = shapesOf(model("opt-350m"));
    EXPECT_EQ(shapes.at("model.decoder.embed_tokens.weight"), (Shape{50272, 512}));
    EXPECT_EQ(shapes.at("model.decoder.project_in.weight"), (Shape{1024, 512}));
    EXPECT_EQ(shapes.at("model.decoder.project_out.weight"), (Shape{512, 1024}));
    EXPECT_FALSE(shapes.contains("model.decoder.final_layer_norm.weight"));
    EXPECT_TRUE(shapesOf(model("opt-125m")).contains("model.decoder.final_layer_norm.weight"));
}

TEST(Parameters, T5SharesItsEmbeddingThreeWays) {
    const auto parameters = parametersOf(model("t5-small"));
    EXPECT_EQ(parameters.front().aliases,
              (std::vector<std::string>{"encoder.embed_tokens.weight",
                                        "decoder.embed_tokens.weight", "lm_head.weight"}));
    const auto flan = shapesOf(model("flan-t5-base"));
    EXPECT_EQ(flan.at("lm_head.weight"), (Shape{32128, 768}));
    EXPECT_EQ(flan.at("decoder.block.11.layer.2.DenseReluDense.wi_1.weight"), (Shape{2048, 768}));
    EXPECT_TRUE(
        flan.contains("decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"));
    EXPECT_FALSE(
        flan.contains("decoder.block.1.layer.0.SelfAttention.relative_attention_bias.weight"));
}

TEST(Parameters, NamesAreUniqueInEveryModel) {
    for (const CatalogueEntry& entry : catalogue()) {
        std::set<std::string> names;
        for (const ModelParameter& p : parametersOf(entry.architecture)) {
            ASSERT_TRUE(names.insert(p.name).second) << entry.name << " " << p.name;
            ASSERT_GT(p.elements(), 0) << entry.name << " " << p.name;
        }
    }
}

TEST(Parameters, GroupsSumToTheCount) {
    const auto groups = parameterGroups(model("mixtral-8x7b-v0.1"));
    int64_t sum = 0;
    for (const GroupTotal& group : groups) sum += group.elements;
    EXPECT_EQ(sum, 46'702'792'704);
    const auto experts = std::ranges::find(groups, ParameterGroup::Experts, &GroupTotal::group);
    ASSERT_NE(experts, groups.end());
    EXPECT_EQ(experts->tensors, 32 * 8 * 3);
    EXPECT_EQ(experts->elements, int64_t{32} * 8 * 3 * 4096 * 14336);
}

TEST(Parameters, DescribeIsATable) {
    EXPECT_EQ(describeParameters(model("gpt2")),
              "group          tensors            elements\n"
              "embedding            2          39,383,808\n"
              "attention           48          28,348,416\n"
              "feed-forward        48          56,669,184\n"
              "norms               50              38,400\n"
              "sum                148         124,439,808\n");
}

}  // namespace
}  // namespace shardscope::core
