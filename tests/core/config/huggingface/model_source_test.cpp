#include "core/config/huggingface/model_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/core/config/huggingface/configs.h"

namespace shardscope::core {
namespace {

TEST(ModelSource, TakesANameOfTheCatalogue) {
    const auto model = findModel("EleutherAI/GPT2-XL", "--model");
    ASSERT_TRUE(model) << toString(model.error());
    EXPECT_EQ(model->name, "gpt2-xl");
    EXPECT_TRUE(model->notes.empty());
}

TEST(ModelSource, TakesAFileOrItsFolder) {
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        ("shardscope_model_source_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "config.json") << test::kConfigs[0].json;
    for (const auto& path : {folder, folder / "config.json"}) {
        const auto model = findModel(path.string(), "--model");
        ASSERT_TRUE(model) << toString(model.error());
        EXPECT_EQ(model->name, path.string());
        EXPECT_EQ(model->architecture.layers, 48);
        EXPECT_FALSE(model->notes.empty());
    }
    std::filesystem::remove_all(folder);
}

TEST(ModelSource, NamesWhatIsWrong) {
    const auto fault = [](std::string_view text) {
        const auto model = findModel(text, "--model");
        return model ? "(found)" : toString(model.error());
    };
    EXPECT_EQ(fault("none.json"),
              "none.json: cannot read the model's config.json: No such file or directory");
    EXPECT_NE(
        fault("gtp").find("--model: found \"gtp\", which is neither a file nor a model of the "
                          "catalogue; did you mean gpt?; known: gpt, llama, mlp, conformance, "
                          "gpt2"),
        std::string::npos)
        << fault("gtp");
}

}  // namespace
}  // namespace shardscope::core
