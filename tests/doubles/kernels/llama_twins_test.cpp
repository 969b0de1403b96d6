// What llamas and flash attention add: twins against the host device.

#include "core/model/rope.h"
#include "gpu/kernels/flash_attention.h"
#include "gpu/kernels/rmsnorm.h"
#include "gpu/kernels/rope.h"
#include "gpu/kernels/swiglu.h"
#include "tests/doubles/kernels/twin_case.h"

namespace shardscope::doubles::test {
namespace {

using namespace gpu;
using core::Write;

class LlamaKernelTwins : public ::testing::TestWithParam<DType> {
  protected:
    DType dtype = GetParam();
    TwinCase c;
};
INSTANTIATE_TEST_SUITE_P(Types, LlamaKernelTwins, ::testing::ValuesIn(kFloats),
                         [](const auto& each) { return std::string(core::nameOf(each.param)); });

TEST_P(LlamaKernelTwins, SwiGluIsTheHosts) {
    constexpr int64_t n = 1500;
    const Twice gate = c.random(n, dtype, 3.0), up = c.random(n, dtype), dOut = c.random(n, dtype);
    const Twice out = c.output(n, dtype), dGate = c.output(n, dtype), dUp = c.output(n, dtype);
    c.bench.run(core::SwiGluForward{gate.host, up.host, out.host, n});
    c.bench.run(core::SwiGluBackward{dOut.host, gate.host, up.host, dGate.host, dUp.host, n});
    c.launch([&] {
        return launchSwiGluForward(nullptr, {c.at(gate), c.at(up), c.at(out), n, dtype});
    });
    c.launch([&] {
        return launchSwiGluBackward(
            nullptr, {c.at(dOut), c.at(gate), c.at(up), c.at(dGate), c.at(dUp), n, dtype});
    });
    c.expectSame(out);
    c.expectSame(dGate);
    c.expectSame(dUp);
}

TEST_P(LlamaKernelTwins, RopeIsTheHosts) {
    constexpr int64_t sequence = 9, rows = 2 * sequence, heads = 3, columns = 10;
    for (const bool inverse : {false, true}) {
        const Twice in = c.random(rows * heads * columns, dtype);
        const Twice out = c.output(rows * heads * columns, dtype);
        const core::RopeScaling scaling{.attentionFactor = inverse ? 1.25 : 1.0};
        const core::Rope operation{in.host, out.host, rows,    sequence, heads,
                                   columns, 1e4,      scaling, inverse};
        c.bench.run(operation);
        RopeArgs args{c.at(in), c.at(out), nullptr, rows, sequence, heads, columns, inverse, dtype};
        const Twice scratch = c.output(scratchBytes(args) / 4);
        args.scratch = c.at<float>(scratch);
        const std::vector<double> frequencies = core::inverseFrequencies(columns, 1e4, {});
        c.launch([&] { return launchRope(nullptr, args, frequencies, scaling.attentionFactor); });
        c.expectSame(out);
    }
}

/// Each width has blocks, and so a kernel, of its own.
struct Rows {
    int64_t rows, hidden;
};

void expectRmsNormNear(TwinCase& c, DType dtype, const Rows& shape) {
    const int64_t rows = shape.rows, hidden = shape.hidden, n = rows * hidden;
    const Twice in = c.random(n, dtype), gamma = c.random(hidden, dtype), out = c.output(n, dtype);
    const Twice rstd = c.output(rows), dOut = c.random(n, dtype), dIn = c.random(n, dtype);
    const Twice dGamma = c.random(hidden, DType::Fp32);
    c.bench.run(core::RmsNormForward{in.host, gamma.host, out.host, rstd.host, rows, hidden, 1e-5});
    c.bench.run(core::RmsNormBackward{dOut.host, in.host, gamma.host, rstd.host, dIn.host,
                                      dGamma.host, rows, hidden, true, Write::Accumulate});
    RmsNormForwardArgs forward{};
    forward.in = c.at(in), forward.gamma = c.at(gamma), forward.out = c.at(out);
    forward.rstd = c.at<float>(rstd), forward.rows = rows, forward.hidden = hidden;
    forward.epsilon = 1e-5f, forward.dtype = dtype;
    RmsNormBackwardArgs backward{};
    backward.dOut = c.at(dOut), backward.in = c.at(in), backward.gamma = c.at(gamma);
    backward.rstd = c.at<float>(rstd), backward.dIn = c.at(dIn);
    backward.dGamma = {c.at(dGamma), DType::Fp32, true};
    backward.rows = rows, backward.hidden = hidden, backward.addToInput = true;
    backward.dtype = dtype;
    const Twice scratch = c.output(scratchBytes(backward) / 4);
    backward.scratch = c.at<float>(scratch);
    c.launch([&] { return launchRmsNormForward(nullptr, forward); });
    c.launch([&] { return launchRmsNormBackward(nullptr, backward); });
    c.expectNear(rstd, DType::Fp32, 8);
    c.expectNear(out, dtype, 8);
    c.expectNear(dIn, dtype, 16);
    c.expectNear(dGamma, DType::Fp32, 64);
}

TEST_P(LlamaKernelTwins, RmsNormIsNearTheHosts) {
    for (const Rows& shape : {Rows{70, 37}, Rows{3, 4104}, Rows{2, 8200}}) {
        expectRmsNormNear(c, dtype, shape);
    }
}

/// Grouped heads, packed side by side.
TEST_P(LlamaKernelTwins, FlashAttentionIsNearTheHosts) {
    constexpr int64_t batch = 2, sequence = 70, heads = 4, kvHeads = 2, columns = 8;
    constexpr int64_t rows = batch * sequence, width = (heads + 2 * kvHeads) * columns;
    constexpr int64_t wide = heads * columns, narrow = kvHeads * columns;
    const core::AttentionShape s{batch, sequence, heads, kvHeads, columns};
    const Twice qkv = c.random(rows * width, dtype), out = c.output(rows * wide, dtype);
    const Twice dOut = c.random(rows * wide, dtype), dQkv = c.output(rows * width, dtype);
    const Twice logs = c.output(rows * heads), scratch = c.output(rows * heads);
    c.bench.run(core::FlashAttentionForward{qkv.host, qkv.host, qkv.host, out.host, logs.host, s});
    c.bench.run(core::FlashAttentionBackward{dOut.host, qkv.host, qkv.host, qkv.host, out.host,
                                             logs.host, dQkv.host, dQkv.host, dQkv.host, s});
    const auto part = [&](Twice tensor, int64_t column) {
        return TokenRows{c.at<char>(tensor) + column * core::bytesOf(dtype), width};
    };
    const AttentionShape shape{batch, sequence, heads, kvHeads, columns};
    const FlashForwardArgs forward{part(qkv, 0),
                                   part(qkv, wide),
                                   part(qkv, wide + narrow),
                                   {c.at(out), wide},
                                   c.at<float>(logs),
                                   shape,
                                   dtype};
    const FlashBackwardArgs backward{{c.at(dOut), wide},
                                     forward.q,
                                     forward.k,
                                     forward.v,
                                     forward.out,
                                     part(dQkv, 0),
                                     part(dQkv, wide),
                                     part(dQkv, wide + narrow),
                                     c.at<float>(logs),
                                     c.at<float>(scratch),
                                     shape,
                                     dtype};
    c.launch([&] { return launchFlashForward(nullptr, forward); });
    c.launch([&] { return launchFlashBackward(nullptr, backward); });
    c.expectNear(logs, DType::Fp32, 16);
    c.expectNear(out, dtype, 8);
    c.expectNear(dQkv, dtype, 32);
}

}  // namespace
}  // namespace shardscope::doubles::test
