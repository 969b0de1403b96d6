// Any call of the runtime or the driver may be refused: the run goes on as if nothing were, or ends with an
// error on every rank, and nothing is left of it.

#include <gtest/gtest.h>

#include "gpu/accelerator.h"
#include "gpu/handles.h"
#include "tests/doubles/cuda/fake_gpu.h"
#include "tests/doubles/cuda/fake_libraries.h"
#include "tests/gpu/conformance/questions.h"

namespace shardscope {
namespace {

using conformance::Outcome;
using conformance::Setting;
using doubles::cuda::Drills;
using doubles::cuda::librariesDouble;
using doubles::cuda::Tally;

const Setting kSmall{.ranks = 2, .steps = 2, .hidden = 12, .layers = 1};

/// A sequence of its own each time, so that the process has chosen none of its products' algorithms yet.
Setting fresh() {
    static int64_t sequence = 8;
    Setting setting = kSmall;
    setting.sequence = ++sequence;
    return setting;
}

struct Sweep {
    core::GpuComm comm;
    int64_t Drills::*refusal;
    int64_t Tally::*counted;
};

Outcome run(const Sweep& sweep, int64_t refused) {
    Drills drills;
    drills.*sweep.refusal = refused;
    doubles::cuda::reset({.devices = 2}, drills);
    return conformance::runOnGpus(kSmall, sweep.comm, doubles::cuda::librariesDouble());
}

void expectNothingLeft(int64_t refused) {
    const Tally tally = doubles::cuda::tally();
    EXPECT_EQ(tally.liveBytes, 0) << "call " << refused;
    EXPECT_EQ(tally.liveStreams, 0) << "call " << refused;
    EXPECT_EQ(tally.liveEvents, 0) << "call " << refused;
    EXPECT_EQ(tally.liveHostBlocks, 0) << "call " << refused;
    EXPECT_EQ(doubles::cuda::liveCommunicators(), 0) << "call " << refused;
}

/// Refuses about @p runs of the calls that a run makes: the first ones, where all is made, the last ones, where
/// weights are read, and some between. @return errors met.
int refuseSome(const Sweep& sweep, int64_t runs) {
    EXPECT_TRUE(run(sweep, 0).result);
    const int64_t calls = doubles::cuda::tally().*sweep.counted;
    EXPECT_GT(calls, 5);
    int errors = 0;
    const int64_t stride = std::max<int64_t>(1, 3 * calls / runs);
    const auto next = [&](int64_t call) {
        return call < runs / 3 || call > calls - runs / 3 ? call + 1 : call + stride;
    };
    for (int64_t refused = 1; refused <= calls; refused = next(refused)) {
        const Outcome outcome = run(sweep, refused);
        if (!outcome.result) {
            ++errors;
            EXPECT_FALSE(outcome.result.error().message.empty()) << "call " << refused;
        } else {
            EXPECT_EQ(outcome.steps.size(), 2U) << "call " << refused;
            EXPECT_TRUE(outcome.ranksAgree) << "call " << refused;
        }
        expectNothingLeft(refused);
    }
    return errors;
}

TEST(AnyCall, OfTheRuntimeMayBeRefusedAmongRanksOfOneGpu) {
    EXPECT_GT(refuseSome({core::GpuComm::SameGpu, &Drills::failCall, &Tally::calls}, 120), 40);
}

TEST(AnyCall, OfTheRuntimeMayBeRefusedOverNccl) {
    EXPECT_GT(refuseSome({core::GpuComm::Nccl, &Drills::failCall, &Tally::calls}, 120), 40);
}

// Where the pool asks again after it gave back what it had, one refusal is no error.
TEST(AnyCall, OfTheDriverMayBeRefused) {
    const Sweep sweep{core::GpuComm::SameGpu, &Drills::failDriverCall, &Tally::driverCalls};
    refuseSome(sweep, 60);
}

// Algorithms are timed where there is room for it; else the library's first choice is taken.
TEST(WeightHash, OfWhatCannotBeReadIsNoneAndTheNextAnswerSaysSo) {
    doubles::cuda::reset();
    const core::Problem problem = conformance::problemOf({.ranks = 1, .layers = 1});
    auto gpus =
        *gpu::openAccelerator({.ranks = 1, .comm = core::GpuComm::SameGpu}, librariesDouble());
    auto communicators = *gpus->communicators(0);
    const auto device = gpus->makeDevice({.problem = &problem, .rank = core::Rank{0}, .ranks = 1},
                                         *communicators.front(), nullptr, nullptr);
    ASSERT_TRUE(device->synchronize());
    const auto weights = *gpu::makeDeviceBytes(128 * sizeof(float));
    ASSERT_EQ(cudaMemset(weights.get(), 0x3c, 128 * sizeof(float)), cudaSuccess);
    const auto hash = [&] {
        return device->hashWeights(weights.get(), core::DType::Fp32, core::BucketId{0}, 0, 128);
    };
    EXPECT_NE(hash(), 0U);
    doubles::cuda::setDrills({.failCall = doubles::cuda::tally().calls + 1});
    EXPECT_EQ(hash(), 0U);
    EXPECT_FALSE(device->synchronize());
    EXPECT_EQ(hash(), 0U) << "after a failure nothing is read";
}

TEST(Products, AreMultipliedWhereThereIsNoRoomToTimeTheirAlgorithms) {
    doubles::cuda::reset();
    ASSERT_TRUE(
        conformance::runOnGpus(fresh(), core::GpuComm::SameGpu, doubles::cuda::librariesDouble())
            .result);
    const int64_t allocations = doubles::cuda::tally().allocations;
    int trained = 0;
    for (int64_t refused = 1; refused <= allocations; refused += 3) {
        doubles::cuda::reset({}, {.failAllocation = refused});
        const Outcome outcome = conformance::runOnGpus(fresh(), core::GpuComm::SameGpu,
                                                       doubles::cuda::librariesDouble());
        trained += outcome.result.has_value();
        if (!outcome.result) {
            EXPECT_EQ(outcome.result.error().code, core::ErrorCode::OutOfMemory)
                << "allocation " << refused << ": " << toString(outcome.result.error());
        }
        expectNothingLeft(refused);
    }
    EXPECT_GT(trained, 0);
}

// A rank's first product of a shape waits for its GPU, whose collective waits for a rank that is behind and
// asks for the algorithm of another shape.
TEST(Products, HoldNoOtherRankBackWhileTheirAlgorithmsAreTimed) {
    Setting setting = fresh();
    setting.ranks = 4;
    setting.bucket = "300";  // a parameter each: reductions between products whose shape is new
    doubles::cuda::reset({.devices = 4, .lazyLoading = true});
    for (int run = 0; run < 5; ++run) {
        setting.sequence = fresh().sequence;
        const Outcome outcome =
            conformance::runOnGpus(setting, core::GpuComm::Nccl, doubles::cuda::librariesDouble());
        ASSERT_TRUE(outcome.result) << toString(outcome.result.error());
    }
}

/// cuBLASLt with one function that refuses.
gpu::CublasLtApi without(const std::string& function) {
    gpu::CublasLtApi api = doubles::cuda::cublasLtDouble();
    constexpr auto kRefused = CUBLAS_STATUS_NOT_SUPPORTED;
    if (function == "create") api.create = [](cublasLtHandle_t*) { return kRefused; };
    if (function == "describe") {
        api.matmulDescCreate = [](cublasLtMatmulDesc_t*, cublasComputeType_t, cudaDataType_t) {
            return kRefused;
        };
    }
    if (function == "bias") {
        api.matmulDescSetAttribute = [](cublasLtMatmulDesc_t product,
                                        cublasLtMatmulDescAttributes_t attribute, const void* value,
                                        size_t bytes) {
            if (attribute == CUBLASLT_MATMUL_DESC_BIAS_POINTER) return kRefused;
            return doubles::cuda::cublasLtDouble().matmulDescSetAttribute(product, attribute, value,
                                                                          bytes);
        };
    }
    if (function == "lay out") {
        api.matrixLayoutCreate = [](cublasLtMatrixLayout_t*, cudaDataType_t, uint64_t, uint64_t,
                                    int64_t) { return kRefused; };
    }
    if (function == "wish") {
        api.preferenceCreate = [](cublasLtMatmulPreference_t*) { return kRefused; };
    }
    return api;
}

TEST(Products, OfALibraryThatRefusesAreToldWithWhatWasAskedOfIt) {
    for (const char* function : {"create", "describe", "bias", "lay out", "wish"}) {
        const gpu::CublasLtApi api = without(function);
        gpu::Libraries libraries = doubles::cuda::librariesDouble();
        libraries.cublasLt = &api;
        doubles::cuda::reset();
        const Outcome outcome = conformance::runOnGpus(fresh(), core::GpuComm::SameGpu, libraries);
        ASSERT_FALSE(outcome.result) << function;
        const std::string said = toString(outcome.result.error());
        EXPECT_NE(said.find("cuBLASLt"), std::string::npos) << function << ": " << said;
        EXPECT_NE(said.find("CUBLAS_STATUS"), std::string::npos) << function << ": " << said;
        expectNothingLeft(0);
    }
}

void expectNoAlgorithm(const gpu::Libraries& libraries) {
    const Outcome outcome = conformance::runOnGpus(fresh(), core::GpuComm::SameGpu, libraries);
    ASSERT_FALSE(outcome.result);
    const std::string said = toString(outcome.result.error());
    EXPECT_NE(said.find("no algorithm for ["), std::string::npos) << said;
    EXPECT_NE(said.find("fp32 to fp32"), std::string::npos) << said;
    EXPECT_NE(said.find("CUBLAS_STATUS_NOT_SUPPORTED"), std::string::npos) << said;
}

TEST(Products, WithoutAnAlgorithmAreNamedWithTheirSizes) {
    doubles::cuda::reset({}, {.noAlgorithm = true});
    expectNoAlgorithm(doubles::cuda::librariesDouble());
}

TEST(Products, TakeNoResultForAnAlgorithmThatIsNone) {
    gpu::CublasLtApi api = doubles::cuda::cublasLtDouble();
    api.algoGetHeuristic = [](cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                              cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int,
                              cublasLtMatmulHeuristicResult_t results[], int* found) {
        results[0] = {};
        results[0].state = CUBLAS_STATUS_NOT_SUPPORTED;
        *found = 1;
        return CUBLAS_STATUS_SUCCESS;
    };
    gpu::Libraries libraries = doubles::cuda::librariesDouble();
    libraries.cublasLt = &api;
    doubles::cuda::reset();
    expectNoAlgorithm(libraries);
}

}  // namespace
}  // namespace shardscope
