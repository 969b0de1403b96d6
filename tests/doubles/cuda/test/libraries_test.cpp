// The double's kernels, NCCL and cuBLASLt.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

#include "gpu/kernels/fill.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/test/violations.h"

namespace shardscope::doubles::cuda {

namespace {

std::vector<float> download(const void* device, size_t count) {
    std::vector<float> values(count);
    EXPECT_EQ(cudaMemcpy(values.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return values;
}

float* upload(const std::vector<float>& values) {
    void* device = nullptr;
    const size_t bytes = values.size() * sizeof(float);
    EXPECT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    return static_cast<float*>(device);
}

TEST(FakeKernels, RunTheirTwins) {
    reset();
    float* values = upload({1, 2, 3, 4});
    EXPECT_EQ(gpu::launchFill(nullptr, {.address = values, .bytes = 8, .value = 0}), cudaSuccess);
    EXPECT_EQ(download(values, 4), (std::vector<float>{0, 0, 3, 4}));
    EXPECT_EQ(tally().launches, 1);
    EXPECT_EQ(cudaFree(values), cudaSuccess);
}

TEST(FakeKernels, OneThatFailsBreaksTheContextForGood) {
    reset({}, {.failLaunch = 2});
    float* values = upload({1, 2});
    const gpu::FillArgs fill{.address = values, .bytes = 4, .value = 0};
    EXPECT_EQ(gpu::launchFill(nullptr, fill), cudaSuccess);
    EXPECT_EQ(gpu::launchFill(nullptr, fill), cudaSuccess) << "it fails when it runs, not here";
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
    EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure) << "sticky";
    EXPECT_EQ(gpu::launchFill(nullptr, fill), cudaErrorLaunchFailure);
    reset();
}

/// Ranks as threads with a device each; every thread runs @p body(rank, comm, stream).
template <class Body>
void withRanks(int ranks, Body&& body) {
    const gpu::NcclApi& nccl = ncclDouble();
    ncclUniqueId id{};
    ASSERT_EQ(nccl.getUniqueId(&id), ncclSuccess);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            ASSERT_EQ(cudaSetDevice(rank), cudaSuccess);
            ncclComm_t comm = nullptr;
            cudaStream_t stream = nullptr;
            ASSERT_EQ(nccl.commInitRank(&comm, ranks, id, rank), ncclSuccess);
            ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
            body(rank, comm, stream);
            ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
        });
    }
    for (auto& thread : threads) thread.join();
}

TEST(FakeNccl, InPlaceReduceScatterThenAllGatherIsAnAllReduce) {
    reset({.devices = 4});
    const gpu::NcclApi& nccl = ncclDouble();
    withRanks(4, [&](int rank, ncclComm_t comm, cudaStream_t stream) {
        std::vector<float> values(8);
        std::iota(values.begin(), values.end(), static_cast<float>(10 * rank));
        float* all = upload(values);
        float* mine = all + 2 * rank;
        EXPECT_EQ(nccl.reduceScatter(all, mine, 2, ncclFloat, ncclSum, comm, stream), ncclSuccess);
        EXPECT_EQ(nccl.allGather(mine, all, 2, ncclFloat, comm, stream), ncclSuccess);
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        EXPECT_EQ(download(all, 8), (std::vector<float>{60, 64, 68, 72, 76, 80, 84, 88}));
        EXPECT_EQ(nccl.commDestroy(comm), ncclSuccess);
        EXPECT_EQ(cudaFree(all), cudaSuccess);
    });
    EXPECT_EQ(tally().collectives, 8);
    EXPECT_EQ(liveCommunicators(), 0);
}

TEST(FakeNccl, AHungCollectiveEndsByAbort) {
    reset({.devices = 2}, {.hangCollective = 1});
    const gpu::NcclApi& nccl = ncclDouble();
    withRanks(2, [&](int rank, ncclComm_t comm, cudaStream_t stream) {
        float* value = upload({static_cast<float>(rank)});
        EXPECT_EQ(nccl.allReduce(value, value, 1, ncclFloat, ncclSum, comm, stream), ncclSuccess);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
        EXPECT_EQ(nccl.commAbort(comm), ncclSuccess);
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        EXPECT_EQ(download(value, 1), std::vector<float>{static_cast<float>(rank)});
        EXPECT_EQ(cudaFree(value), cudaSuccess);
    });
}

TEST(FakeNccl, RanksThatDisagreeAreAViolation) {
    reset({.devices = 2});
    Violations violations;
    const gpu::NcclApi& nccl = ncclDouble();
    withRanks(2, [&](int rank, ncclComm_t comm, cudaStream_t stream) {
        float* values = upload({1, 2});
        const auto count = static_cast<size_t>(rank + 1);
        EXPECT_EQ(nccl.allReduce(values, values, count, ncclFloat, ncclSum, comm, stream),
                  ncclSuccess);
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        EXPECT_EQ(nccl.commDestroy(comm), ncclSuccess);
        EXPECT_EQ(cudaFree(values), cudaSuccess);
    });
    EXPECT_TRUE(violations.lastSays("ranks disagree"));
}

TEST(FakeNccl, TwoRanksOnOneDeviceAreRefused) {
    reset();
    const gpu::NcclApi& nccl = ncclDouble();
    ncclUniqueId id{};
    ASSERT_EQ(nccl.getUniqueId(&id), ncclSuccess);
    ncclComm_t first = nullptr, second = nullptr;
    ASSERT_EQ(nccl.groupStart(), ncclSuccess);
    EXPECT_EQ(nccl.commInitRank(&first, 2, id, 0), ncclSuccess);
    EXPECT_EQ(nccl.commInitRank(&second, 2, id, 1), ncclInvalidUsage);
    EXPECT_EQ(nccl.groupEnd(), ncclInvalidUsage);
    EXPECT_EQ(nccl.commAbort(first), ncclSuccess);
}

}  // namespace

}  // namespace shardscope::doubles::cuda
