// The kernels' CPU twins against the host device, through the launchers that a GPU runs.

#include <cmath>

#include "gpu/kernels/add.h"
#include "gpu/kernels/bias_gradient.h"
#include "gpu/kernels/cast.h"
#include "gpu/kernels/copy_rows.h"
#include "gpu/kernels/cross_entropy.h"
#include "gpu/kernels/embedding.h"
#include "gpu/kernels/fill.h"
#include "gpu/kernels/gelu.h"
#include "gpu/kernels/integer.h"
#include "gpu/kernels/layernorm.h"
#include "gpu/kernels/norm.h"
#include "tests/doubles/kernels/kernel_twin.h"
#include "tests/doubles/kernels/twin_case.h"

namespace shardscope::doubles::test {
namespace {

using namespace gpu;
using core::Write;

class KernelTwins : public ::testing::TestWithParam<DType> {
  protected:
    DType dtype = GetParam();
    TwinCase c;
};
INSTANTIATE_TEST_SUITE_P(Types, KernelTwins, ::testing::ValuesIn(kFloats),
                         [](const auto& each) { return std::string(core::nameOf(each.param)); });

TEST_P(KernelTwins, GeluIsTheHosts) {
    constexpr int64_t n = 5003;
    const Twice in = c.random(n, dtype, 3.0), dOut = c.random(n, dtype);
    const Twice out = c.output(n, dtype), dIn = c.output(n, dtype);
    c.bench.run(core::GeluForward{in.host, out.host, n});
    c.bench.run(core::GeluBackward{dOut.host, in.host, dIn.host, n});
    c.launch([&] { return launchGeluForward(nullptr, {c.at(in), c.at(out), n, dtype}); });
    c.launch([&] {
        return launchGeluBackward(nullptr, {c.at(dOut), c.at(in), c.at(dIn), n, dtype});
    });
    c.expectSame(out);
    c.expectSame(dIn);
}

TEST_P(KernelTwins, SumsAreTheHosts) {
    constexpr int64_t n = 2051;
    const Twice a = c.random(n, dtype), b = c.random(n, dtype), out = c.output(n, dtype);
    const Twice sum = c.random(n, DType::Fp32);
    c.bench.run(core::ResidualAdd{a.host, b.host, out.host, n});
    c.bench.run(core::AddInto{a.host, sum.host, n});
    c.launch([&] { return launchResidualAdd(nullptr, {c.at(a), c.at(b), c.at(out), n, dtype}); });
    c.launch([&] { return launchAddInto(nullptr, {c.at(a), c.at(sum), n, dtype, DType::Fp32}); });
    c.expectSame(out);
    c.expectSame(sum);
}

TEST_P(KernelTwins, CastsRoundLikeTheHost) {
    Values values = core::test::randomValues(4000, 1, 1e3);
    for (const double special : {0.0, -0.0, 65519.0, 65520.0, 1e30, 3e-8, 6.1e-5, 1e-40, 3.3e38})
        values.push_back(special), values.push_back(-special);
    const auto n = static_cast<int64_t>(values.size());
    const Twice in = c.both(values), out = c.output(n, dtype), back = c.output(n);
    c.bench.run(core::Cast{in.host, out.host, n});
    c.bench.run(core::Cast{out.host, back.host, n});
    c.launch([&] { return launchCast(nullptr, {c.at(in), c.at(out), n, DType::Fp32, dtype}); });
    c.launch([&] { return launchCast(nullptr, {c.at(out), c.at(back), n, dtype, DType::Fp32}); });
    c.expectSame(out);
    c.expectSame(back);
}

TEST_P(KernelTwins, CopiesRowsThereAndBack) {
    const Twice flat = c.random(90, DType::Fp32), spread = c.random(300, dtype),
                back = c.random(90, DType::Fp32);  // what is not written stays
    // Three rows of 30 and one of the last ten, from neighbours to places 70 apart.
    const core::CopyRows away{flat.host, spread.host, 80, 30, 30, 70};
    const core::CopyRows home{spread.host, back.host, 80, 30, 70, 30};
    c.bench.run(away);
    c.bench.run(home);
    c.launch([&] {
        return launchCopyRows(nullptr,
                              {c.at(flat), c.at(spread), 80, 30, 30, 70, DType::Fp32, dtype});
    });
    c.launch([&] {
        return launchCopyRows(nullptr,
                              {c.at(spread), c.at(back), 80, 30, 70, 30, dtype, DType::Fp32});
    });
    c.expectSame(spread);
    c.expectSame(back);
}

TEST_P(KernelTwins, FillsZeroAndPoison) {
    const Twice zero = c.random(100, dtype), poison = c.random(100, dtype);
    const int64_t bytes = 100 * core::bytesOf(dtype);
    c.launch([&] { return launchFill(nullptr, {c.at(zero), bytes, 0}); });
    c.launch([&] { return launchFill(nullptr, {c.at(poison), bytes, kPoisonByte}); });
    for (const double value : c.bench.get(zero.kernel)) EXPECT_EQ(value, 0.0);
    for (const double value : c.bench.get(poison.kernel)) EXPECT_TRUE(std::isnan(value));
}

TEST_P(KernelTwins, ConformanceGradientsAreTheHosts) {
    constexpr int64_t n = 300;
    const Twice weight = c.random(n, dtype), loss = c.both({0.0, 0.0});
    const Twice gradient = c.both(Values(n, 2.0), dtype);
    c.bench.context.ranks = 2;
    c.bench.context.rank = core::Rank{1};
    c.bench.scalars.step = 3;
    c.bench.run(core::IntegerForward{weight.host, loss.host, n, false});
    c.bench.run(
        core::IntegerBackward{gradient.host, n, 2, core::ParameterId{5}, Write::Accumulate});
    const int64_t sample = ((3 * c.bench.problem->workload.gradAccum + 0) * 2 + 1) * 2;
    c.launch([&] {
        return launchIntegerForward(nullptr, {c.at(weight), c.at<float>(loss), n, false, dtype});
    });
    c.launch([&] {
        return launchIntegerBackward(nullptr, {{c.at(gradient), dtype, true}, n, sample, 5});
    });
    c.expectSame(loss);
    c.expectSame(gradient);
}

TEST_P(KernelTwins, LayerNormIsNearTheHosts) {
    constexpr int64_t rows = 70, hidden = 37, n = rows * hidden;
    const Twice in = c.random(n, dtype), gamma = c.random(hidden, dtype);
    const Twice beta = c.random(hidden, dtype), out = c.output(n, dtype);
    const Twice mean = c.output(rows), rstd = c.output(rows), dOut = c.random(n, dtype);
    const Twice dIn = c.random(n, dtype), dGamma = c.random(hidden, dtype);
    const Twice dBeta = c.random(hidden, DType::Fp32);
    c.bench.run(core::LayerNormForward{in.host, gamma.host, beta.host, out.host, mean.host,
                                       rstd.host, rows, hidden});
    c.bench.run(core::LayerNormBackward{dOut.host, in.host, gamma.host, mean.host, rstd.host,
                                        dIn.host, dGamma.host, dBeta.host, rows, hidden, true,
                                        Write::Accumulate});
    c.launch([&] {
        return launchLayerNormForward(nullptr, {.in = c.at(in),
                                                .gamma = c.at(gamma),
                                                .beta = c.at(beta),
                                                .out = c.at(out),
                                                .mean = c.at<float>(mean),
                                                .rstd = c.at<float>(rstd),
                                                .rows = rows,
                                                .hidden = hidden,
                                                .dtype = dtype});
    });
    LayerNormBackwardArgs backward{.dOut = c.at(dOut),
                                   .in = c.at(in),
                                   .gamma = c.at(gamma),
                                   .mean = c.at<float>(mean),
                                   .rstd = c.at<float>(rstd),
                                   .dIn = c.at(dIn),
                                   .dGamma = {c.at(dGamma), dtype, true},
                                   .dBeta = {c.at(dBeta), DType::Fp32, true},
                                   .scratch = nullptr,
                                   .rows = rows,
                                   .hidden = hidden,
                                   .addToInput = true,
                                   .dtype = dtype};
    const Twice scratch = c.output(scratchBytes(backward) / 4);
    backward.scratch = c.at<float>(scratch);
    c.launch([&] { return launchLayerNormBackward(nullptr, backward); });
    c.expectNear(mean, DType::Fp32, 4);
    c.expectNear(rstd, DType::Fp32, 8);
    c.expectNear(out, dtype, 8);
    c.expectNear(dIn, dtype, 16);
    c.expectNear(dGamma, dtype, 32);
    c.expectNear(dBeta, DType::Fp32, 64);
}

TEST_P(KernelTwins, BiasGradientIsNearTheHosts) {
    constexpr int64_t rows = 500, columns = 41;
    for (const Write write : {Write::Overwrite, Write::Accumulate}) {
        const Twice dOut = c.random(rows * columns, dtype), dBias = c.random(columns, dtype);
        c.bench.run(core::BiasGradient{dOut.host, dBias.host, rows, columns, write});
        BiasGradientArgs args{c.at(dOut), {c.at(dBias), dtype, write == Write::Accumulate},
                              nullptr,    rows,
                              columns,    dtype};
        const Twice scratch = c.output(scratchBytes(args) / 4);
        args.scratch = c.at<float>(scratch);
        c.launch([&] { return launchBiasGradient(nullptr, args); });
        c.expectNear(dBias, dtype, 64);
    }
}

TEST_P(KernelTwins, EmbeddingsAreTheHosts) {
    constexpr int64_t batch = 3, sequence = 16, rows = batch * sequence, hidden = 24, vocab = 11;
    const Twice tokens = c.integers(rows, vocab), table = c.random(vocab * hidden, dtype);
    const Twice positions = c.random(sequence * hidden, dtype);
    const Twice out = c.output(rows * hidden, dtype), dOut = c.random(rows * hidden, dtype);
    c.bench.run(core::EmbeddingForward{tokens.host, table.host, positions.host, out.host, batch,
                                       sequence, hidden, vocab});
    c.launch([&] {
        return launchEmbeddingForward(nullptr, {c.at<int32_t>(tokens), c.at(table), c.at(positions),
                                                c.at(out), rows, sequence, hidden, dtype});
    });
    c.expectSame(out);
    for (const Write write : {Write::Overwrite, Write::Accumulate}) {
        const bool accumulate = write == Write::Accumulate;
        const Twice dTable = c.random(vocab * hidden, dtype);
        const Twice dPositions = c.random(sequence * hidden, DType::Fp32);
        c.bench.run(core::TokenEmbeddingBackward{tokens.host, dOut.host, dTable.host, rows, hidden,
                                                 vocab, write});
        c.bench.run(core::PositionEmbeddingBackward{dOut.host, dPositions.host, batch, sequence,
                                                    hidden, write});
        TokenEmbeddingBackwardArgs args{c.at<int32_t>(tokens),
                                        c.at(dOut),
                                        {c.at(dTable), dtype, accumulate},
                                        nullptr,
                                        rows,
                                        hidden,
                                        vocab,
                                        dtype};
        const Twice scratch = c.output(scratchBytes(args) / 4);
        args.scratch = c.at<int32_t>(scratch);
        c.launch([&] { return launchTokenEmbeddingBackward(nullptr, args); });
        c.launch([&] {
            return launchPositionEmbeddingBackward(nullptr,
                                                   {c.at(dOut),
                                                    {c.at(dPositions), DType::Fp32, accumulate},
                                                    batch,
                                                    sequence,
                                                    hidden,
                                                    dtype});
        });
        c.expectSame(dTable);
        c.expectSame(dPositions);
    }
}

TEST_P(KernelTwins, LossIsNearTheHosts) {
    constexpr int64_t rows = 12, vocab = 301;
    const Twice logits = c.random(rows * vocab, dtype, 2.0), targets = c.integers(rows, vocab);
    const Twice logSumExp = c.output(rows), loss = c.output(1);
    const Twice dLogits = c.output(rows * vocab, dtype), scratch = c.output(rows);
    c.bench.context.ranks = 4;
    c.bench.scalars.lossScale = 16.0;
    c.bench.run(core::CrossEntropyForward{logits.host, targets.host, logSumExp.host, loss.host,
                                          rows, vocab});
    c.bench.run(core::CrossEntropyBackward{logits.host, targets.host, logSumExp.host, dLogits.host,
                                           rows, vocab});
    const float factor = 16.0f / (static_cast<float>(c.bench.problem->workload.gradAccum) * 4.0f *
                                  static_cast<float>(rows));
    c.launch([&] {
        return launchCrossEntropyForward(
            nullptr, {c.at(logits), c.at<int32_t>(targets), c.at<float>(logSumExp),
                      c.at<float>(loss), c.at<float>(scratch), rows, vocab, dtype});
    });
    c.launch([&] {
        return launchCrossEntropyBackward(
            nullptr, {c.at(logits), c.at<int32_t>(targets), c.at<float>(logSumExp), c.at(dLogits),
                      rows, vocab, factor, dtype});
    });
    c.expectNear(logSumExp, DType::Fp32, 8);
    c.expectNear(loss, DType::Fp32, 8);
    c.expectNear(dLogits, dtype, 8);
}

TEST_P(KernelTwins, NormsAreTheHostsToTheBit) {
    for (const int64_t n : {int64_t{128} * 3, int64_t{16384} * 2 + 128 * 5, int64_t{2'500'096}}) {
        const Twice tensor = c.random(n, dtype), partials = c.both({0.0, 0.0});
        c.bench.run(core::SquaredNorm{tensor.host, partials.host, n, 1});
        SquaredNormArgs args{c.at(tensor), c.at<float>(partials) + 1, nullptr, n, dtype};
        const Twice scratch = c.output(scratchBytes(args) / 4);
        args.scratch = c.at<float>(scratch);
        c.launch([&] { return launchSquaredNorm(nullptr, args); });
        c.expectSame(partials);
    }
}

TEST(KernelTwinsOfScalars, AreTheHosts) {
    TwinCase c;
    const Twice partials = c.random(6, DType::Fp32), sums = c.both({9.0, 16.0});
    c.bench.scalars.lossScale = 8.0;
    const Twice ranks = c.output(2), scalars = c.output(3);
    c.bench.run(core::SumPartials{partials.host, ranks.host, 3, 2});
    c.bench.run(core::ClipFactor{sums.host, scalars.host, 2, 0.5});
    c.launch([&] {
        return launchSumPartials(nullptr, {c.at<float>(partials), c.at<float>(ranks), 3, 2});
    });
    c.launch([&] {
        return launchClipFactor(nullptr, {c.at<float>(sums), c.at<float>(scalars), 2, 0.5, 8.0});
    });
    c.expectSame(ranks);
    c.expectSame(scalars);
}

}  // namespace
}  // namespace shardscope::doubles::test
