#include "gpu/kernels/cross_entropy.h"
#include "gpu/kernels/embedding.h"
#include "tests/gpu/bench/placement.h"

namespace shardscope::bench {

using core::DType;
using namespace gpu;

void timeEmbedding(Report& report, const Arena& arena) {
    const DType dtype = DType::Bf16;
    const int64_t batch = 128, sequence = 1024, hidden = 1600, vocab = 50257;
    const int64_t rows = batch * sequence;
    Placement place(arena);
    int32_t* tokens = integers(place.take(DType::Int32, rows));
    fillIntegers(tokens, rows, static_cast<uint32_t>(vocab), 5);
    const char* table = place.random(dtype, vocab * hidden);
    const char* positions = place.random(dtype, sequence * hidden);
    char *out = place.random(dtype, rows * hidden), *dTable = place.take(dtype, vocab * hidden);
    const double rowBytes = static_cast<double>(rows * hidden) * 2;
    const double tableBytes = static_cast<double>(vocab * hidden) * 2;
    report.time("embedding_forward", dtype, medianMs([&] {
                    return launchEmbeddingForward(
                        nullptr, {tokens, table, positions, out, rows, sequence, hidden, dtype});
                }),
                rowBytes + tableBytes);
    TokenEmbeddingBackwardArgs backward{tokens, out,  {dTable, dtype, false}, nullptr, rows, hidden,
                                        vocab,  dtype};
    backward.scratch = integers(place.take(scratchBytes(backward)));
    report.time("token_embedding_backward", dtype,
                medianMs([&] { return launchTokenEmbeddingBackward(nullptr, backward); }),
                rowBytes + tableBytes);
    report.time("position_embedding_backward", dtype, medianMs([&] {
                    return launchPositionEmbeddingBackward(
                        nullptr, {out, {dTable, dtype, false}, batch, sequence, hidden, dtype});
                }),
                rowBytes);
}

void timeLoss(Report& report, const Arena& arena) {
    for (const DType dtype : {DType::Bf16, DType::Fp32}) {
        for (const int64_t vocab : {int64_t{50257}, int64_t{128256}}) {
            const int64_t rows = kElements * 2 / vocab;
            Placement place(arena);
            const char* logits = place.random(dtype, rows * vocab);
            char* dLogits = place.take(dtype, rows * vocab);
            int32_t* targets = integers(place.take(DType::Int32, rows));
            fillIntegers(targets, rows, static_cast<uint32_t>(vocab), 7);
            float* logSumExp = floats(place.take(DType::Fp32, rows));
            float *loss = floats(place.take(4)), *scratch = floats(place.take(4 * rows));
            const double tensor = static_cast<double>(rows * vocab) * size(dtype);
            const std::string suffix = " V=" + std::to_string(vocab);
            report.time("cross_entropy_forward" + suffix, dtype, medianMs([&] {
                            return launchCrossEntropyForward(
                                nullptr,
                                {logits, targets, logSumExp, loss, scratch, rows, vocab, dtype});
                        }),
                        tensor);
            report.time("cross_entropy_backward" + suffix, dtype, medianMs([&] {
                            return launchCrossEntropyBackward(
                                nullptr,
                                {logits, targets, logSumExp, dLogits, rows, vocab, 1e-6f, dtype});
                        }),
                        2 * tensor);
        }
    }
}

}  // namespace shardscope::bench
