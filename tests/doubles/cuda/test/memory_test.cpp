// The double's memory refuses, orders copies, and notices misuse.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/test/violations.h"

namespace shardscope::doubles::cuda {

namespace {

class FakeMemories : public testing::Test {
  protected:
    void SetUp() override { reset({.capacityBytes = 1 << 20}); }
    void TearDown() override {
        (void)cudaGetLastError();
        EXPECT_EQ(tally().liveBytes, 0);
        reset();
    }
    void* take(size_t bytes) {
        void* address = nullptr;
        EXPECT_EQ(cudaMalloc(&address, bytes), cudaSuccess);
        return address;
    }
};

TEST_F(FakeMemories, RefuseWhatIsBeyondTheCapacity) {
    void* first = take(1 << 19);
    void* second = nullptr;
    EXPECT_EQ(cudaMalloc(&second, (1 << 19) + 1), cudaErrorMemoryAllocation);
    EXPECT_EQ(second, nullptr);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "a refusal is not sticky";
    size_t free = 0, total = 0;
    ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    EXPECT_EQ(free, size_t{1} << 19);
    EXPECT_EQ(total, size_t{1} << 20);
    EXPECT_EQ(cudaFree(first), cudaSuccess);
}

TEST_F(FakeMemories, RefuseTheNthAllocationOnce) {
    setDrills({.failAllocation = 2});
    void* first = take(64);
    void* second = nullptr;
    EXPECT_EQ(cudaMalloc(&second, 64), cudaErrorMemoryAllocation);
    second = take(64);
    EXPECT_EQ(cudaFree(first), cudaSuccess);
    EXPECT_EQ(cudaFree(second), cudaSuccess);
}

TEST_F(FakeMemories, CopiesAreInStreamOrder) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    auto* device = static_cast<int*>(take(400));
    std::vector<int> in(100), out(100);
    std::iota(in.begin(), in.end(), 1);
    ASSERT_EQ(cudaMemsetAsync(device, 0xff, 400, stream), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(device, in.data(), 200, cudaMemcpyHostToDevice, stream), cudaSuccess);
    in.assign(100, -7);  // pageable memory was read before the call returned
    ASSERT_EQ(cudaMemcpyAsync(out.data(), device, 400, cudaMemcpyDeviceToHost, stream),
              cudaSuccess);
    EXPECT_EQ(out[0], 1) << "a copy to pageable memory is complete when its call returns";
    EXPECT_EQ(out[49], 50);
    EXPECT_EQ(out[50], -1);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(FakeMemories, APinnedSourceIsReadWhenTheCopyRuns) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    auto* device = static_cast<int*>(take(4));
    void* pinned = nullptr;
    ASSERT_EQ(cudaMallocHost(&pinned, 4), cudaSuccess);
    *static_cast<int*>(pinned) = 1;
    std::atomic<bool> open{false};
    ASSERT_EQ(
        cudaLaunchHostFunc(
            stream, [](void* gate) { static_cast<std::atomic<bool>*>(gate)->wait(false); }, &open),
        cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, stream), cudaSuccess);
    *static_cast<int*>(pinned) = 2;
    open = true;
    open.notify_all();
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    int value = 0;
    ASSERT_EQ(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(value, 2);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(FakeMemories, MisuseIsAViolation) {
    Violations violations;
    auto* device = static_cast<std::byte*>(take(256));
    std::array<std::byte, 512> host{};
    EXPECT_NE(cudaMemcpy(host.data(), device, 257, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("outside of the allocation"));
    EXPECT_NE(cudaMemcpy(host.data(), device, 16, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("its kind"));
    EXPECT_NE(cudaMemset(host.data(), 0, 16), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("host's"));
    EXPECT_EQ(cudaFree(device), cudaSuccess);
    EXPECT_NE(cudaMemset(device + 8, 0, 16), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("freed memory"));
    EXPECT_NE(cudaFree(device), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("no longer"));
    EXPECT_EQ(violations.count(), 5U);
}

using FakeMemoriesDeathTest = FakeMemories;

TEST_F(FakeMemoriesDeathTest, AViolationEndsTheTestAloud) {
    EXPECT_DEATH((void)cudaFree(this), "the GPU's double: cudaFree of something");
}

TEST_F(FakeMemoriesDeathTest, FreedMemoryCannotBeTouched) {
    auto* device = static_cast<volatile char*>(take(64));
    EXPECT_EQ(cudaFree(const_cast<char*>(device)), cudaSuccess);
    EXPECT_DEATH(*device = 1, "");
}

TEST_F(FakeMemories, GranulesAreMappedAndCounted) {
    reset({.capacityBytes = 5 << 20});
    const gpu::CudaDriverApi& driver = driverDouble();
    constexpr size_t kGranule = size_t{2} << 20;
    CUdeviceptr address = 0;
    ASSERT_EQ(driver.memAddressReserve(&address, 8 * kGranule, kGranule, 0, 0), CUDA_SUCCESS);
    CUmemAllocationProp properties{};
    CUmemAccessDesc access{};
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    std::array<CUmemGenericAllocationHandle, 2> granules{};
    for (size_t i = 0; i < granules.size(); ++i) {
        ASSERT_EQ(driver.memCreate(&granules[i], kGranule, &properties, 0), CUDA_SUCCESS);
        ASSERT_EQ(driver.memMap(address + i * kGranule, kGranule, 0, granules[i], 0), CUDA_SUCCESS);
    }
    CUmemGenericAllocationHandle third = 0;
    EXPECT_EQ(driver.memCreate(&third, kGranule, &properties, 0), CUDA_ERROR_OUT_OF_MEMORY);
    ASSERT_EQ(driver.memSetAccess(address, 2 * kGranule, &access, 1), CUDA_SUCCESS);
    auto* memory = reinterpret_cast<std::byte*>(address);
    EXPECT_EQ(cudaMemset(memory, 3, 2 * kGranule), cudaSuccess) << "over the seam of two granules";
    Violations violations;
    EXPECT_NE(cudaMemset(memory, 3, 2 * kGranule + 1), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("outside"));
    EXPECT_NE(driver.memAddressFree(address, 8 * kGranule), CUDA_SUCCESS) << "still mapped";
    for (size_t i = 0; i < granules.size(); ++i) {
        EXPECT_EQ(driver.memRelease(granules[i]), CUDA_SUCCESS);
        EXPECT_EQ(tally().liveBytes, static_cast<int64_t>((2 - i) * kGranule))
            << "mapped memory lives";
        EXPECT_EQ(driver.memUnmap(address + i * kGranule, kGranule), CUDA_SUCCESS);
    }
    EXPECT_EQ(tally().liveBytes, 0);
    EXPECT_EQ(driver.memAddressFree(address, 8 * kGranule), CUDA_SUCCESS);
}

}  // namespace

}  // namespace shardscope::doubles::cuda
