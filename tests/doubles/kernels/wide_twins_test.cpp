// Attention, updates and collectives: twins against the host device.

#include <cmath>
#include <cstring>

#include "core/host/rank_sum.h"
#include "gpu/kernels/attention.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/optimizer.h"
#include "gpu/kernels/rank_sum.h"
#include "tests/doubles/kernels/kernel_twin.h"
#include "tests/doubles/kernels/twin_case.h"

namespace shardscope::doubles::test {
namespace {

using namespace gpu;

class WideKernelTwins : public ::testing::TestWithParam<DType> {
  protected:
    DType dtype = GetParam();
    TwinCase c;
};
INSTANTIATE_TEST_SUITE_P(Types, WideKernelTwins, ::testing::ValuesIn(kFloats),
                         [](const auto& each) { return std::string(core::nameOf(each.param)); });

TEST_P(WideKernelTwins, AttentionIsNearTheHosts) {
    constexpr int64_t batch = 2, sequence = 21, hidden = 24, heads = 3, rows = batch * sequence;
    constexpr int64_t square = batch * heads * sequence * sequence;
    const Twice qkv = c.random(rows * 3 * hidden, dtype), dOut = c.random(rows * hidden, dtype);
    const Twice probabilities = c.output(square, dtype), out = c.output(rows * hidden, dtype);
    const Twice dScores = c.output(square, dtype), dQkv = c.output(rows * 3 * hidden, dtype);
    c.bench.run(core::AttentionForward{qkv.host, probabilities.host, out.host, batch, sequence,
                                       hidden, heads});
    c.bench.run(core::AttentionBackward{dOut.host, qkv.host, probabilities.host, dScores.host,
                                        dQkv.host, batch, sequence, hidden, heads});
    const AttentionShape shape{batch, sequence, heads, heads, hidden / heads};
    const auto part = [&](Twice tensor, int64_t p) {
        return TokenRows{c.at<char>(tensor) + p * hidden * core::bytesOf(dtype), 3 * hidden};
    };
    c.launch([&] {
        return launchAttentionForward(nullptr, {.q = part(qkv, 0),
                                                .k = part(qkv, 1),
                                                .v = part(qkv, 2),
                                                .out = {c.at(out), hidden},
                                                .probabilities = c.at(probabilities),
                                                .shape = shape,
                                                .dtype = dtype});
    });
    c.launch([&] {
        return launchAttentionBackward(nullptr, {.dOut = {c.at(dOut), hidden},
                                                 .q = part(qkv, 0),
                                                 .k = part(qkv, 1),
                                                 .v = part(qkv, 2),
                                                 .dQ = part(dQkv, 0),
                                                 .dK = part(dQkv, 1),
                                                 .dV = part(dQkv, 2),
                                                 .probabilities = c.at(probabilities),
                                                 .dScores = c.at(dScores),
                                                 .shape = shape,
                                                 .dtype = dtype});
    });
    c.expectNear(probabilities, dtype, 8);
    c.expectNear(out, dtype, 8);
    c.expectNear(dScores, dtype, 16);
    c.expectNear(dQkv, dtype, 32);
}

/// A bucket of two parameters with padding: elements 0…199 decay, 256…295 do not.
constexpr int64_t kElements = 384;
constexpr UpdateRange kRanges[] = {{0, 200, true}, {256, 296, false}};

std::shared_ptr<core::Problem> twoParameters() {
    auto problem = std::make_shared<core::Problem>();
    problem->graph.parameters = {{.name = "matrix", .shape = {10, 20}, .decay = true},
                                 {.name = "vector", .shape = {40}, .decay = false}};
    core::Bucket bucket;
    bucket.segments = {{.parameter = core::ParameterId{0}, .offset = 0, .elements = 200},
                       {.parameter = core::ParameterId{1}, .offset = 256, .elements = 40}};
    bucket.elements = kElements;
    bucket.realElements = 240;
    problem->buckets.buckets = {bucket};
    return problem;
}

struct Update {
    TwinCase c;
    DType dtype;
    Twice gradient, scalars, weights, master, momentum, variance;

