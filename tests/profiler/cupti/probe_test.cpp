// The recorder on the GPU's double, told of a program whose every launch is known.

#include <gtest/gtest.h>

#include <barrier>
#include <chrono>
#include <functional>
#include <thread>

#include "profiler/cupti/cupti_session.h"
#include "profiler/cupti/cupti_tags.h"
#include "tests/doubles/cuda/fake_cupti.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/kernel_twins.h"
#include "tests/gpu/cupti/probe_kernels.h"
#include "tests/gpu/cupti/probe_run.h"

namespace shardscope::profiler::cupti {

namespace {

void spin(const probe::SpinArgs& args) {
    const int64_t until = doubles::cuda::gpuNowNs() + args.nanoseconds;
    while (doubles::cuda::gpuNowNs() < until) std::this_thread::yield();
    *args.counter += 1;
}

class CuptiProbe : public testing::Test {
  protected:
    void SetUp() override { machine({}); }

    static void machine(const doubles::cuda::Drills& drills,
                        const doubles::cuda::CuptiSetup& setup = {}) {
        doubles::cuda::addTwin("shardscope_probe_spin", spin);
        doubles::cuda::reset({}, drills);
        doubles::cuda::resetCupti(setup);
    }
    std::shared_ptr<CuptiSession> start(const CuptiSession::Options& options = {}) {
        auto session = CuptiSession::start(doubles::cuda::cuptiDouble(), options);
        EXPECT_TRUE(session) << toString(session.error());
        return session ? *session : nullptr;
    }
    /// @param ready called between set-up, whose work has no tags, and the first step
    std::vector<probe::ProbeStep> run(
        CuptiTags* tags, int steps, const std::function<void()>& ready = [] {}) {
        auto made = probe::ProbeRun::make(shape);
        EXPECT_TRUE(made);
        ready();
        std::vector<probe::ProbeStep> all;
        for (int i = 0; i < steps; ++i) {
            auto step = made->step(i, tags);
            EXPECT_TRUE(step) << toString(step.error());
            if (step) all.push_back(std::move(*step));
        }
        return all;
    }
    const probe::ProbeShape shape{.operations = 24, .kernelNs = 2000, .copyBytes = 1 << 12};
};

TEST_F(CuptiProbe, EveryRecordIsMatchedAndInOrder) {
    const auto session = start();
    CuptiTags tags(session);
    for (const auto& step : run(&tags, 3)) {
        const auto faults = faultsOf(step, shape, session->counts().clockResidualNs + 1000);
        EXPECT_TRUE(faults.empty()) << faults.front();
    }
    EXPECT_EQ(tags.counts().records, 2 * shape.records());
    EXPECT_EQ(tags.counts().actions, 2 * shape.actions());
    EXPECT_EQ(tags.counts().lost, 0);
    EXPECT_EQ(tags.counts().late, 0);
    EXPECT_EQ(session->counts().dropped, 0);
    EXPECT_EQ(session->counts().join.unmatched, 0);
    EXPECT_EQ(session->counts().unexpected, 0);
}

// Several ranks' threads: one delivers while the others' kernels still run. All are set up before any
// is in its second step, as ranks are that meet in the first step's collectives; one comes late.
TEST_F(CuptiProbe, RanksDoNotTakeEachOthersRecords) {
    constexpr size_t kRanks = 4;
    const auto session = start();
    std::vector<std::unique_ptr<CuptiTags>> tags;
    for (size_t r = 0; r < kRanks; ++r) tags.push_back(std::make_unique<CuptiTags>(session));
    std::barrier allSetUp(kRanks);
    std::vector<std::thread> threads;
    for (size_t r = 0; r < kRanks; ++r) {
        threads.emplace_back([&, r] {
            if (r == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
            run(tags[r].get(), 3, [&] { allSetUp.arrive_and_wait(); });
        });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& one : tags) {
        EXPECT_EQ(one->counts().records, 2 * shape.records());
        EXPECT_EQ(one->counts().lost + one->counts().late, 0);
    }
    EXPECT_EQ(session->counts().join.unstamped, 0);
    EXPECT_EQ(session->counts().join.unmatched, 0);
}

// A rank's thread is a new one in every step.
TEST_F(CuptiProbe, AThreadAStepIsTheSameRank) {
    const auto session = start();
    CuptiTags tags(session);
    auto made = probe::ProbeRun::make(shape);
    ASSERT_TRUE(made);
    for (int i = 0; i < 3; ++i) {
        std::thread([&, i] { EXPECT_TRUE(made->step(i, &tags)); }).join();
    }
    EXPECT_EQ(tags.counts().records, 2 * shape.records());
    EXPECT_EQ(session->counts().join.unmatched, 0);
}

TEST_F(CuptiProbe, LostRecordsAreCounted) {
    const auto session = start();
    CuptiTags tags(session);
    auto made = probe::ProbeRun::make(shape);
    ASSERT_TRUE(made);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(made->step(i, &tags));
    doubles::cuda::setDrills({.loseRecord = 7});
    const auto step = made->step(3, &tags);
    ASSERT_TRUE(step);
    const int64_t lost = tags.counts().lost;
    EXPECT_GE(lost, shape.records() / 7);
    EXPECT_LE(lost, shape.records() / 7 + 1);
    EXPECT_EQ(tags.counts().records, 3 * shape.records() - lost);
    EXPECT_TRUE(faultsOf(*step, {.operations = shape.operations, .kernelNs = 0}, 1000000).empty());
}

TEST_F(CuptiProbe, LostTagsLeaveWorkUnmatched) {
    const auto session = start();
    CuptiTags tags(session);
    auto made = probe::ProbeRun::make(shape);
    ASSERT_TRUE(made);
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(made->step(i, &tags));
    doubles::cuda::setDrills({.loseTag = 5});
    for (int i = 2; i < 4; ++i) ASSERT_TRUE(made->step(i, &tags));
    doubles::cuda::setDrills({});
    ASSERT_TRUE(made->step(4, &tags));
    const auto counts = session->counts().join;
    EXPECT_GE(counts.unmatched, 2 * shape.records() / 5);
    EXPECT_EQ(tags.counts().lost, counts.unmatched);
}

TEST_F(CuptiProbe, AStepOfTheClockIsInTheResidual) {
    const auto session = start();
    CuptiTags tags(session);
    auto made = probe::ProbeRun::make(shape);
    ASSERT_TRUE(made);
    ASSERT_TRUE(made->step(0, &tags));
    ASSERT_TRUE(made->step(1, &tags));
    doubles::cuda::shiftGpuClock(5'000'000);
    const auto step = made->step(2, &tags);
    ASSERT_TRUE(step);
    const int64_t residual = session->counts().clockResidualNs;
    EXPECT_GE(residual, 4'900'000);
    EXPECT_EQ(faultsOf(*step, shape, residual + 1000), std::vector<std::string>{});
}

TEST_F(CuptiProbe, WorkBetweenActionsIsTheRanksButNoActions) {
    const auto session = start();
    CuptiTags tags(session);
    auto made = probe::ProbeRun::make(shape);
    ASSERT_TRUE(made);
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(made->step(i, &tags));
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
    for (int i = 0; i < 5; ++i) ASSERT_EQ(cudaMemset(memory, 0, 64), cudaSuccess);
    ASSERT_TRUE(made->step(2, &tags));
    EXPECT_EQ(session->counts().outside, 5);
    EXPECT_EQ(session->counts().join.unmatched, 0);
    ASSERT_EQ(cudaFree(memory), cudaSuccess);
}

TEST_F(CuptiProbe, WorkOfARankThatHasEndedIsNobodysAndNoLoss) {
    const auto session = start();
    const int place = session->addRank();
    session->expectTags();
    session->push(CuptiSession::tagOf(place, 1));
    session->endRank(place);
    run(nullptr, 1);
    session->pop();
    ASSERT_TRUE(session->flush(false));
    EXPECT_GT(session->counts().outside, 0);
    EXPECT_EQ(session->counts().join.unmatched, 0);
}

/// Hears nothing.
class Deaf : public core::Observer {
    void onAllocate(core::ActionRef, const core::PoolCall&, const core::PoolTotals&,
                    int64_t) override {}
    void onFree(core::ActionRef, const core::PoolCall&, const core::PoolTotals&, int64_t) override {
    }
    void onOperation(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onCollective(core::ActionRef, core::StreamId, int64_t, int64_t, int64_t) override {}
    void onWait(core::ActionRef, core::StreamId, int64_t, int64_t) override {}
    void onMark(core::ActionRef, core::StreamId, int64_t) override {}
    void onStep(int32_t, int64_t, int64_t) override {}
};

// The streams are empty when a device delivers; this one is not.
TEST_F(CuptiProbe, ARecordThatComesAfterItsActionWasReportedIsLate) {
    const auto session = start();
    CuptiTags tags(session);
    run(&tags, 2);
    void* counter = nullptr;
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaMalloc(&counter, sizeof(int64_t)), cudaSuccess);
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    tags.begin({.ref = {.action = 1000, .step = 2}, .stream = core::kCompute});
    ASSERT_EQ(probe::launchSpin(stream, {static_cast<int64_t*>(counter), 100'000'000}),
              cudaSuccess);
    tags.end();
    Deaf observer;
    ASSERT_TRUE(tags.deliver(observer));
    EXPECT_EQ(tags.counts().late, 0);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    ASSERT_TRUE(tags.deliver(observer));
    EXPECT_EQ(tags.counts().late, 1);
    ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    ASSERT_EQ(cudaFree(counter), cudaSuccess);
}

}  // namespace

}  // namespace shardscope::profiler::cupti
