// Groups of NCCL's calls on the double, and what is wrong with them that a real GPU answers with a hang.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/doubles/cuda/test/violations.h"

namespace shardscope::doubles::cuda {
namespace {

constexpr size_t kElements = 4;

/// Two ranks of one thread, each with a device, a stream and some memory.
class FakeNcclGroups : public testing::Test {
  protected:
    void SetUp() override {
        reset({.devices = 2});
        ncclUniqueId id{};
        ASSERT_EQ(nccl_.getUniqueId(&id), ncclSuccess);
        ASSERT_EQ(nccl_.groupStart(), ncclSuccess);
        forBoth([&](size_t rank) {
            EXPECT_EQ(nccl_.commInitRank(&comms_[rank], 2, id, static_cast<int>(rank)),
                      ncclSuccess);
            EXPECT_EQ(cudaStreamCreateWithFlags(&streams_[rank], cudaStreamNonBlocking),
                      cudaSuccess);
            EXPECT_EQ(cudaMalloc(&memory_[rank], 2 * kElements * sizeof(float)), cudaSuccess);
            EXPECT_EQ(cudaMemset(memory_[rank], 0, 2 * kElements * sizeof(float)), cudaSuccess);
        });
        ASSERT_EQ(nccl_.groupEnd(), ncclSuccess);
    }
    void TearDown() override {
        setDrills({});
        forBoth([&](size_t rank) {
            EXPECT_EQ(nccl_.commAbort(comms_[rank]), ncclSuccess);
            EXPECT_EQ(cudaStreamDestroy(streams_[rank]), cudaSuccess);
            EXPECT_EQ(cudaFree(memory_[rank]), cudaSuccess);
        });
        EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    }
    template <class Body>
    void forBoth(Body&& body) {
        for (size_t rank : {0, 1}) {
            ASSERT_EQ(cudaSetDevice(static_cast<int>(rank)), cudaSuccess);
            body(rank);
        }
    }
    /// Of a half of the rank's memory.
    ncclResult_t sum(size_t rank, size_t half = 0) {
        auto* at = static_cast<float*>(memory_[rank]) + half * kElements;
        return nccl_.allReduce(at, at, kElements, ncclFloat, ncclSum, comms_[rank], streams_[rank]);
    }
    void drain() {
        forBoth(
            [&](size_t rank) { EXPECT_EQ(cudaStreamSynchronize(streams_[rank]), cudaSuccess); });
    }

    const gpu::NcclApi& nccl_ = ncclDouble();
    std::array<ncclComm_t, 2> comms_{};
    std::array<cudaStream_t, 2> streams_{};
    std::array<void*, 2> memory_{};
};

TEST_F(FakeNcclGroups, CarryACommunicatorsCallsWithOneKernel) {
    ASSERT_EQ(nccl_.groupStart(), ncclSuccess);
    forBoth([&](size_t rank) {
        for (size_t half : {0, 1}) EXPECT_EQ(sum(rank, half), ncclSuccess);
    });
    EXPECT_EQ(tally().ncclKernels, 0) << "nothing starts before the end";
    EXPECT_EQ(nccl_.groupEnd(), ncclSuccess);
    drain();
    EXPECT_EQ(tally().ncclKernels, 2);
    EXPECT_EQ(tally().collectives, 4);
}

TEST_F(FakeNcclGroups, StartNothingWhenACallIsRefused) {
    setDrills({.refuseCollective = 2});
    ASSERT_EQ(nccl_.groupStart(), ncclSuccess);
    forBoth(
        [&](size_t rank) { EXPECT_EQ(sum(rank), rank == 0 ? ncclSuccess : ncclInternalError); });
    EXPECT_EQ(nccl_.groupEnd(), ncclInternalError);
    EXPECT_EQ(tally().ncclKernels, 0);
}

TEST_F(FakeNcclGroups, StartNothingWhenTheirEndIsRefused) {
    setDrills({.failGroupEnd = 1});
    ASSERT_EQ(nccl_.groupStart(), ncclSuccess);
    forBoth([&](size_t rank) { EXPECT_EQ(sum(rank), ncclSuccess); });
    EXPECT_EQ(nccl_.groupEnd(), ncclInternalError);
    EXPECT_EQ(tally().ncclKernels, 0);
}

TEST_F(FakeNcclGroups, InGroupsAreAViolation) {
    Violations violations;
    EXPECT_EQ(nccl_.groupStart(), ncclSuccess);
    EXPECT_EQ(nccl_.groupStart(), ncclSuccess);
    EXPECT_TRUE(violations.lastSays("a group in a group"));
    EXPECT_EQ(nccl_.groupEnd(), ncclSuccess);
    EXPECT_EQ(nccl_.groupEnd(), ncclSuccess);
    EXPECT_EQ(violations.count(), 1U);
}

TEST_F(FakeNcclGroups, ThatWereNotStartedCannotEnd) {
    Violations violations;
    EXPECT_EQ(nccl_.groupEnd(), ncclInvalidUsage);
    EXPECT_TRUE(violations.lastSays("was not started"));
}

TEST_F(FakeNcclGroups, EndBeforeTheirThread) {
    Violations violations;
    std::thread([&] { EXPECT_EQ(nccl_.groupStart(), ncclSuccess); }).join();
    EXPECT_TRUE(violations.lastSays("a thread ends with a group"));
}

// What it would see of the streams is their state before the group.
TEST_F(FakeNcclGroups, KeepStreamsAndEventsOutside) {
    cudaEvent_t event = nullptr;
    ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), cudaSuccess);
    const cudaStream_t stream = streams_[1];  // the current device's
    Violations violations;
    EXPECT_EQ(nccl_.groupStart(), ncclSuccess);
    EXPECT_EQ(cudaEventRecord(event, stream), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("cudaEventRecord inside of a group"));
    EXPECT_EQ(cudaStreamWaitEvent(stream, event, 0), cudaSuccess);
    EXPECT_TRUE(violations.lastSays("cudaStreamWaitEvent inside of a group"));
    EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
    EXPECT_EQ(violations.count(), 5U);
    EXPECT_EQ(nccl_.groupEnd(), ncclSuccess);
    EXPECT_EQ(cudaEventRecord(event, stream), cudaSuccess);
    EXPECT_EQ(violations.count(), 5U);
    EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
}

TEST_F(FakeNcclGroups, OfCommunicatorsThatDoNotBlockGoOnAfterwards) {
    setDrills({.slowNccl = 2});
    Violations violations;
    const auto sumAll = [&] {
        EXPECT_EQ(nccl_.groupStart(), ncclSuccess);
        forBoth([&](size_t rank) { (void)sum(rank); });
        return nccl_.groupEnd();
    };
    EXPECT_EQ(sumAll(), ncclInProgress);
    for (const ncclResult_t expected : {ncclInProgress, ncclInProgress, ncclSuccess}) {
        forBoth([&](size_t rank) {
            ncclResult_t state = ncclSystemError;
            EXPECT_EQ(nccl_.commGetAsyncError(comms_[rank], &state), ncclSuccess);
            EXPECT_EQ(state, expected);
        });
    }
    EXPECT_EQ(sumAll(), ncclInProgress);
    EXPECT_EQ(violations.count(), 0U);
    (void)sumAll();
    EXPECT_TRUE(violations.lastSays("before its last operation has started"));
    drain();
}

}  // namespace
}  // namespace shardscope::doubles::cuda
