// What a GPU run says when a GPU fails it, and that it ends, and leaves nothing behind.

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/host/inproc_communicator.h"
#include "core/host/mpi_communicator.h"
#include "gpu/accelerator.h"
#include "gpu/communicators/nccl_communicator.h"
#include "gpu/communicators/same_gpu.h"
#include "gpu/cuda_device.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope {
namespace {

using conformance::Outcome;
using conformance::Setting;
using doubles::cuda::librariesDouble;

const Setting kSmall{.ranks = 2, .steps = 2, .layers = 1};

Outcome run(core::GpuComm comm, const Setting& setting = kSmall) {
    return conformance::runOnGpus(setting, comm, librariesDouble());
}

/// The setting on NCCL, giving up on a collective after @p patience.
Outcome runImpatiently(std::chrono::milliseconds patience) {
    const gpu::Libraries libraries = librariesDouble();
    const conformance::Machine machine{
        .communicators =
            [&](int ranks) {
                std::vector<int> devices(static_cast<size_t>(ranks));
                for (int r = 0; r < ranks; ++r) devices[static_cast<size_t>(r)] = r;
                return gpu::makeNcclCommunicators(doubles::cuda::ncclDouble(), devices,
                                                  {.patience = patience});
            },
        .device =
            [&](const core::RunContext& context, core::Communicator& communicator,
                core::Observer* observer) {
                return gpu::makeCudaDevice(context,
                                           static_cast<gpu::GpuCommunicator&>(communicator),
                                           observer, libraries, {});
            }};
    return conformance::run(kSmall, conformance::problemOf(kSmall), machine);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void expectNothingLeft(const std::string& when) {
    const auto tally = doubles::cuda::tally();
    EXPECT_EQ(tally.liveBytes, 0) << when;
    EXPECT_EQ(tally.liveStreams, 0) << when;
    EXPECT_EQ(tally.liveEvents, 0) << when;
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0) << when;
}

TEST(CudaDevice, AnyAllocationMayBeRefused) {
    // A width of its own, so that the process has chosen none of its products' algorithms yet.
    const Setting fresh{.ranks = 2, .steps = 2, .hidden = 12, .layers = 1};
    doubles::cuda::reset();
    const Outcome reference = run(core::GpuComm::SameGpu, fresh);
    ASSERT_TRUE(reference.result);
    const int64_t allocations = doubles::cuda::tally().allocations;
    ASSERT_GT(allocations, 10);
    int refusals = 0;
    for (int64_t refused = 1; refused <= allocations; ++refused) {
        doubles::cuda::reset({}, {.failAllocation = refused});
        const Outcome outcome = run(core::GpuComm::SameGpu, fresh);
        if (outcome.result) {
            EXPECT_EQ(outcome.losses(), reference.losses()) << refused;
        } else {
            const std::string said = toString(outcome.result.error());
            EXPECT_TRUE(contains(said, "memory")) << refused << ": " << said;
            EXPECT_EQ(outcome.result.error().code, core::ErrorCode::OutOfMemory)
                << refused << ": " << said;
            ++refusals;
        }
        expectNothingLeft("allocation " + std::to_string(refused));
    }
    EXPECT_GT(refusals, 5) << "of " << allocations;
}

TEST(CudaDevice, AKernelThatFailsNamesItsRankAndAction) {
    for (int64_t failing : {5, 40, 90}) {
        doubles::cuda::reset({}, {.failLaunch = failing});
        const Outcome outcome = run(core::GpuComm::SameGpu);
        ASSERT_FALSE(outcome.result) << failing;
        const std::string said = toString(outcome.result.error());
        EXPECT_TRUE(contains(said, "rank ")) << said;
        EXPECT_TRUE(contains(said, "; at ") || contains(said, "aborted")) << said;
    }
}

TEST(NcclCommunicator, AnAsynchronousErrorNamesTheCollective) {
    doubles::cuda::reset({.devices = 2}, {.failCollective = 5});
    const Outcome outcome = run(core::GpuComm::Nccl);
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_TRUE(contains(said, "rank ")) << said;
    EXPECT_TRUE(contains(said, " in step 0: NCCL says remote process exited")) << said;
    expectNothingLeft("an asynchronous error");
}

TEST(NcclCommunicator, ACollectiveThatNeverEndsIsGivenUp) {
    doubles::cuda::reset({.devices = 2}, {.hangCollective = 4});
    const Outcome outcome = runImpatiently(std::chrono::milliseconds(200));
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_TRUE(contains(said, "did not end in 0.2 s")) << said;
    expectNothingLeft("a collective that hangs");
}

TEST(Accelerator, WithoutADriverSaysSo) {
    doubles::cuda::reset({.driver = false});
    const auto opened = gpu::openAccelerator({.ranks = 2}, librariesDouble());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, core::ErrorCode::Failed);
    EXPECT_TRUE(contains(opened.error().message, "driver")) << opened.error().message;
}

