// The pool of buffers, and what is read from one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "profiler/cupti/activity_buffers.h"
#include "profiler/cupti/activity_reader.h"
#include "tests/doubles/cuda/fake_cupti.h"

namespace shardscope::profiler::cupti {

namespace {

TEST(ActivityBuffers, AreZeroedAndAlignedAndComeBackZeroed) {
    ActivityBuffers buffers(4096, 1, 1);
    uint8_t* block = buffers.request();
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 8, 0U);
    std::memset(block, 0xff, 100);
    buffers.complete(block, 100);
    for (const FilledBuffer& filled : buffers.takeFilled()) buffers.recycle(filled);
    EXPECT_EQ(buffers.request(), block);
    EXPECT_TRUE(std::all_of(block, block + 4096, [](uint8_t byte) { return byte == 0; }));
}

TEST(ActivityBuffers, RefuseWhenAllAreInUseAndCountIt) {
    ActivityBuffers buffers(4096, 2, 2);
    EXPECT_NE(buffers.request(), nullptr);
    EXPECT_NE(buffers.request(), nullptr);
    EXPECT_EQ(buffers.request(), nullptr);
    EXPECT_EQ(buffers.refused(), 1);
}

TEST(ActivityBuffers, GrowWhileFewAreFreeUpToTheMost) {
    ActivityBuffers buffers(4096, 2, 3);
    buffers.request();
    buffers.request();
    buffers.growIfScarce();
    EXPECT_NE(buffers.request(), nullptr);
    buffers.growIfScarce();
    EXPECT_EQ(buffers.request(), nullptr);
}

TEST(ActivityBuffers, AreAsManyAsAreEnsuredButNeverMoreThanTheMost) {
    ActivityBuffers buffers(4096, 1, 3);
    buffers.ensure(1);
    EXPECT_NE(buffers.request(), nullptr);
    EXPECT_EQ(buffers.request(), nullptr);
    buffers.ensure(2);
    EXPECT_NE(buffers.request(), nullptr);
    EXPECT_EQ(buffers.request(), nullptr);
    buffers.ensure(100);
    EXPECT_NE(buffers.request(), nullptr);
    EXPECT_EQ(buffers.request(), nullptr);
}

TEST(ActivityBuffers, AreGivenBackInTheOrderOfCompletion) {
    ActivityBuffers buffers(4096, 2, 2);
    uint8_t* first = buffers.request();
    uint8_t* second = buffers.request();
    buffers.complete(second, 8);
    buffers.complete(first, 16);
    const auto filled = buffers.takeFilled();
    ASSERT_EQ(filled.size(), 2U);
    EXPECT_EQ(filled[0].data, second);
    EXPECT_EQ(filled[1].validBytes, 16U);
    EXPECT_TRUE(buffers.takeFilled().empty());
}

/// A buffer with records one after the other.
class Written {
  public:
    template <class Record>
    Written& add(const Record& record) {
        std::memcpy(reinterpret_cast<uint8_t*>(words_.data()) + used_, &record, sizeof record);
        used_ += sizeof record;
        return *this;
    }
    ActivityBatch read() {
        ActivityBatch batch;
        readBuffer(doubles::cuda::cuptiDouble(), {reinterpret_cast<uint8_t*>(words_.data()), used_},
                   batch);
        return batch;
    }

