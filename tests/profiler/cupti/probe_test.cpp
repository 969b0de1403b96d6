// The recorder on the GPU's double, told of a program whose every launch is known.

#include <gtest/gtest.h>

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
    std::vector<probe::ProbeStep> run(CuptiTags* tags, int steps) {
        auto made = probe::ProbeRun::make(shape);
        EXPECT_TRUE(made);
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
}

}  // namespace

}  // namespace shardscope::profiler::cupti
