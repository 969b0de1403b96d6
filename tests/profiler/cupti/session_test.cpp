// Starting, refusing and losing: what the session says when it cannot record, or not all.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "profiler/cupti/activity_reader.h"
#include "profiler/cupti/cupti_session.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"

namespace shardscope::profiler::cupti {

namespace {

using doubles::cuda::cuptiDouble;
using doubles::cuda::CuptiSetup;

std::string whyNot(const CuptiSetup& setup, const doubles::cuda::Machine& machine = {}) {
    doubles::cuda::reset(machine);
    doubles::cuda::resetCupti(setup);
    const auto session = CuptiSession::start(cuptiDouble(), {});
    return session ? "it started" : toString(session.error());
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(CuptiSession, NamesTheToolThatRecordsAlready) {
    const std::string said = whyNot({.rival = "NVIDIA Nsight Systems"});
    EXPECT_TRUE(contains(said, "\"NVIDIA Nsight Systems\"")) << said;
    EXPECT_TRUE(contains(said, "run without it")) << said;
}

TEST(CuptiSession, SaysHowToAllowProfiling) {
    const std::string said = whyNot({.refuseKind = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES});
    EXPECT_TRUE(contains(said, "NVreg_RestrictProfilingToAdminUsers=0")) << said;
    EXPECT_TRUE(contains(said, "--cap-add SYS_ADMIN")) << said;
}

TEST(CuptiSession, AsksForADriverWhenThereIsNone) {
    const std::string said = whyNot({}, {.driver = false});
    EXPECT_TRUE(contains(said, "driver")) << said;
}

TEST(CuptiSession, SaysOfEveryMachineThatCannotBeTracedWhichItIs) {
    const std::pair<CUptiResult, const char*> kinds[] = {
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "this virtual GPU cannot be traced"},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "NVreg_"},
        {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "confidential computing"},
        {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "(MIG)"},
        {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "under WSL"},
        {CUPTI_ERROR_UNKNOWN, "shardscope doctor"}};
    for (const auto& [code, words] : kinds) {
        const std::string said = whyNot({.refuseKind = code});
        EXPECT_TRUE(contains(said, words)) << said;
        EXPECT_TRUE(contains(said, "(" + std::to_string(code) + ")")) << said;
    }
    const std::string other = whyNot({.refuseKind = CUPTI_ERROR_INVALID_PARAMETER});
    EXPECT_TRUE(contains(other, "(1)")) << other;
    EXPECT_TRUE(other.ends_with("(1)")) << "no advice where there is none: " << other;
}

TEST(CuptiSession, LeavesNoSubscriberBehindWhenItCouldNotStart) {
    whyNot({.refuseKind = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES});
    CuptiSession::Options options;
    doubles::cuda::allowKinds();
    EXPECT_TRUE(CuptiSession::start(cuptiDouble(), options));
}

TEST(CuptiSession, OnlyOneAtATime) {
    doubles::cuda::reset();
    doubles::cuda::resetCupti();
    auto first = CuptiSession::start(cuptiDouble(), {});
    ASSERT_TRUE(first);
    const auto second = CuptiSession::start(cuptiDouble(), {});
    ASSERT_FALSE(second);
    EXPECT_TRUE(contains(second.error().message, "\"CUPTI for shardscope\""))
        << toString(second.error());
    *first = nullptr;
    EXPECT_TRUE(CuptiSession::start(cuptiDouble(), {}));
}

TEST(CheckedVersion, RefusesRecordsOfAnotherMajorVersion) {
    doubles::cuda::resetCupti({.version = 120000});
    const auto checked = checkedVersion(cuptiDouble());
    ASSERT_FALSE(checked);
    EXPECT_TRUE(contains(checked.error().message, "120000")) << toString(checked.error());
    doubles::cuda::resetCupti({.version = 130200});
    EXPECT_TRUE(checkedVersion(cuptiDouble()));
}

TEST(CuptiSession, CountsWhatCuptiDropsForWantOfABuffer) {
    doubles::cuda::reset();
    doubles::cuda::resetCupti();
    CuptiSession::Options options;
    options.bufferBytes = 1024;
    options.buffers = options.mostBuffers = 1;
    auto session = CuptiSession::start(cuptiDouble(), options);
    ASSERT_TRUE(session);
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 4096), cudaSuccess);
    for (int i = 0; i < 50; ++i) ASSERT_EQ(cudaMemset(memory, i, 4096), cudaSuccess);
    ASSERT_TRUE((*session)->flush(false));
    EXPECT_GT((*session)->counts().dropped, 0);
    EXPECT_LT((*session)->counts().join.work, 50);
    EXPECT_EQ(doubles::cuda::cuptiBuffersHeld(), 0);
    ASSERT_EQ(cudaFree(memory), cudaSuccess);
}

/// One record of @p kind, all else zero, as a session's buffers hold it.
ActivityBatch readOneOf(CUpti_ActivityKind kind) {
    std::vector<uint64_t> words(64);
    auto* record = reinterpret_cast<CUpti_Activity*>(words.data());
    record->kind = kind;
    ActivityBatch batch;
    readBuffer(cuptiDouble(), {reinterpret_cast<uint8_t*>(words.data()), 512}, batch);
    return batch;
}

// A kind that is collected and that nothing reads costs buffers, and the program its time.
TEST(CuptiSession, AsksForNoRecordThatNothingReads) {
    for (const auto calls : {CuptiSession::Calls::RuntimeAndDriver, CuptiSession::Calls::All}) {
        doubles::cuda::reset();
        doubles::cuda::resetCupti();
        auto session = CuptiSession::start(cuptiDouble(), {.calls = calls});
        ASSERT_TRUE(session);
        const auto kinds = doubles::cuda::cuptiKinds();
        EXPECT_GE(kinds.size(), 6U);
        for (const CUpti_ActivityKind kind : kinds) EXPECT_EQ(readOneOf(kind).unknown, 0) << kind;
        *session = nullptr;
        EXPECT_TRUE(doubles::cuda::cuptiKinds().empty()) << "left enabled";
    }
    EXPECT_EQ(readOneOf(CUPTI_ACTIVITY_KIND_DEVICE).unknown, 1) << "the test sees such a kind";
}

TEST(CuptiSession, SeesDeviceMemoryThatIsTaken) {
    doubles::cuda::reset();
    doubles::cuda::resetCupti();
    auto session = CuptiSession::start(cuptiDouble(), {});
    ASSERT_TRUE(session);
    void* memory[2] = {};
    for (void*& one : memory) ASSERT_EQ(cudaMalloc(&one, 1 << 20), cudaSuccess);
    for (void* one : memory) ASSERT_EQ(cudaFree(one), cudaSuccess);
    ASSERT_TRUE((*session)->flush(false));
    EXPECT_EQ((*session)->counts().deviceBytesPeak, 2 << 20);
}

TEST(CuptiSession, NamesItsOwnDeviceMemory) {
    doubles::cuda::reset();
    doubles::cuda::resetCupti();
    auto session = CuptiSession::start(cuptiDouble(), {});
    ASSERT_TRUE(session);
    EXPECT_EQ((*session)->ownDeviceBytes(), 3 * 3'200'000);
}

}  // namespace

}  // namespace shardscope::profiler::cupti
