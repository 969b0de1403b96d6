// Starting, refusing and losing: what the session says when it cannot record, or not all.

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

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
