// The double's streams and events mean what CUDA's do.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/test/violations.h"

namespace shardscope::doubles::cuda {

namespace {

/// A stream's work that waits for the test: a gate that is shut until it is opened.
struct Gate {
    std::atomic<bool> open{false};
    static void wait(void* gate) { static_cast<Gate*>(gate)->open.wait(false); }
    void unlock() {
        open = true;
        open.notify_all();
    }
};

void increment(void* counter) { ++*static_cast<std::atomic<int>*>(counter); }

class FakeStreams : public testing::Test {
  protected:
    void SetUp() override {
        reset({.devices = 2});
        for (cudaStream_t& stream : streams) {
            ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        }
        ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
    }
    void TearDown() override {
        for (cudaStream_t stream : streams) EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
        EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
        reset();
    }
    void shut(cudaStream_t stream, Gate& with) {
        ASSERT_EQ(cudaLaunchHostFunc(stream, Gate::wait, &with), cudaSuccess);
    }
    Gate gate, other;  // live until the streams have ended
    cudaStream_t streams[2] = {};
    cudaEvent_t event = nullptr;
};

TEST_F(FakeStreams, WorkIsNotDoneBeforeTheCallReturns) {
    std::atomic<int> done = 0;
    shut(streams[0], gate);
    ASSERT_EQ(cudaLaunchHostFunc(streams[0], increment, &done), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(streams[0]), cudaErrorNotReady);
    EXPECT_EQ(done, 0);
    gate.unlock();
    EXPECT_EQ(cudaStreamSynchronize(streams[0]), cudaSuccess);
    EXPECT_EQ(done, 1);
    EXPECT_EQ(cudaStreamQuery(streams[0]), cudaSuccess);
}

TEST_F(FakeStreams, StreamsDoNotWaitForEachOtherUnlessTold) {
    std::atomic<int> done = 0;
    shut(streams[0], gate);
    ASSERT_EQ(cudaLaunchHostFunc(streams[1], increment, &done), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(streams[1]), cudaSuccess);
    EXPECT_EQ(done, 1);
    gate.unlock();
}

TEST_F(FakeStreams, AWaitHoldsBackWhatComesAfterIt) {
    std::atomic<int> done = 0;
    shut(streams[0], gate);
    ASSERT_EQ(cudaEventRecord(event, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(streams[1], event, 0), cudaSuccess);
    ASSERT_EQ(cudaLaunchHostFunc(streams[1], increment, &done), cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(done, 0);
    EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
    gate.unlock();
    EXPECT_EQ(cudaStreamSynchronize(streams[1]), cudaSuccess);
    EXPECT_EQ(done, 1);
}

TEST_F(FakeStreams, AWaitMeansTheLatestRecordAtItsCall) {
    std::atomic<int> done = 0;
    ASSERT_EQ(cudaEventRecord(event, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaStreamWaitEvent(streams[1], event, 0), cudaSuccess);
    shut(streams[0], gate);
    ASSERT_EQ(cudaEventRecord(event, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaLaunchHostFunc(streams[1], increment, &done), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(streams[1]), cudaSuccess) << "the second record is not meant";
    EXPECT_EQ(done, 1);
    gate.unlock();
}

TEST_F(FakeStreams, WaitingForWhatWasNeverRecordedIsNothing) {
    ASSERT_EQ(cudaStreamWaitEvent(streams[1], event, 0), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(streams[1]), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
}

TEST_F(FakeStreams, ElapsedTimeIsTheDevices) {
    cudaEvent_t end = nullptr;
    float ms = -1;
    ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&ms, event, end), cudaErrorInvalidResourceHandle);
    (void)cudaGetLastError();
    setDrills({.stretchCopyNs = 3'000'000});
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(event, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaMemsetAsync(memory, 0, 64, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaEventRecord(end, streams[0]), cudaSuccess);
    ASSERT_EQ(cudaEventSynchronize(end), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&ms, event, end), cudaSuccess);
    EXPECT_GE(ms, 3.0F);
    EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST_F(FakeStreams, AnEventIsRecordedOnItsOwnDevice) {
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    cudaStream_t far = nullptr;
    ASSERT_EQ(cudaStreamCreate(&far), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(event, far), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamWaitEvent(far, event, 0), cudaSuccess) << "waiting goes over devices";
    EXPECT_EQ(cudaStreamDestroy(far), cudaSuccess);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    (void)cudaGetLastError();
}

TEST_F(FakeStreams, WorkOnADestroyedStreamIsAViolation) {
    cudaStream_t gone = nullptr;
    ASSERT_EQ(cudaStreamCreate(&gone), cudaSuccess);
    ASSERT_EQ(cudaStreamDestroy(gone), cudaSuccess);
    Violations violations;
    EXPECT_EQ(cudaStreamSynchronize(gone), cudaErrorInvalidResourceHandle);
    EXPECT_TRUE(violations.lastSays("destroyed"));
    EXPECT_EQ(cudaStreamDestroy(gone), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(violations.count(), 2U);
    (void)cudaGetLastError();
}

TEST_F(FakeStreams, TheDefaultStreamWaitsForBlockingStreamsOnly) {
    cudaStream_t blocking = nullptr;
    ASSERT_EQ(cudaStreamCreate(&blocking), cudaSuccess);
    std::atomic<int> done = 0;
    shut(blocking, gate);
    shut(streams[0], other);
    ASSERT_EQ(cudaLaunchHostFunc(nullptr, increment, &done), cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(done, 0);
    gate.unlock();
    EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess)
        << "though a non-blocking one stands still";
    EXPECT_EQ(done, 1);
    other.unlock();
    EXPECT_EQ(cudaStreamDestroy(blocking), cudaSuccess);
}

TEST_F(FakeStreams, PrioritiesAreKeptInRange) {
    cudaStream_t stream = nullptr;
    int least = 1, greatest = 1, priority = 1;
    ASSERT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 10),
              cudaSuccess);
    ASSERT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
    EXPECT_EQ(priority, greatest);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace

}  // namespace shardscope::doubles::cuda
