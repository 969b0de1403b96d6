#include "gpu/kernels/cross_entropy.h"
#include "tests/gpu/bench/cases.h"

namespace shardscope::bench {

namespace {

using core::DType;
using namespace gpu;

void checkCrossEntropy(Report& report, DType dtype, int64_t rows, int64_t vocab) {
    Sides s;
    const Id logits = s.random(dtype, rows * vocab, 3.0f), targets = s.integers(rows, vocab);
    const Id logSumExp = s.output(DType::Fp32, rows), loss = s.output(DType::Fp32, 1);
    const Id dLogits = s.output(dtype, rows * vocab), scratch = s.scratch(rows * 4);
    s.run([&] {
        must(launchCrossEntropyForward(
                 nullptr, {s.at(logits), s.at<int32_t>(targets), s.at<float>(logSumExp),
                           s.at<float>(loss), s.at<float>(scratch), rows, vocab, dtype}),
             "loss");
        return launchCrossEntropyBackward(
            nullptr, {s.at(logits), s.at<int32_t>(targets), s.at<float>(logSumExp), s.at(dLogits),
                      rows, vocab, 0.5f / static_cast<float>(rows), dtype});
    });
    report.check("cross_entropy_forward", dtype, s, {logSumExp, loss}, Close::Rounding);
    report.check("cross_entropy_backward", dtype, s, {dLogits}, Close::Rounding);
}

}  // namespace

void checkLoss(Report& report) {
    for (const DType dtype : kFloats) {
        checkCrossEntropy(report, dtype, 64, 256);
        checkCrossEntropy(report, dtype, 33, 50257);
        checkCrossEntropy(report, dtype, 9, 5);
        checkCrossEntropy(report, dtype, 1, 32000);
    }
}

}  // namespace shardscope::bench
