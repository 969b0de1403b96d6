// Each family's config.json gives the architecture of the catalogue's row, and a switch that no row
// uses changes the parameters as the class does.

#include <gtest/gtest.h>

#include "core/catalogue/catalogue.h"
#include "core/catalogue/parameters.h"
#include "core/config/huggingface/config_file.h"
#include "tests/core/config/huggingface/configs.h"

namespace shardscope::core {
namespace {

class PublishedConfig : public testing::TestWithParam<test::Config> {};

TEST_P(PublishedConfig, IsTheCataloguesArchitecture) {
    const auto config = parseModelConfig(GetParam().json, "config.json");
    ASSERT_TRUE(config) << toString(config.error());
    Architecture expected = catalogueNamed(GetParam().name, "test")->architecture;
    if (expected.rope.type == "yarn") expected.rope = config->architecture.rope;
    EXPECT_EQ(config->architecture, expected);
    EXPECT_EQ(parameterCount(config->architecture), parameterCount(expected));
}

INSTANTIATE_TEST_SUITE_P(Families, PublishedConfig, testing::ValuesIn(test::kConfigs),
                         [](const testing::TestParamInfo<test::Config>& row) {
                             std::string name(row.param.name);
                             std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
                             return name;
                         });

int64_t countOf(std::string_view json) {
    const auto config = parseModelConfig(json, "config.json");
    EXPECT_TRUE(config) << toString(config.error());
    return config ? parameterCount(config->architecture) : 0;
}

std::string faultOf(std::string_view json) {
    const auto config = parseModelConfig(json, "config.json");
    return config ? "(read)" : toString(config.error());
}

constexpr std::string_view kLlama =
    R"("model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
       "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100)";

std::string llama(std::string_view more) {
    return "{" + std::string(kLlama) + std::string(more) + "}";
}

TEST(Config, LlamasFlagsAddBiases) {
    const int64_t plain = countOf(llama(""));
    EXPECT_EQ(countOf(llama(R"(, "attention_bias": true)")) - plain, 2 * 4 * 64);
    EXPECT_EQ(countOf(llama(R"(, "mlp_bias": true)")) - plain, 2 * (128 + 128 + 64));
    EXPECT_EQ(plain - countOf(llama(R"(, "tie_word_embeddings": true)")), 100 * 64);
    EXPECT_EQ(countOf(llama(R"(, "head_dim": 32)")) - plain, 2 * 4 * 64 * 64);
    EXPECT_EQ(plain - countOf(llama(R"(, "num_key_value_heads": 1)")), 2 * 2 * 48 * 64);
}

TEST(Config, ANullCountOfKeyHeadsIsThatOfHeads) {
    EXPECT_EQ(countOf(llama(R"(, "num_key_value_heads": null)")), countOf(llama("")));
    EXPECT_EQ(countOf(llama(R"(, "head_dim": null)")), countOf(llama("")));
}

TEST(Config, DenseDeepseekHasNoExperts) {
    const auto config = parseModelConfig(
        R"({"model_type": "deepseek_v2", "hidden_size": 64, "intermediate_size": 128,
            "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})",
        "c");
    ASSERT_TRUE(config) << toString(config.error());
    EXPECT_EQ(config->architecture.experts, Experts{});
}

TEST(Config, VitCountsItsLabels) {
    std::string labels;
    for (int i = 0; i < 1000; ++i) {
        labels += (i ? ", \"" : "\"") + std::to_string(i) + "\": \"x\"";
    }
    const std::string sizes = R"({"model_type": "vit", "hidden_size": 768, "num_hidden_layers": 12,
        "num_attention_heads": 12, "intermediate_size": 3072, "image_size": 224, "patch_size": 16)";
    EXPECT_EQ(countOf(sizes + R"(, "architectures": ["ViTForImageClassification"], "id2label": {)" +
                      labels + "}}"),
              86'567'656);
    // ViTModel: a pooler in place of the classifier.
    EXPECT_EQ(countOf(sizes + R"(, "architectures": ["ViTModel"]})"),
              86'567'656 - 1000 * 769 + 768 * 769);
    EXPECT_EQ(faultOf(sizes + R"(, "patch_size": 300})"),
              "config.json:2:100: patch_size: is given "
              "twice");
}

TEST(Config, MptRefusesAttentionItCannotCount) {
    const std::string sizes =
        R"({"model_type": "mpt", "d_model": 64, "n_layers": 2, "n_heads": 4, "vocab_size": 100,
 "attn_config": )";
    EXPECT_EQ(
        faultOf(sizes + R"({"attn_type": "grouped_query_attention"}})"),
        "config.json:2:18: attn_config.attn_type: found \"grouped_query_attention\"; allowed: "
        "multihead_attention");
    EXPECT_EQ(faultOf(sizes + R"({"qk_ln": true}})"),
              "config.json:2:18: attn_config.qk_ln: found true; allowed: false");
}

}  // namespace
}  // namespace shardscope::core
