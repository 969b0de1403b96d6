// Every collective of the GPUs' communicators, in and out of place, against the host's reference, bit by
// bit; and what they say of calls that cannot be.

#include <gtest/gtest.h>

#include <atomic>

#include "gpu/communicators/nccl_communicator.h"
#include "gpu/communicators/same_gpu.h"
#include "gpu/kernels/attention_mma.h"
#include "gpu/kernels/gelu.h"
#include "tests/core/host/collective_cases.h"
#include "tests/core/host/rank_threads.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/device/arrays_on_device.h"

namespace shardscope::gpu {
namespace {

using core::CollectiveCall;
using core::CollectiveKind;
using core::DType;
using core::cases::Reference;
using Communicators = core::Result<std::vector<std::unique_ptr<core::Communicator>>>;

struct Kind {
    const char* name;
    Communicators (*make)(int ranks);
};

Communicators sameGpu(int ranks) {
    doubles::cuda::reset();
    return makeSameGpuCommunicators(ranks, 0);
}
Communicators nccl(int ranks) {
    doubles::cuda::reset({.devices = ranks});
    std::vector<int> devices(static_cast<size_t>(ranks));
    for (int r = 0; r < ranks; ++r) devices[static_cast<size_t>(r)] = r;
    return makeNcclCommunicators(doubles::cuda::ncclDouble(), devices);
}

class GpuCollectives : public testing::TestWithParam<Kind> {
  protected:
    /// Makes communicators and calls @p body on each rank's thread.
    void onEveryRank(int ranks, const std::function<void(core::Communicator&)>& body) {
        auto made = GetParam().make(ranks);
        ASSERT_TRUE(made) << toString(made.error());
        core::onEveryRank(*made, [&](core::Communicator& rank) {
            ArraysOnDevice arrays(rank);
            body(arrays);
        });
    }
};
INSTANTIATE_TEST_SUITE_P(, GpuCollectives,
                         testing::Values(Kind{"SameGpu", sameGpu}, Kind{"Nccl", nccl}),
                         [](const auto& test) { return test.param.name; });

TEST_P(GpuCollectives, GiveTheHostsReferenceToTheBit) {
    for (int ranks : {1, 3}) {
        const std::vector<Reference> references = core::cases::allReferences(ranks);
        onEveryRank(ranks,
                    [&](core::Communicator& rank) { core::cases::expectAll(references, rank, 0); });
    }
}

TEST_P(GpuCollectives, ExchangeValuesOnTheHost) {
    onEveryRank(3, [&](core::Communicator& rank) {
        EXPECT_TRUE(rank.barrier());
        EXPECT_EQ(*rank.gather(0.5 * rank.rank().value), (std::vector<double>{0.0, 0.5, 1.0}));
        const auto own = static_cast<uint64_t>(rank.rank().value) << 60;
        EXPECT_EQ(*rank.gather(own), (std::vector<uint64_t>{0, 1ULL << 60, 2ULL << 60}));
    });
}

TEST_P(GpuCollectives, ACallThatCannotBeIsNamedOnItsRank) {
    onEveryRank(2, [&](core::Communicator& rank) {
        std::vector<float> data(4);
        const auto done = rank.run({.kind = CollectiveKind::ReduceScatter,
                                    .elements = 3,
                                    .input = data.data(),
                                    .output = data.data()});
        ASSERT_FALSE(done);
        const std::string said = toString(done.error());
        EXPECT_NE(said.find("rank "), std::string::npos) << said;
        EXPECT_NE(said.find("3"), std::string::npos) << said;
    });
}

TEST(SameGpu, RanksThatDisagreeAllHearOfIt) {
    auto made = sameGpu(2);
    ASSERT_TRUE(made);
    core::onEveryRank(*made, [&](core::Communicator& rank) {
        ArraysOnDevice arrays(rank);
        std::vector<float> data(4);
        const auto done = arrays.run({.kind = CollectiveKind::AllReduce,
                                      .elements = rank.rank().value + 1,
                                      .input = data.data(),
                                      .output = data.data()});
        ASSERT_FALSE(done);
        EXPECT_NE(toString(done.error()).find("allReduce of 1 fp32"), std::string::npos)
            << toString(done.error());
    });
}

TEST(Kernels, OfAnElementTypeThatTheyDoNotHaveAreRefused) {
    doubles::cuda::reset();
    EXPECT_EQ(launchGeluForward(nullptr, {nullptr, nullptr, 8, DType::Int32}),
              cudaErrorInvalidValue);
}

TEST(Kernels, OnMatrixUnitsNeedAlignedRows) {
    FlashForwardArgs args{};
    args.shape = {1, 16, 1, 1, 64};
    args.dtype = DType::Bf16;
    for (TokenRows* rows : {&args.q, &args.k, &args.v, &args.out}) *rows = {nullptr, 64};
    EXPECT_TRUE(fitsTensorCores(args));
    args.v.stride = 60;
    EXPECT_FALSE(fitsTensorCores(args)) << "a row that is no multiple of 16 bytes";
    args.v = {reinterpret_cast<void*>(8), 64};
    EXPECT_FALSE(fitsTensorCores(args)) << "a first row that is not aligned";
}

TEST(SameGpu, TooManyRanksAreRefused) {
    doubles::cuda::reset();
    const auto made = makeSameGpuCommunicators(10'000, 0);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, core::ErrorCode::InvalidInput);
    EXPECT_EQ(made.error().where, "--ranks");
}

TEST(Nccl, AWorldThatCannotBeMadeLeavesNoCommunicator) {
    doubles::cuda::reset({.devices = 2, .communicatorBytes = 9 << 20});
    const auto twice = makeNcclCommunicators(doubles::cuda::ncclDouble(), {0, 1, 1});
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().message.find("has every rank a GPU of its own"), std::string::npos)
        << toString(twice.error());
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0);
    const auto absent = makeNcclCommunicators(doubles::cuda::ncclDouble(), {0, 7});
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().where, "CUDA");
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0);
}