  private:
    std::vector<uint64_t> words_ = std::vector<uint64_t>(512);
    size_t used_ = 0;
};

TEST(ReadBuffer, KeepsWhatAKernelsRecordSays) {
    CUpti_ActivityKernel10 record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.correlationId = 77;
    record.deviceId = 3;
    record.streamId = 13;
    record.start = 1000;
    record.end = 2000;
    record.name = "shardscope_gelu_forward_bf16";
    const ActivityBatch batch = Written().add(record).read();
    ASSERT_EQ(batch.work.size(), 1U);
    const GpuWork& work = batch.work.front();
    EXPECT_EQ(work.kind, WorkKind::Kernel);
    EXPECT_EQ(work.correlation, 77U);
    EXPECT_EQ(work.device, 3U);
    EXPECT_EQ(work.stream, 13U);
    EXPECT_EQ(work.startNs, 1000);
    EXPECT_EQ(work.endNs, 2000);
    EXPECT_STREQ(work.name, "shardscope_gelu_forward_bf16");
}

TEST(ReadBuffer, CountsDeviceMemoryTakenAndGivenBack) {
    CUpti_ActivityMemory4 record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMORY2;
    record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.memoryOperationType = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
    record.bytes = 4096;
    CUpti_ActivityMemory4 back = record;
    back.memoryOperationType = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
    CUpti_ActivityMemory4 pinned = record;
    pinned.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
    const ActivityBatch batch = Written().add(record).add(pinned).add(back).read();
    ASSERT_EQ(batch.memory.size(), 2U) << "pinned memory is the host's";
    EXPECT_EQ(batch.memory[0].bytes, 4096);
    EXPECT_EQ(batch.memory[1].bytes, -4096);
}

TEST(ReadBuffer, ACopyBetweenGpusIsACopy) {
    CUpti_ActivityMemcpyPtoP4 record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
    record.correlationId = 5;
    record.deviceId = 1;
    record.bytes = 4096;
    record.start = 10;
    record.end = 30;
    const ActivityBatch batch = Written().add(record).read();
    ASSERT_EQ(batch.work.size(), 1U);
    EXPECT_EQ(batch.work[0].kind, WorkKind::Copy);
    EXPECT_EQ(batch.work[0].bytes, 4096);
    EXPECT_EQ(batch.work[0].device, 1U);
    EXPECT_EQ(batch.work[0].endNs, 30);
}

CUpti_ActivitySynchronization2 waitOf(CUpti_ActivitySynchronizationType type) {
    CUpti_ActivitySynchronization2 record{};
    record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
    record.type = type;
    record.correlationId = 9;
    record.streamId = 13;
    record.start = 100;
    record.end = 250;
    return record;
}

TEST(ReadBuffer, TellsForWhatTheHostWaited) {
    CUpti_ActivitySynchronization2 unstamped =
        waitOf(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE);
    unstamped.start = unstamped.end = 0;
    const ActivityBatch batch =
        Written()
            .add(waitOf(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE))
            .add(waitOf(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE))
            .add(waitOf(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE))
            .add(waitOf(CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT))
            .add(unstamped)
            .read();
    ASSERT_EQ(batch.waits.size(), 3U) << "a stream's wait is not the host's";
    EXPECT_EQ(batch.waits[0].what, HostWait::For::Stream);
    EXPECT_EQ(batch.waits[1].what, HostWait::For::Event);
    EXPECT_EQ(batch.waits[2].what, HostWait::For::Device);
    EXPECT_EQ(batch.waits[2].stream, 13U);
    EXPECT_EQ(batch.waits[2].endNs, 250);
}

TEST(ReadBuffer, KindsThatWereNotAskedForAreCounted) {
    CUpti_ActivityDevice5 device{};
    device.kind = CUPTI_ACTIVITY_KIND_DEVICE;
    const ActivityBatch batch = Written().add(device).read();
    EXPECT_EQ(batch.unknown, 1);
    EXPECT_EQ(batch.broken, 0);
    EXPECT_TRUE(batch.empty());
}

TEST(ReadBuffer, SaysWhenTheRestCannotBeRead) {
    CUpti_ActivityAPI api{};
    api.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
    CUpti_Activity odd{};
    odd.kind = CUPTI_ACTIVITY_KIND_INVALID;
    const ActivityBatch batch = Written().add(api).add(odd).read();
    EXPECT_EQ(batch.apiRecords, 1);
    EXPECT_EQ(batch.broken, 1);
}

}  // namespace

}  // namespace shardscope::profiler::cupti
