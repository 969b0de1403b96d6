// Files that are cut or mutated: every one is read or refused with a message, and what is read can be
// counted.

#include <gtest/gtest.h>

#include <random>

#include "core/catalogue/parameters.h"
#include "core/config/deepspeed/ds_config.h"
#include "core/config/huggingface/config_file.h"
#include "core/config/huggingface/weights_index.h"
#include "tests/core/config/huggingface/configs.h"

namespace shardscope::core {
namespace {

template <class T>
void expectMessage(const Result<T>& result) {
    if (result) return;
    EXPECT_EQ(result.error().code, ErrorCode::InvalidInput);
    EXPECT_FALSE(result.error().message.empty());
    EXPECT_FALSE(result.error().where.empty());
}

void readByAll(std::string_view text) {
    expectMessage(parseWeightsIndex(text, "m"));
    expectMessage(parseSafetensors(text, "m", 64));
    expectMessage(parseDeepSpeedConfig(text, "m"));
    const auto config = parseModelConfig(text, "m");
    expectMessage(config);
    if (!config) return;
    const Architecture& a = config->architecture;
    if (a.layers * (a.experts.count + 1) >= 1000) return;  // a long list says nothing more
    EXPECT_GT(parameterCount(a), 0);
}

TEST(Robustness, CutFilesAreRefusedOrRead) {
    for (const test::Config& config : test::kConfigs) {
        for (size_t size = 0; size < config.json.size(); size += 7) {
            const auto cut = parseModelConfig(config.json.substr(0, size), "m");
            ASSERT_FALSE(cut) << config.name << " " << size;
            expectMessage(cut);
        }
    }
}

TEST(Robustness, MutatedFilesAreRefusedOrRead) {
    constexpr std::string_view kBytes = "0123456789-.eE\"{}[],:/*\\ntf \n\xff";
    std::mt19937 random(7);
    for (const test::Config& config : test::kConfigs) {
        for (int round = 0; round < 60; ++round) {
            std::string text(config.json);
            for (int edit = 0; edit <= round % 4; ++edit) {
                text[random() % text.size()] = kBytes[random() % kBytes.size()];
            }
            readByAll(text);
        }
    }
}

}  // namespace
}  // namespace shardscope::core
