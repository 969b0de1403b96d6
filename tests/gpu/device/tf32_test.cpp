// tf32: asked for, seen by cuBLASLt, said in the recording; refused where it would come to nothing.

#include <gtest/gtest.h>

#include <cstdlib>

#include "gpu/accelerator.h"
#include "tests/conformance/harness.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"

namespace shardscope {
namespace {

using core::DType;
using doubles::cuda::librariesDouble;

core::AcceleratorRequest request(bool tf32) {
    return {.ranks = 2, .comm = core::GpuComm::SameGpu, .tf32 = tf32};
}

/// Losses of a short run on the double.
std::vector<double> lossesOf(DType dtype, bool tf32) {
    doubles::cuda::reset();
    const conformance::Setting setting{.ranks = 2, .dtype = dtype, .layers = 1};
    auto gpus = *gpu::openAccelerator(request(tf32), librariesDouble());
    const conformance::Machine machine{
        .communicators = [&](int) { return gpus->communicators(0); },
        .device =
            [&](const core::RunContext& context, core::Communicator& communicator,
                core::Observer* observer) {
                return gpus->makeDevice(context, communicator, observer, nullptr);
            }};
    const auto outcome = conformance::run(setting, conformance::problemOf(setting), machine);
    EXPECT_TRUE(outcome.result) << toString(outcome.result.error());
    return outcome.losses();
}

TEST(Tf32, EveryFp32ProductAsksForItAndOnlyWhenItIsOn) {
    const auto exact = lossesOf(DType::Fp32, false);
    EXPECT_GT(doubles::cuda::tally().products, 0);
    EXPECT_EQ(doubles::cuda::tally().tf32Products, 0);
    const auto rounded = lossesOf(DType::Fp32, true);
    EXPECT_GT(doubles::cuda::tally().products, 0);
    EXPECT_EQ(doubles::cuda::tally().tf32Products, doubles::cuda::tally().products);
    EXPECT_NE(exact, rounded);
    for (size_t s = 0; s < exact.size(); ++s) {
        EXPECT_NEAR(rounded[s], exact[s], 2e-3 * exact[s]) << "step " << s;
    }
}

TEST(Tf32, ProductsOfOtherTypesDoNot) {
    lossesOf(DType::Bf16, true);
    EXPECT_GT(doubles::cuda::tally().products, 0);
    EXPECT_EQ(doubles::cuda::tally().tf32Products, 0);
}

TEST(Tf32, IsSaidWithTheHardware) {
    doubles::cuda::reset();
    const auto gpus = *gpu::openAccelerator(request(true), librariesDouble());
    EXPECT_NE(gpus->hardware().find("tf32 products"), std::string::npos) << gpus->hardware();
    const auto without = *gpu::openAccelerator(request(false), librariesDouble());
    EXPECT_EQ(without->hardware().find("tf32"), std::string::npos) << without->hardware();
    bool noted = false;
    for (const auto& note : gpus->notes()) noted |= note.find("tf32") != std::string::npos;
    EXPECT_TRUE(noted);
}

std::string refusal() {
    const auto opened = gpu::openAccelerator(request(true), librariesDouble());
    if (opened) return "";
    EXPECT_EQ(opened.error().code, core::ErrorCode::InvalidInput);
    EXPECT_EQ(opened.error().where, "--tf32");
    return opened.error().message;
}

TEST(Tf32, IsRefusedWhereTheEnvironmentTurnsItOff) {
    doubles::cuda::reset();
    ASSERT_EQ(::setenv("NVIDIA_TF32_OVERRIDE", "0", 1), 0);
    EXPECT_NE(refusal().find("NVIDIA_TF32_OVERRIDE=0"), std::string::npos);
    ASSERT_EQ(::unsetenv("NVIDIA_TF32_OVERRIDE"), 0);
    EXPECT_EQ(refusal(), "");
}

TEST(Tf32, IsRefusedOnAGpuWithoutIt) {
    doubles::cuda::reset({.computeMajor = 7, .computeMinor = 5});
    EXPECT_NE(refusal().find("compute capability 7.5"), std::string::npos);
    doubles::cuda::reset();
}

}  // namespace
}  // namespace shardscope