    explicit Update(DType type) : dtype(type) {
        c.bench.problem = twoParameters();
        c.bench.scalars.learningRate = 1e-3;
        c.bench.scalars.updates = 4;
        gradient = c.random(kElements, dtype);
        scalars = c.both({3.0, 0.25, 0.0});
        weights = c.random(kElements, dtype);
        master = c.random(kElements, DType::Fp32);
        momentum = c.random(kElements, DType::Fp32);
        Values squares = core::test::randomValues(kElements, 77);
        for (double& value : squares) value *= value;
        variance = c.both(squares);
    }
    TensorId hostMaster() const { return dtype == DType::Fp32 ? TensorId{} : master.host; }
    UpdateTensors tensors() const {
        return {.gradient = c.at(gradient),
                .factor = c.at<float>(scalars) + 1,
                .weights = c.at(weights),
                .master = dtype == DType::Fp32 ? nullptr : c.at<float>(master),
                .momentum = c.at<float>(momentum),
                .gradientDtype = dtype,
                .weightsDtype = dtype};
    }
    void expectSame() const {
        for (const Twice& tensor : {weights, master, momentum, variance}) c.expectSame(tensor);
    }
};

TEST_P(WideKernelTwins, AdamWIsTheHosts) {
    Update u(dtype);
    u.c.bench.run(core::AdamW{u.gradient.host, u.scalars.host, u.weights.host, u.hostMaster(),
                              u.momentum.host, u.variance.host, core::BucketId{0}, 0, kElements});
    const core::OptimizerSettings& s = u.c.bench.problem->workload.optimizer;
    const double correction1 = 1.0 - std::pow(s.beta1, 5), correction2 = 1.0 - std::pow(s.beta2, 5);
    const AdamWConstants constants{
        .keepDecayed = static_cast<float>(1.0 - 1e-3 * s.weightDecay),
        .beta1 = static_cast<float>(s.beta1),
        .beta2 = static_cast<float>(s.beta2),
        .rest1 = static_cast<float>(1.0 - s.beta1),
        .rest2 = static_cast<float>(1.0 - s.beta2),
        .stepSize = static_cast<float>(1e-3 / correction1),
        .rootCorrection = static_cast<float>(1.0 / std::sqrt(correction2)),
        .epsilon = static_cast<float>(s.epsilon)};
    AdamWArgs args{};
    args.tensors = u.tensors();
    args.variance = u.c.at<float>(u.variance);
    args.constants = constants;
    u.c.launch([&] { return launchAdamW(nullptr, args, kRanges); });
    u.expectSame();
}

TEST_P(WideKernelTwins, SgdIsTheHosts) {
    Update u(dtype);
    u.c.bench.run(core::SgdMomentum{u.gradient.host, u.scalars.host, u.weights.host, u.hostMaster(),
                                    u.momentum.host, core::BucketId{0}, 0, kElements});
    SgdArgs args{};
    args.tensors = u.tensors();
    args.constants = {static_cast<float>(u.c.bench.problem->workload.optimizer.momentum), 1e-3f};
    u.c.launch([&] { return launchSgdMomentum(nullptr, args, kRanges); });
    u.expectSame();
}

TEST_P(WideKernelTwins, RankSumsAreTheHosts) {
    constexpr int64_t n = 1009;
    for (const int ranks : {2, 3, 8}) {
        RankSumArgs args{};
        args.inputCount = ranks, args.outputCount = 2, args.elements = n, args.dtype = dtype;
        std::vector<const void*> inputs;
        for (int r = 0; r < ranks; ++r) {
            const Twice input = c.random(n, dtype);
            args.inputs[r] = c.at(input);
            inputs.push_back(c.bench.address(input.host));
        }
        const Twice sum = c.output(n, dtype), other = c.output(n, dtype);
        args.outputs[0] = c.at(sum), args.outputs[1] = c.at(other);
        core::sumInRankOrder(dtype, inputs, n, c.bench.address(sum.host));
        core::sumInRankOrder(dtype, inputs, n, c.bench.address(other.host));
        c.launch([&] { return launchRankSum(nullptr, args); });
        c.expectSame(sum);
        c.expectSame(other);
    }
}

TEST(KernelTwinsOfCollectives, GatherLeavesWhatIsInPlace) {
    std::vector<int32_t> out(12, -1);
    const std::vector<int32_t> first(4, 1), third(4, 3);
    GatherArgs args{.inputs = {first.data(), out.data() + 4, third.data()},
                    .output = out.data(),
                    .count = 3,
                    .shardBytes = 16};
    const LaunchOnCpu onCpu;
    ASSERT_EQ(launchGather(nullptr, args), cudaSuccess);
    EXPECT_EQ(out, (std::vector<int32_t>{1, 1, 1, 1, -1, -1, -1, -1, 3, 3, 3, 3}));
}

TEST(KernelLaunchers, RefuseWhatTheirKernelsCannotDo) {
    const LaunchOnCpu onCpu;
    RankSumArgs sum{};
    sum.inputCount = kMaxPeers + 1, sum.outputCount = 1;
    EXPECT_EQ(launchRankSum(nullptr, sum), cudaErrorInvalidValue);
    GatherArgs gather{};
    EXPECT_EQ(launchGather(nullptr, gather), cudaErrorInvalidValue);
    AttentionForwardArgs attention{};
    attention.shape = {1, 1, 3, 2, 8};
    EXPECT_EQ(launchAttentionForward(nullptr, attention), cudaErrorInvalidValue);
    AdamWArgs adam{};
    adam.tensors.weightsDtype = DType::Bf16;  // without master weights
    EXPECT_EQ(launchAdamW(nullptr, adam, kRanges), cudaErrorInvalidValue);
}

TEST(KernelTwinsTable, NamesAreUnique) {
    for (const KernelTwin& twin : kernelTwins()) EXPECT_EQ(findKernelTwin(twin.name), &twin);
}

}  // namespace
}  // namespace shardscope::doubles::test
