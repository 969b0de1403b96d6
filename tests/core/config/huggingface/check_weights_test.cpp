#include "core/config/huggingface/check_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "core/catalogue/catalogue.h"
#include "core/catalogue/parameters.h"

namespace shardscope::core {
namespace {

Architecture model(const char* name, int64_t layers) {
    Architecture a = catalogueNamed(name, "test")->architecture;
    a.layers = layers;
    if (a.family == Family::T5) a.t5.decoderLayers = layers;
    return a;
}

/// A checkpoint that holds every parameter under the name that @p rename gives.
Checkpoint checkpointOf(const Architecture& a,
                        const std::function<std::string(std::string)>& rename = {}) {
    Checkpoint checkpoint{.path = "m.safetensors", .tensors = {}};
    for (const ModelParameter& p : parametersOf(a)) {
        checkpoint.tensors.push_back(
            {.name = rename ? rename(p.name) : p.name, .dtype = "F32", .shape = p.shape});
    }
    return checkpoint;
}

TensorInfo& tensor(Checkpoint& checkpoint, std::string_view name) {
    return *std::ranges::find(checkpoint.tensors, name, &TensorInfo::name);
}

std::string faultOf(const Architecture& a, const Checkpoint& checkpoint) {
    const auto check = checkWeights(a, checkpoint);
    return check ? "(agrees)" : toString(check.error());
}

TEST(CheckWeights, AcceptsNamesWithoutTheBaseModelsPrefixAndOldMasks) {
    const Architecture gpt2 = model("gpt2", 2);
    Checkpoint checkpoint = checkpointOf(
        gpt2, [](std::string name) { return name.substr(std::string("transformer.").size()); });
    checkpoint.tensors.push_back({.name = "h.0.attn.bias", .dtype = "F32", .shape = {1, 1, 4, 4}});
    const auto check = checkWeights(gpt2, checkpoint);
    ASSERT_TRUE(check) << toString(check.error());
    EXPECT_EQ(check->parameters, parameterCount(gpt2));
    EXPECT_EQ(check->ignoredTensors, 1);
    EXPECT_EQ(check->duplicateElements, 0);
}

TEST(CheckWeights, CountsATiedHeadThatIsStoredAgainOnce) {
    const Architecture falcon = model("falcon-7b", 1);
    Checkpoint checkpoint = checkpointOf(falcon);
    checkpoint.tensors.push_back(
        {.name = "lm_head.weight", .dtype = "BF16", .shape = {65024, 4544}});
    const auto check = checkWeights(falcon, checkpoint);
    ASSERT_TRUE(check) << toString(check.error());
    EXPECT_EQ(check->duplicateElements, 65024 * 4544);
    EXPECT_EQ(check->parameters, parameterCount(falcon));
}

TEST(CheckWeights, FindsT5sTableUnderAnyOfItsNames) {
    const Architecture t5 = model("t5-small", 1);
    Checkpoint checkpoint = checkpointOf(t5);
    tensor(checkpoint, "shared.weight").name = "encoder.embed_tokens.weight";
    EXPECT_EQ(faultOf(t5, checkpoint), "(agrees)");
}

TEST(CheckWeights, KnowsBertsOldWordsAndHead) {
    const Architecture bert = model("bert-base-uncased", 1);
    Checkpoint checkpoint = checkpointOf(bert, [](std::string name) {
        const size_t at = name.find("LayerNorm.weight");
        return at == std::string::npos ? name : name.substr(0, at) + "LayerNorm.gamma";
    });
    checkpoint.tensors.push_back(
        {.name = "cls.seq_relationship.bias", .dtype = "F32", .shape = {2}});
    EXPECT_EQ(faultOf(bert, checkpoint), "(agrees)");
}

TEST(CheckWeights, ShowsBothCountsAndTheTensorsThatDiffer) {
    const Architecture gpt2 = model("gpt2", 1);
    Checkpoint checkpoint = checkpointOf(gpt2);
    tensor(checkpoint, "transformer.wte.weight").shape = {50304, 768};
    tensor(checkpoint, "transformer.ln_f.bias").name = "transformer.ln_g.bias";
    const int64_t count = parameterCount(gpt2);
    EXPECT_EQ(count, 50257 * 768 + 1024 * 768 + 2 * 768 + 12 * 768 * 768 + 13 * 768);
    EXPECT_EQ(
        faultOf(gpt2, checkpoint),
        "m.safetensors: the config has 46,473,216 parameters in 16 tensors, and the checkpoint "
        "46,509,312: transformer.wte.weight is [50257, 768] by the config and [50304, 768] in "
        "the checkpoint; transformer.ln_g.bias [768] is in the checkpoint alone; "
        "transformer.ln_f.bias [768] is in the config alone");
}

TEST(CheckWeights, ShowsTheFirstDifferencesOnly) {
    const Architecture few = model("llama-2-7b", 1), many = model("llama-2-7b", 2);
    EXPECT_NE(faultOf(few, checkpointOf(many)).find("; and 4 more"), std::string::npos)
        << faultOf(few, checkpointOf(many));
}

TEST(CheckWeights, LeavesOutTheExtraPredictionLayersOfDeepseekV3) {
    const Architecture v3 = model("deepseek-v3", 1);
    Checkpoint checkpoint = checkpointOf(v3);
    checkpoint.tensors.push_back(
        {.name = "model.layers.1.eh_proj.weight", .dtype = "BF16", .shape = {7168, 14336}});
    checkpoint.tensors.push_back({.name = "model.layers.0.mlp.up_proj.weight_scale_inv",
                                  .dtype = "F32",
                                  .shape = {144, 56}});
    EXPECT_EQ(faultOf(v3, checkpoint), "(agrees)");
}

class ModelFolder : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("shardscope_model_folder_" + std::to_string(getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        write("config.json", R"({"model_type": "gpt2", "n_embd": 4, "n_layer": 1, "n_head": 2,
            "n_positions": 8, "vocab_size": 10})");
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    /// Parameters from @p first up to @p last as a safetensors file with data of zeros.
    void writeShard(const std::string& name, size_t first, size_t last) {
        const auto parameters = parametersOf(readModelConfig(folder_.string())->architecture);
        std::string header = "{";
        int64_t at = 0;
        for (size_t i = first; i < std::min(last, parameters.size()); ++i) {
            const int64_t bytes = 2 * parameters[i].elements();
            header += fmt::format(
                R"({}"{}": {{"dtype": "F16", "shape": [{}], "data_offsets": [{}, {}]}})",
                at > 0 ? "," : "", parameters[i].name, fmt::join(parameters[i].shape, ","), at,
                at + bytes);
            map_ +=
                fmt::format(R"({}"{}": "{}")", map_.empty() ? "" : ",\n", parameters[i].name, name);
            at += bytes;
        }
        header += "}";
        std::string length(8, '\0');
        for (size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(header.size() >> (8 * i));
        write(name, length + header + std::string(static_cast<size_t>(at), '\0'));
    }
    void writeIndex() const {
        write("model.safetensors.index.json",
              "{\"metadata\": {\"total_size\": 1234.0},\n\"weight_map\": {\n" + map_ + "}}");
    }
    std::string outcome() const {
        const auto config = readModel((folder_ / "config.json").string());
        if (!config) return toString(config.error()).substr(folder_.string().size() + 1);
        return config->notes.empty() ? "" : config->notes.back();
    }

    std::filesystem::path folder_;
    std::string map_;
};

TEST_F(ModelFolder, ChecksASingleFile) {
    writeShard("model.safetensors", 0, 99);
    EXPECT_NE(outcome().find("model.safetensors holds the config's 324 parameters"),
              std::string::npos)
        << outcome();
}

TEST_F(ModelFolder, ChecksShardsAndSaysWhichAreNotHere) {
    writeShard("a.safetensors", 0, 5);
    writeShard("b.safetensors", 5, 99);
    writeIndex();
    EXPECT_NE(outcome().find("holds the config's 324 parameters"), std::string::npos) << outcome();
    std::filesystem::remove(folder_ / "b.safetensors");
    EXPECT_EQ(outcome(), "1 of its shards are not here, so their shapes are unchecked");
}

TEST_F(ModelFolder, ATensorThatItsShardDoesNotHoldIsAnError) {
    writeShard("a.safetensors", 0, 99);
    map_ += ",\n\"lm_head.weight\": \"a.safetensors\"";
    writeIndex();
    EXPECT_EQ(outcome(),
              "model.safetensors.index.json: weight_map.lm_head.weight: names "
              "a.safetensors, which holds no such tensor");
}

TEST_F(ModelFolder, AMissingTensorIsAnErrorWithBothCounts) {
    writeShard("model.safetensors", 1, 99);
    EXPECT_EQ(outcome(),
              "model.safetensors: the config has 324 parameters in 16 tensors, and the "
              "checkpoint 284: transformer.wte.weight [10, 4] is in the config alone");
}

TEST(WeightsIndex, RefusesShardsInOtherFolders) {
    const auto fault = [](std::string_view json) {
        const auto index = parseWeightsIndex(json, "i.json");
        return index ? "(read)" : toString(index.error());
    };
    EXPECT_EQ(
        fault("{\"weight_map\": {\n\"a\": \"../x.safetensors\"}}"),
        "i.json:2:1: weight_map.a: found the text \"../x.safetensors\"; allowed: a file's name "
        "without a folder");
    EXPECT_EQ(fault("{}"),
              "i.json:1:1: weight_map: is missing; allowed: an object of tensor and file names");
    EXPECT_EQ(fault("{\"weight_map\": []}"),
              "i.json:1:2: weight_map: found an empty list; allowed: an object of tensor and file "
              "names");
    EXPECT_EQ(fault("{\"metadata\": {\"total_size\": -1}, \"weight_map\": {}}"),
              "i.json:1:15: metadata.total_size: found -1; allowed: a whole number from 0 on");
}

}  // namespace
}  // namespace shardscope::core
