#include "core/config/huggingface/config_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/catalogue/parameters.h"

namespace shardscope::core {
namespace {

std::string faultOf(std::string_view json) {
    const auto config = parseModelConfig(json, "config.json");
    if (config) return "(read)";
    EXPECT_EQ(config.error().code, ErrorCode::InvalidInput);
    return toString(config.error());
}

/// A small llama with @p line in the place of its line 4, "num_attention_heads".
std::string llamaWith(const std::string& line) {
    return "{\"model_type\": \"llama\", // comment\n"
           "  \"hidden_size\": 64, \"vocab_size\": 100,\n"
           "  \"intermediate_size\": 128, \"num_hidden_layers\": 2,\n  " +
           line + ",\n}";
}

TEST(ConfigFile, ReadsCommentsAndTrailingCommas) {
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": 4")), "(read)");
}

TEST(ConfigFile, NamesFileLineAndKey) {
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": -4")),
              "config.json:4:3: num_attention_heads: found -4; allowed: a whole number from 1 to "
              "268,435,456");
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": \"4\"")),
              "config.json:4:3: num_attention_heads: found the text \"4\"; allowed: a whole number "
              "from 1 to 268,435,456");
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": 99999999999999999999")),
              "config.json:4:3: num_attention_heads: found 99999999999999999999; allowed: a whole "
              "number from 1 to 268,435,456");
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": 5")),
              "config.json:4:3: num_attention_heads: found 5; allowed: a divisor of hidden_size, "
              "which is 64");
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": 4, \"num_key_value_heads\": 3")),
              "config.json:4:29: num_key_value_heads: found 3; allowed: a divisor of "
              "num_attention_heads, which is 4");
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": 4, \"attention_bias\": 1")),
              "config.json:4:29: attention_bias: found 1; allowed: true or false");
}

TEST(ConfigFile, AMissingSizeIsAnError) {
    EXPECT_EQ(faultOf(llamaWith("\"x\": 1")),
              "config.json:1:1: num_attention_heads: is missing; allowed: a whole number from 1 to "
              "268,435,456");
}

TEST(ConfigFile, AMisspeltKeyIsAnErrorAndNotADefault) {
    EXPECT_EQ(faultOf(llamaWith("\"num_attention_heads\": 4, \"num_key_value_head\": 2")),
              "config.json:4:29: num_key_value_head: is not a key that this model_type reads; did "
              "you mean num_key_value_heads?");
}

TEST(ConfigFile, AnUnknownModelTypeListsThoseKnown) {
    EXPECT_EQ(
        faultOf("{\n\"model_type\": \"lama\"}"),
        "config.json:2:1: model_type: found \"lama\", an architecture that is not known "
        "here; did you mean llama?; known: gpt2, llama, mistral, mixtral, qwen2, qwen3, gemma, "
        "gemma2, phi3, deepseek_v2, deepseek_v3, falcon, bloom, opt, t5, bert, vit, mpt");
    EXPECT_EQ(faultOf("{\"hidden_size\": 4}")
                  .find("config.json:1:1: model_type: is missing; known: "
                        "gpt2, llama"),
              0u);
    EXPECT_EQ(faultOf("{\"model_type\": 4}"),
              "config.json:1:2: model_type: found 4; allowed: a text");
}

TEST(ConfigFile, AnUnknownClassListsThoseOfItsFamily) {
    EXPECT_EQ(
        faultOf("{\"model_type\": \"llama\", \"architectures\": [\"LlamaForCausalML\"]}"),
        "config.json:1:25: architectures: found \"LlamaForCausalML\", whose parameters are not "
        "known here; did you mean LlamaForCausalLM?; known of llama: LlamaForCausalLM, "
        "LLaMAForCausalLM");
    EXPECT_EQ(
        faultOf("{\"model_type\": \"llama\", \"architectures\": \"x\"}"),
        "config.json:1:25: architectures: found the text \"x\"; allowed: a list with a class's "
        "name");
}

TEST(ConfigFile, AModelTooLargeToCountIsRefused) {
    const std::string fault = faultOf(
        "{\"model_type\": \"gpt2\", \"vocab_size\": 100, \"n_embd\": 100000000,\n"
        "\"n_layer\": 10000, \"n_head\": 10, \"n_positions\": 8}");
    EXPECT_NE(fault.find("hidden_size: the model would have about"), std::string::npos) << fault;
    EXPECT_NE(
        faultOf(llamaWith("\"num_attention_heads\": 4, \"num_local_experts\": 3")).find("(read)"),
        std::string::npos);  // a key that llama does not read
}

TEST(ConfigFile, NotesSayWhichDefaultsWereUsed) {
    const auto config = parseModelConfig(llamaWith("\"num_attention_heads\": 4"), "c");
    ASSERT_TRUE(config);
    const auto has = [&](const char* note) {
        return std::ranges::find(config->notes, note) != config->notes.end();
    };
    EXPECT_TRUE(has("num_key_value_heads is not given; 4 is used (num_attention_heads)"));
    EXPECT_TRUE(has("tie_word_embeddings is not given; false is used (the class's default)"));
    EXPECT_TRUE(has("max_position_embeddings is not given; 2048 is used (the class's default)"));
}

TEST(ConfigFile, ReadsTheConfigOfAFolder) {
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        ("shardscope_config_folder_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "config.json") << llamaWith("\"num_attention_heads\": 4");
    EXPECT_TRUE(readModelConfig(folder.string()));
    std::filesystem::remove_all(folder);
    const auto missing = readModelConfig(folder.string() + "/config.json");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              "cannot read the model's config.json: No such file or directory");
}

}  // namespace
}  // namespace shardscope::core
