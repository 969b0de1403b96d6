#include "core/host/host_memory.h"

#include <gtest/gtest.h>

#include "core/base/units.h"

namespace shardscope::core {
namespace {

constexpr int64_t kGranule = 2 * kMiB;

TEST(HostMemory, GrowsASegmentInPlace) {
    HostMemory memory;
    ASSERT_TRUE(memory.map(0, 0, kGranule, 64 * kGiB));
    auto* bytes = static_cast<unsigned char*>(memory.addressOf(0));
    bytes[0] = 7;
    ASSERT_TRUE(memory.map(0, kGranule, kGranule, 64 * kGiB));
    EXPECT_EQ(memory.addressOf(0), bytes);
    bytes[2 * kGranule - 1] = 9;
    EXPECT_EQ(bytes[0], 7);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes) % static_cast<uintptr_t>(kGranule), 0u);
}

TEST(HostMemory, GivesPagesBackAndTakesThemAgain) {
    HostMemory memory;
    ASSERT_TRUE(memory.map(3, 0, 3 * kGranule, 8 * kGranule));
    auto* bytes = static_cast<unsigned char*>(memory.addressOf(3));
    bytes[0] = 1;
    bytes[kGranule] = 2;
    bytes[2 * kGranule] = 3;
    memory.unmap(3, kGranule, kGranule);  // a hole
    ASSERT_TRUE(memory.map(3, kGranule, kGranule, 8 * kGranule));
    EXPECT_EQ(bytes[0], 1);
    EXPECT_EQ(bytes[kGranule], 0);  // fresh pages
    EXPECT_EQ(bytes[2 * kGranule], 3);
}

TEST(HostMemoryDeathTest, UnmappedPagesCannotBeTouched) {
    HostMemory memory;
    ASSERT_TRUE(memory.map(0, 0, 2 * kGranule, 2 * kGranule));
    auto* bytes = static_cast<volatile unsigned char*>(memory.addressOf(0));
    memory.unmap(0, kGranule, kGranule);
    EXPECT_DEATH(bytes[kGranule] = 1, "");
}

TEST(HostMemory, AnEmptySegmentHasNoAddressAndCanComeBack) {
    HostMemory memory;
    ASSERT_TRUE(memory.map(1, 0, kGranule, kGranule));
    memory.unmap(1, 0, kGranule);
    EXPECT_EQ(memory.addressOf(1), nullptr);
    ASSERT_TRUE(memory.map(1, 0, kGranule, kGranule));
    EXPECT_NE(memory.addressOf(1), nullptr);
}

TEST(HostMemory, RefusesWhatTheMachineCannotHoldAndGoesOn) {
    HostMemory memory;
    constexpr int64_t kTooMuch = int64_t{1} << 50;
    EXPECT_FALSE(memory.map(0, 0, kTooMuch, kTooMuch));
    EXPECT_EQ(memory.addressOf(0), nullptr);
    ASSERT_TRUE(memory.map(0, 0, kGranule, 2 * kGranule));
    EXPECT_FALSE(memory.map(0, kGranule, kTooMuch, 2 * kGranule));  // beyond its address space
    EXPECT_TRUE(memory.map(0, kGranule, kGranule, 2 * kGranule));
}

}  // namespace
}  // namespace shardscope::core