TEST(Accelerator, ADriverWithoutAGpuIsToldFromOneThatFails) {
    doubles::cuda::reset({.devices = 0});
    const auto none = gpu::visibleGpus();
    ASSERT_FALSE(none);
    EXPECT_TRUE(contains(none.error().message, "CUDA_VISIBLE_DEVICES")) << none.error().message;
    doubles::cuda::reset({}, {.failCall = 1});
    const auto broken = gpu::visibleGpus();
    ASSERT_FALSE(broken);
    EXPECT_TRUE(contains(broken.error().message, "counting GPUs: ")) << broken.error().message;
}

/// A process alone under a launcher.
class Alone : public core::MpiSession {
  public:
    core::Rank rank() const override { return core::Rank{0}; }
    int ranks() const override { return 1; }
    std::unique_ptr<core::Communicator> makeCommunicator() override {
        return std::move(core::makeInprocCommunicators(1).front());
    }
    ClockOffset measureClockOffset() override { return {}; }
    bool meet(const std::function<bool()>&) override { return true; }
    std::vector<std::string> gatherBytes(const std::string& mine) override { return {mine}; }
    std::string broadcastBytes(const std::string& mine) override { return mine; }
};

/// The GPU that a process with this number among those of its machine takes; no number: null.
int deviceOfProcess(const char* number) {
    number ? ::setenv("SLURM_LOCALID", number, 1) : ::unsetenv("SLURM_LOCALID");
    Alone session;
    const auto opened = gpu::openAccelerator(
        {.ranks = 1, .comm = core::GpuComm::Nccl, .mpi = &session}, librariesDouble());
    EXPECT_TRUE(opened) << toString(opened.error());
    auto made = (*opened)->communicators(0);
    EXPECT_TRUE(made) << toString(made.error());
    ::unsetenv("SLURM_LOCALID");
    return static_cast<gpu::GpuCommunicator&>(*made->front()).device();
}

TEST(Accelerator, AProcessTakesTheGpuOfItsNumberOnItsMachine) {
    doubles::cuda::reset({.devices = 4});
    EXPECT_EQ(deviceOfProcess(nullptr), 0);
    EXPECT_EQ(deviceOfProcess("3"), 3);
    doubles::cuda::reset({.devices = 1});
    EXPECT_EQ(deviceOfProcess("3"), 0) << "each sees only its own GPU";
}

TEST(Accelerator, RefusesNcclWithMoreRanksThanGpus) {
    doubles::cuda::reset({.devices = 2});
    const auto opened =
        gpu::openAccelerator({.ranks = 4, .comm = core::GpuComm::Nccl}, librariesDouble());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, core::ErrorCode::InvalidInput);
    EXPECT_TRUE(contains(opened.error().message, "2 are visible")) << opened.error().message;
}

TEST(Accelerator, SharesTheGpuAloudWhenRanksExceedGpus) {
    doubles::cuda::reset();
    const auto opened = gpu::openAccelerator({.ranks = 4}, librariesDouble());
    ASSERT_TRUE(opened) << toString(opened.error());
    EXPECT_EQ((*opened)->ranksAGpu(), 4);
    EXPECT_TRUE(contains((*opened)->hardware(), "same-gpu")) << (*opened)->hardware();
    EXPECT_TRUE(contains((*opened)->notes().front(), "share one GPU"));
}

TEST(Accelerator, NamesTheLibraryThatIsMissing) {
    doubles::cuda::reset();
    gpu::Libraries libraries = librariesDouble();
    libraries.cublasLt = core::failed("cuBLASLt", "cannot be opened: tried libcublasLt.so.13");
    const auto opened = gpu::openAccelerator({.ranks = 1}, libraries);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().where, "cuBLASLt");
}

}  // namespace
}  // namespace shardscope
