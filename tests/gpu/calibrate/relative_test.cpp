// Which GPU of the catalogue a driver's name stands for.

#include "profiler/calibrate/gpu/relative.h"

#include <gtest/gtest.h>

#include "core/base/units.h"

namespace shardscope::profiler {
namespace {

core::AcceleratorFacts gpu(const char* name, double memoryMiB, int multiprocessors) {
    return {.name = name,
            .memoryBytes = static_cast<int64_t>(memoryMiB * core::kMiB),
            .multiprocessors = multiprocessors};
}

std::string relative(const core::AcceleratorFacts& facts) {
    const auto found = relativeOf(facts, "");
    return found ? *found : "none";
}

TEST(RelativeOf, KnowsGpusByTheNamesThatDriversGiveThem) {
    EXPECT_EQ(relative(gpu("NVIDIA H200", 143167, 132)), "h200-sxm");
    EXPECT_EQ(relative(gpu("NVIDIA H100 80GB HBM3", 81079, 132)), "h100-sxm");
    EXPECT_EQ(relative(gpu("NVIDIA H100 PCIe", 81079, 114)), "h100-pcie");
    EXPECT_EQ(relative(gpu("NVIDIA H100 NVL", 95320, 132)), "h100-nvl");
    EXPECT_EQ(relative(gpu("NVIDIA A100-SXM4-40GB", 40326, 108)), "a100-sxm-40");
    EXPECT_EQ(relative(gpu("NVIDIA A100-SXM4-80GB", 81153, 108)), "a100-sxm-80");
    EXPECT_EQ(relative(gpu("NVIDIA GeForce RTX 4090", 24080, 128)), "rtx-4090");
    EXPECT_EQ(relative(gpu("Tesla V100-SXM2-16GB", 16144, 80)), "v100-sxm-16");
}

// A name that is in the catalogue with other memory or fewer multiprocessors is another GPU.
TEST(RelativeOf, RefusesWhatIsNotThereAndSaysWhatToGive) {
    for (const auto& facts : {gpu("Double GPU", 4096, 4), gpu("NVIDIA H200", 71000, 132),
                              gpu("NVIDIA A100-SXM4-80GB", 81153, 54)}) {
        const auto found = relativeOf(facts, "");
        ASSERT_FALSE(found) << *found;
        EXPECT_EQ(found.error().code, core::ErrorCode::InvalidInput);
        EXPECT_EQ(found.error().where, "--gpu");
        EXPECT_NE(found.error().message.find("h200-sxm"), std::string::npos);
    }
}

TEST(RelativeOf, TakesWhatAPersonSaysIfTheCatalogueHasIt) {
    EXPECT_EQ(*relativeOf(gpu("Double GPU", 4096, 4), "a10"), "a10");
    const auto wrong = relativeOf(gpu("Double GPU", 4096, 4), "h300-sxm");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("h200-sxm"), std::string::npos) << wrong.error().message;
}

}  // namespace
}  // namespace shardscope::profiler