TEST(Nccl, ACollectiveThatCannotBeStartedNamesRankAndCollective) {
    doubles::cuda::reset({.devices = 1});
    NcclApi broken = doubles::cuda::ncclDouble();
    broken.broadcast = [](const void*, void*, size_t, ncclDataType_t, int, ncclComm_t,
                          cudaStream_t) { return ncclSystemError; };
    auto made = makeNcclCommunicators(broken, {0});
    ASSERT_TRUE(made);
    ArraysOnDevice rank(*made->front());
    float value = 1;
    const auto done = rank.run(
        {.kind = CollectiveKind::Broadcast, .elements = 1, .input = &value, .output = &value});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().where, "rank 0");
    EXPECT_NE(done.error().message.find("broadcast: NCCL says"), std::string::npos)
        << done.error().message;
}

/// One all-reduce of two ranks, of which this call of the runtime (from the first one's on) is refused.
/// @return how many ranks were told of it; negative: more calls than were made.
int refuseInOneAllReduce(const Kind& kind, int64_t refused) {
    auto made = kind.make(2);
    EXPECT_TRUE(made);
    std::vector<DeviceBytes> values(2);
    for (int r = 0; r < 2; ++r) {
        EXPECT_TRUE(
            useDevice(static_cast<GpuCommunicator&>(*(*made)[static_cast<size_t>(r)]).device()));
        values[static_cast<size_t>(r)] = std::move(*makeDeviceBytes(8));
    }
    const int64_t before = doubles::cuda::tally().calls;
    doubles::cuda::setDrills({.failCall = before + refused});
    std::atomic<int> told{0};
    core::onEveryRank(*made, [&](core::Communicator& rank) {
        void* value = values[rank.rank().index()].get();
        const auto done = rank.run(
            {.kind = CollectiveKind::AllReduce, .elements = 2, .input = value, .output = value});
        if (!done) rank.abort(done.error().message);
        told += !done;
    });
    doubles::cuda::setDrills({});
    const bool reached = doubles::cuda::tally().calls >= before + refused;
    return reached ? told.load() : -1;
}

TEST_P(GpuCollectives, AnyCallOfOneMayBeRefused) {
    int calls = 0, errors = 0;
    for (int64_t refused = 1; calls < 40; ++refused, ++calls) {
        const int told = refuseInOneAllReduce(GetParam(), refused);
        if (told < 0) break;
        errors += told > 0;
    }
    EXPECT_GT(calls, 4);
    EXPECT_GE(errors, 4) << "of " << calls << " calls";
}

TEST(Nccl, AUniqueIdThatCannotBeMadeIsToldToEveryRank) {
    doubles::cuda::reset({.devices = 2});
    NcclApi broken = doubles::cuda::ncclDouble();
    broken.getUniqueId = [](ncclUniqueId*) { return ncclSystemError; };
    EXPECT_FALSE(makeNcclCommunicators(broken, {0, 1}));
    for (auto& host : core::makeInprocCommunicators(2)) {
        const auto made = makeNcclCommunicator(broken, 0, std::move(host),
                                               [](const std::string& bytes) { return bytes; });
        ASSERT_FALSE(made);
        EXPECT_NE(made.error().message.find("could not make a unique id"), std::string::npos);
    }
}

}  // namespace
}  // namespace shardscope::gpu
