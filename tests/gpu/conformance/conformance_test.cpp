// The conformance suite's questions, asked of the double: everything of gpu/ but the insides of kernels.

#include <gtest/gtest.h>

#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope::conformance {
namespace {

using doubles::cuda::librariesDouble;

TEST(GpuConformance, RanksOfOneGpuAgreeAmongStagesAndWithTheHost) {
    doubles::cuda::reset();
    for (const Answer& answer : askAll(librariesDouble())) {
        EXPECT_EQ(answer.fault, "") << answer.question;
    }
}

TEST(GpuConformance, EightGpusOverNcclAgreeAmongStages) {
    doubles::cuda::reset({.devices = 8, .lazyLoading = true});
    const Setting base{.preset = "zero-0", .ranks = 8, .dtype = core::DType::Bf16};
    const Outcome reference = runOnGpus(base, core::GpuComm::Auto, librariesDouble());
    ASSERT_TRUE(reference.result) << toString(reference.result.error());
    for (const char* preset : {"zero-1", "zero-2", "zero-3"}) {
        Setting other = base;
        other.preset = preset;
        const Outcome outcome = runOnGpus(other, core::GpuComm::Auto, librariesDouble());
        ASSERT_TRUE(outcome.result) << preset << ": " << toString(outcome.result.error());
        EXPECT_EQ(outcome.losses(), reference.losses()) << preset;
        EXPECT_EQ(outcome.weightHashes(), reference.weightHashes()) << preset;
    }
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0);
    EXPECT_EQ(doubles::cuda::tally().liveBytes, 0);
}

}  // namespace
}  // namespace shardscope::conformance
