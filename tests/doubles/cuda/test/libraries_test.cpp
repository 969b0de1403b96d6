// The double's kernels, NCCL and cuBLASLt.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "gpu/kernels/fill.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/kernel_twins.h"
#include "tests/doubles/cuda/test/violations.h"

// What nvcc's stubs call; no header of the runtime declares it.
extern "C" void CUDARTAPI __cudaRegisterFunction(void**, const char*, char*, const char*, int,
                                                 uint3*, uint3*, dim3*, dim3*, int*);

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

/// A kernel that does nothing, registered as nvcc's stubs register theirs.
const void* idleKernel() {
    static char function = 0;
    __cudaRegisterFunction(nullptr, &function, nullptr, "double_test_idle", 0, nullptr, nullptr,
                           nullptr, nullptr, nullptr);
    addTwin("double_test_idle",
            {.argumentBytes = 0, .run = [](const void*, const LaunchShape&) {}});
    return &function;
}

cudaError_t launchIdle(size_t sharedBytes, dim3 block = dim3(32)) {
    return cudaLaunchKernel(idleKernel(), dim3(1), block, nullptr, sharedBytes, nullptr);
}

cudaError_t allowShared(int bytes) {
    return cudaFuncSetAttribute(idleKernel(), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}

TEST(FakeKernels, MustAskForMuchSharedMemory) {
    reset();
    EXPECT_EQ(launchIdle(48 << 10), cudaSuccess);
    EXPECT_EQ(launchIdle(96 << 10), cudaErrorInvalidValue);
    EXPECT_EQ(allowShared(96 << 10), cudaSuccess);
    EXPECT_EQ(launchIdle(96 << 10), cudaSuccess);
    EXPECT_EQ(launchIdle(97 << 10), cudaErrorInvalidValue);
    EXPECT_EQ(allowShared(228 << 10), cudaErrorInvalidValue);
    reset({.computeMajor = 12});
    EXPECT_EQ(launchIdle(96 << 10), cudaErrorInvalidValue) << "forgotten with the machine";
    EXPECT_EQ(allowShared(99 << 10), cudaSuccess);
    EXPECT_EQ(allowShared(100 << 10), cudaErrorInvalidValue) << "less than on other GPUs";
}

TEST(FakeKernels, HaveBlocksOfASizeThatThereIs) {
    reset();
    EXPECT_EQ(launchIdle(0, dim3(1024)), cudaSuccess);
    EXPECT_EQ(launchIdle(0, dim3(1025)), cudaErrorInvalidConfiguration);
    EXPECT_EQ(launchIdle(0, dim3(1, 1, 65)), cudaErrorInvalidConfiguration);
}

TEST(FakeKernels, LoadedLazilyWaitForTheDeviceWhenFirstLaunched) {
    reset({.lazyLoading = true});
    std::atomic<bool> waited{false};
    cudaStream_t busy = nullptr, other = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
    const auto wait = [](void* flag) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        *static_cast<std::atomic<bool>*>(flag) = true;
    };
    for (const bool first : {true, false}) {
        waited = false;
        ASSERT_EQ(cudaLaunchHostFunc(busy, wait, &waited), cudaSuccess);
        EXPECT_EQ(cudaLaunchKernel(idleKernel(), dim3(1), dim3(32), nullptr, 0, other),
                  cudaSuccess);
        EXPECT_EQ(waited, first);
        EXPECT_EQ(cudaStreamSynchronize(busy), cudaSuccess);
    }
    EXPECT_EQ(cudaStreamDestroy(busy), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
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

TEST(FakeNccl, OneThreadWithSeveralRanksMustGroupTheirParts) {
    reset({.devices = 2});
    Violations violations;
    const gpu::NcclApi& nccl = ncclDouble();
    ncclUniqueId id{};
    ASSERT_EQ(nccl.getUniqueId(&id), ncclSuccess);
    ncclComm_t comms[2] = {};
    cudaStream_t streams[2] = {};
    float* values[2] = {};
    const auto forBoth = [&](auto&& call) {
        for (int rank : {0, 1}) {
            ASSERT_EQ(cudaSetDevice(rank), cudaSuccess);
            call(rank);
        }
    };
    const auto sum = [&](int rank) {
        return nccl.allReduce(values[rank], values[rank], 1, ncclFloat, ncclSum, comms[rank],
                              streams[rank]);
    };
    ASSERT_EQ(nccl.groupStart(), ncclSuccess);
    forBoth([&](int rank) {
        EXPECT_EQ(nccl.commInitRank(&comms[rank], 2, id, rank), ncclSuccess);
        EXPECT_EQ(cudaStreamCreateWithFlags(&streams[rank], cudaStreamNonBlocking), cudaSuccess);
        values[rank] = upload({1});
    });
    ASSERT_EQ(nccl.groupEnd(), ncclSuccess);
    ASSERT_EQ(nccl.groupStart(), ncclSuccess);
    forBoth([&](int rank) { EXPECT_EQ(sum(rank), ncclSuccess); });
    EXPECT_EQ(nccl.groupEnd(), ncclSuccess);
    EXPECT_EQ(violations.count(), 0U);
    forBoth([&](int rank) { EXPECT_EQ(sum(rank), rank == 0 ? ncclSuccess : ncclInvalidUsage); });
    EXPECT_TRUE(violations.lastSays("outside of a group"));
    forBoth([&](int rank) {
        EXPECT_EQ(nccl.commAbort(comms[rank]), ncclSuccess);
        EXPECT_EQ(cudaStreamSynchronize(streams[rank]), cudaSuccess);
        EXPECT_EQ(cudaStreamDestroy(streams[rank]), cudaSuccess);
        EXPECT_EQ(cudaFree(values[rank]), cudaSuccess);
    });
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
}

TEST(FakeNccl, OnlySums) {
    reset({.devices = 2});
    Violations violations;
    EXPECT_EQ(ncclDouble().allReduce(nullptr, nullptr, 1, ncclFloat, ncclMax, nullptr, nullptr),
              ncclInvalidArgument);
    EXPECT_TRUE(violations.lastSays("no sum"));
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
