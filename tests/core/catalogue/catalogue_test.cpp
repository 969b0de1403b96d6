#include "core/catalogue/catalogue.h"

#include <gtest/gtest.h>

#include <set>

namespace shardscope::core {
namespace {

std::string faultOf(std::string_view name) {
    const auto entry = catalogueNamed(name, "--model");
    return entry ? "(found)" : toString(entry.error());
}

void expectFault(std::string_view name, const std::string& part) {
    const std::string fault = faultOf(name);
    EXPECT_NE(fault.find(part), std::string::npos) << fault << "\n  lacks: " << part;
}

TEST(Catalogue, FindsANameInAnyCaseAndWithItsOrganisation) {
    const auto entry = catalogueNamed("meta-llama/Llama-3.1-8B", "--model");
    ASSERT_TRUE(entry) << toString(entry.error());
    EXPECT_EQ(entry->name, "llama-3.1-8b");
    EXPECT_EQ(entry->architecture.layers, 32);
    EXPECT_EQ(entry->architecture.rope.type, "llama3");
}

TEST(Catalogue, SuggestsTheNearestName) {
    expectFault("lama-3.1-8b",
                "--model: found \"lama-3.1-8b\", which is neither a file nor a model "
                "of the catalogue; did you mean llama-3.1-8b?");
    expectFault("gpt2xl", "did you mean gpt2-xl?");
    expectFault("mixtral-8x7b", "did you mean mixtral-8x7b-v0.1 or");
    expectFault("Qwen2.5-7", "did you mean qwen2.5-7b,");
}

TEST(Catalogue, ListsNamesThatBeginAlike) {
    expectFault("opt-999999999999b", "known: opt-125m, opt-350m");
    expectFault("zzz", "known: gpt2, llama-7b, mistral-7b-v0.1, mixtral-8x7b-v0.1");
}

TEST(Catalogue, EveryEntryIsValidAndNamedOnce) {
    std::set<std::string> names;
    std::set<Family> families;
    for (const CatalogueEntry& entry : catalogue()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        const auto valid = validate(entry.architecture, entry.name);
        EXPECT_TRUE(valid) << toString(valid.error());
        families.insert(entry.architecture.family);
    }
    EXPECT_EQ(families.size(), familyNames().size());
}

TEST(Architecture, RefusesWhatCannotBeCounted) {
    Architecture a = catalogueNamed("llama-2-7b", "")->architecture;
    a.hidden = 1 << 29;
    EXPECT_NE(toString(validate(a, "c.json").error()).find("c.json: hidden_size: the model would"),
              std::string::npos);
    a.hidden = -1;
    EXPECT_EQ(toString(validate(a, "c.json").error()),
              "c.json: hidden_size: found -1; allowed: a whole number from 1 to 1,073,741,824");
    a = catalogueNamed("llama-2-7b", "")->architecture;
    a.kvHeads = 5;
    EXPECT_EQ(toString(validate(a, "c.json").error()),
              "c.json: num_key_value_heads: found 5; allowed: a divisor of num_attention_heads, "
              "which is 32");
    a = catalogueNamed("mixtral-8x7b-v0.1", "")->architecture;
    a.experts.count = 1 << 14;
    a.layers = 1 << 14;
    EXPECT_NE(toString(validate(a, "").error()).find("are more tensors than"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::core
