// Hardware files: the built-in ones, one's own, and what is wrong with them.

#include <gtest/gtest.h>

#include <set>

#include "core/sim/hardware_catalogue.h"
#include "core/sim/hardware_keys.h"
#include "core/sim/hardware_text.h"

namespace shardscope::core {
namespace {

std::string file(const std::string& rest) {
    return "{\n  \"schema\": \"shardscope.hardware/1\",\n  \"name\": \"mine\",\n" + rest + "}";
}

Result<Hardware> assembled(const std::string& json) {
    auto document = parseHardware(json, "mine.json");
    if (!document) return tl::unexpected(document.error());
    return assembleHardware(*document, {}, builtinHardware);
}

std::string messageOf(const std::string& json) {
    const auto hardware = assembled(json);
    return hardware ? "no error" : toString(hardware.error());
}

void expectSays(const std::string& json, std::initializer_list<std::string_view> parts) {
    const std::string message = messageOf(json);
    for (std::string_view part : parts) {
        EXPECT_NE(message.find(part), std::string::npos) << part << "\nin: " << message;
    }
}

TEST(HardwareCatalogue, EveryGpuIsWhole) {
    const std::vector<std::string> names = hardwareNames(HardwareKind::Gpu);
    const std::set<std::string> have(names.begin(), names.end());
    for (const char* name : {"v100-sxm-16", "v100-sxm-32", "a100-sxm-40", "a100-sxm-80", "a10",
                             "l40s", "rtx-4090", "rtx-5090", "h100-sxm", "h100-pcie", "h100-nvl",
                             "h200-sxm", "b200-sxm", "b300-sxm", "mi300x"}) {
        EXPECT_TRUE(have.contains(name)) << name;
    }
    for (const std::string& name : names) {
        const auto hardware = gpuNamed(name, {});
        ASSERT_TRUE(hardware) << toString(hardware.error());
        EXPECT_GT(hardware->memoryBytes(), int64_t{10} << 30) << name;
        EXPECT_GE(hardware->gpusPerNode(), 2) << name;
        EXPECT_FALSE(hardware->fabric.empty()) << name;
    }
}

TEST(HardwareCatalogue, EveryFabricFitsUnderAnyGpu) {
    for (const std::string& name : hardwareNames(HardwareKind::Fabric)) {
        EXPECT_TRUE(gpuNamed("a100-sxm-80", {.fabric = {name}})) << name;
    }
}

TEST(HardwareCatalogue, EveryCoefficientSaysItsUnitAndItsSource) {
    for (const HardwareText& text : builtinHardwareTexts()) {
        const auto document = parseHardware(text.json, text.file);
        ASSERT_TRUE(document) << toString(document.error());
        for (const HardwareCoefficient& c : document->coefficients) {
            EXPECT_EQ(c.unit, findHardwareKey(c.path)->unit) << text.file << " " << c.path;
            EXPECT_GT(c.source.size(), 5U) << text.file << " " << c.path;
        }
    }
}

TEST(HardwareCatalogue, AMisspeltNameIsSuggested) {
    const auto hardware = gpuNamed("h100-smx", {});
    ASSERT_FALSE(hardware);
    const std::string message = toString(hardware.error());
    EXPECT_NE(message.find("--gpu"), std::string::npos) << message;
    EXPECT_NE(message.find("did you mean h100-sxm"), std::string::npos) << message;
    EXPECT_FALSE(gpuNamed("nvlink-4", {}));
    EXPECT_FALSE(gpuNamed("a10", {.fabric = {"h100-sxm"}}));
}

TEST(HardwareChoice, ANetworkAloneLeavesTheLinksAsTheyAre) {
    const auto usual = gpuNamed("h100-sxm", {});
    const auto slow = gpuNamed("h100-sxm", {.fabric = {"8x100g"}, .gpusPerNode = 4});
    ASSERT_TRUE(usual && slow);
    EXPECT_EQ(slow->node.linkGBps, usual->node.linkGBps);
    EXPECT_LT(slow->network.nicGBps, usual->network.nicGBps);
    EXPECT_EQ(slow->gpusPerNode(), 4);
    EXPECT_EQ(slow->fabric, "nvlink-4 + 8x100g");
}

TEST(HardwareFile, ChangesSingleKeysOfWhatItExtends) {
    const auto base = gpuNamed("h100-sxm", {});
    const auto mine = assembled(file(R"(  "extends": "h100-sxm",  // ours runs at 500 W
  "gpu": { "memoryBandwidth": 3000 },
  "kernels": { "sustained": { "value": 0.7, "unit": "fraction", "source": "measured here" } },
)"));
    ASSERT_TRUE(mine) << toString(mine.error());
    EXPECT_EQ(mine->name, "mine");
    EXPECT_EQ(mine->gpu.memoryBandwidthGBps, 3000.0);
    EXPECT_EQ(mine->kernels.sustained, 0.7);
    EXPECT_EQ(mine->gpu.bf16Tflops, base->gpu.bf16Tflops);
    EXPECT_EQ(mine->fabric, base->fabric);
}

TEST(HardwareFile, SaysWhereWhatAndWhatIsAllowed) {
    expectSays(file("  \"gpu\": { \"memoryBandwith\": 3000 }\n"),
               {"mine.json:4:", "gpu.memoryBandwith", "did you mean memoryBandwidth"});
    expectSays(file("  \"gpu\": { \"bf16\": -3 }\n"),
               {"mine.json:4:", "gpu.bf16", "found -3", "from 0 to"});
    expectSays(file("  \"gpu\": { \"bf16\": \"fast\" }\n"), {"mine.json:4:", "\"fast\""});
    expectSays(file("  \"gpu\": { \"memory\": {\"value\": 80, \"unit\": \"GB\"} }\n"),
               {"mine.json:4:", "unit", "\"GB\"", "\"MiB\""});
    expectSays(file("  \"nccl\": { \"ringBase\": [1, 2] }\n"), {"a list of 3 numbers"});
    expectSays(file("  \"gpus\": {}\n"), {"gpus", "did you mean gpu"});
    expectSays("{\"name\": \"mine\"}", {"schema", "shardscope.hardware/1"});
    expectSays("{\"schema\": \"shardscope.hardware/1\"}", {"name", "is missing"});
}

TEST(HardwareFile, NamesWhatNothingGives) {
    expectSays(file("  \"gpu\": { \"bf16\": 100 }\n"), {"nothing gives gpu.memory", "node.link"});
    expectSays(file("  \"extends\": \"h100\"\n"), {"did you mean h100-"});
}

TEST(HardwareFile, ExtendingInACircleIsSaid) {
    const auto loop = [](std::string_view name, std::string_view) -> Result<HardwareDocument> {
        return HardwareDocument{.name = std::string(name), .extends = {name == "a" ? "b" : "a"}};
    };
    const auto hardware = assembleHardware(*loop("a", ""), {}, loop);
    ASSERT_FALSE(hardware);
    EXPECT_NE(hardware.error().message.find("extends itself"), std::string::npos);
}

}  // namespace
}  // namespace shardscope::core
