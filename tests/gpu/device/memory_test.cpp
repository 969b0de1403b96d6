// Segments of a GPU: quota, growth in place, and what comes back.

#include <gtest/gtest.h>

#include "core/base/units.h"
#include "gpu/cuda_memory.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope::gpu {
namespace {

constexpr int64_t kGranule = 2 * core::kMiB;
constexpr int64_t kReserve = 16 * core::kGiB;

TEST(CudaMemory, GrowsASegmentWithoutMovingIt) {
    doubles::cuda::reset();
    CudaMemory memory(doubles::cuda::driverDouble(), 0, 0, {});
    ASSERT_TRUE(memory.map(0, 0, kGranule, kReserve));
    void* const address = memory.addressOf(0);
    ASSERT_TRUE(memory.map(0, kGranule, 3 * kGranule, kReserve));
    EXPECT_EQ(memory.addressOf(0), address);
    EXPECT_EQ(memory.mappedBytes(), 4 * kGranule);
}

TEST(CudaMemory, GranulesComeBackInOtherRunsThanTheyWereMapped) {
    doubles::cuda::reset();
    {
        CudaMemory memory(doubles::cuda::driverDouble(), 0, 0, {});
        ASSERT_TRUE(memory.map(0, 0, 4 * kGranule, kReserve));
        memory.unmap(0, kGranule, 2 * kGranule);
        EXPECT_EQ(doubles::cuda::tally().liveBytes, 2 * kGranule);
        ASSERT_TRUE(memory.map(0, kGranule, kGranule, kReserve));
        EXPECT_EQ(memory.mappedBytes(), 3 * kGranule);
    }
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
}

TEST(CudaMemory, TheQuotaRefusesAndChangesNothing) {
    doubles::cuda::reset();
    CudaMemory memory(doubles::cuda::driverDouble(), 0, 3 * kGranule, {});
    ASSERT_TRUE(memory.map(0, 0, 2 * kGranule, kReserve));
    EXPECT_FALSE(memory.map(0, 2 * kGranule, 2 * kGranule, kReserve));
    EXPECT_EQ(memory.mappedBytes(), 2 * kGranule);
    EXPECT_TRUE(memory.map(0, 2 * kGranule, kGranule, kReserve));
}

TEST(CudaMemory, AGpuWithoutRoomRefusesAndChangesNothing) {
    doubles::cuda::reset({.capacityBytes = 3 * kGranule});
    CudaMemory memory(doubles::cuda::driverDouble(), 0, 0, {});
    ASSERT_TRUE(memory.map(0, 0, 2 * kGranule, kReserve));
    EXPECT_FALSE(memory.map(0, 2 * kGranule, 2 * kGranule, kReserve));
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 2 * kGranule);
    EXPECT_FALSE(memory.map(1, 0, 2 * kGranule, 2 * kGranule));
    EXPECT_EQ(memory.addressOf(1), nullptr);
}

TEST(CudaMemory, AnOrdinalMayComeBackAtAnotherSize) {
    doubles::cuda::reset();
    CudaMemory memory(doubles::cuda::driverDouble(), 0, 0, {});
    ASSERT_TRUE(memory.map(0, 0, kGranule, kGranule));
    memory.unmap(0, 0, kGranule);
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
    ASSERT_TRUE(memory.map(0, 0, 10 * kGranule, 10 * kGranule));
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 10 * kGranule);
}

}  // namespace
}  // namespace shardscope::gpu
